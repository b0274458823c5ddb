package dev.stampede.lab;

import dev.stampede.embedded.Progress;
import dev.stampede.embedded.Service;
import java.io.PrintWriter;
import java.time.Duration;

/** Says which service is slow to come, and whether one spoilt the run. */
record ServiceNews(PrintWriter err) implements Progress {

  @Override
  public void starting(Service service) {
    // Told once it is there.
  }

  @Override
  public void started(Service service, String version, String address, Duration took) {
    err.println("%s %s is up".formatted(service.label(), version));
  }

  @Override
  public void died(Service service, int exitCode, String lastLines) {
    err.println(
        "%s died with exit code %d; this run is worth nothing. Its last words:%n%s"
            .formatted(service.label(), exitCode, lastLines));
  }

  @Override
  public void restarted(Service service, Duration took) {
    err.println(service.label() + " is back");
  }

  @Override
  public void gaveUp(Service service, String reason) {
    err.println("%s stays down: %s".formatted(service.label(), reason));
  }

  @Override
  public void stopped(Service service) {
    // The end of a run needs no news.
  }
}
