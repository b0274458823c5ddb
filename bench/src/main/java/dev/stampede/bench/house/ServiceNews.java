package dev.stampede.bench.house;

import dev.stampede.bench.Journal;
import dev.stampede.embedded.Progress;
import dev.stampede.embedded.Service;
import java.time.Duration;

/** Tells who waits which services are there, and warns of a run that one of them spoilt. */
public record ServiceNews(Journal journal) implements Progress {

  @Override
  public void starting(Service service) {
    // Told once it is there.
  }

  @Override
  public void started(Service service, String version, String address, Duration took) {
    journal.say("%s %s is up".formatted(service.label(), version));
  }

  @Override
  public void died(Service service, int exitCode, String lastLines) {
    journal.say(
        "%s died with exit code %d; this run is worth nothing. Its last words:%n%s"
            .formatted(service.label(), exitCode, lastLines));
  }

  @Override
  public void restarted(Service service, Duration took) {
    journal.say(service.label() + " is back");
  }

  @Override
  public void gaveUp(Service service, String reason) {
    journal.say("%s stays down: %s".formatted(service.label(), reason));
  }

  @Override
  public void stopped(Service service) {
    // The end of a run needs no news.
  }
}
