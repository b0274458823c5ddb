package dev.stampede.embedded;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Tells who waits for a measurement which services are there, and warns of a run that one of them
 * spoilt.
 *
 * @param said takes a line
 */
public record ServiceReporter(Consumer<String> said) implements ServiceListener {

  @Override
  public void starting(ServiceKind service) {
    // Told once it is there.
  }

  @Override
  public void started(ServiceKind service, String version, String address, Duration took) {
    said.accept("%s %s is up".formatted(service.label(), version));
  }

  @Override
  public void died(ServiceKind service, int exitCode, String lastLines) {
    said.accept(
        "%s died with exit code %d; this run is not valid. Its last lines:%n%s"
            .formatted(service.label(), exitCode, lastLines));
  }

  @Override
  public void restarted(ServiceKind service, Duration took) {
    said.accept(service.label() + " is back");
  }

  @Override
  public void gaveUp(ServiceKind service, String reason) {
    said.accept("%s stays down: %s".formatted(service.label(), reason));
  }

  @Override
  public void stopped(ServiceKind service) {
    // The end of a run needs no news.
  }
}
