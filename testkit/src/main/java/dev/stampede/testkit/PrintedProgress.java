package dev.stampede.testkit;

import dev.stampede.embedded.Progress;
import dev.stampede.embedded.Service;
import java.time.Duration;
import java.time.Instant;

/** Lines in the daemon's log. */
public final class PrintedProgress implements Progress {

  @Override
  public void starting(Service service) {
    print(service, "starting");
  }

  @Override
  public void started(Service service, String version, String address, Duration took) {
    print(service, "%s at %s after %d ms".formatted(version, address, took.toMillis()));
  }

  @Override
  public void died(Service service, int exitCode, String lastLines) {
    print(service, "died with status %d%n%s".formatted(exitCode, lastLines));
  }

  @Override
  public void restarted(Service service, Duration took) {
    print(service, "restarted after %d ms".formatted(took.toMillis()));
  }

  @Override
  public void gaveUp(Service service, String reason) {
    print(service, "given up: " + reason);
  }

  @Override
  public void stopped(Service service) {
    print(service, "stopped");
  }

  private static void print(Service service, String what) {
    System.out.printf("%s %s %s%n", Instant.now(), service.label(), what);
  }
}
