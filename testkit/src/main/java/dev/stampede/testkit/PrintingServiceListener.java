package dev.stampede.testkit;

import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceListener;
import java.time.Duration;
import java.time.Instant;

/** Lines in the daemon's log. */
public final class PrintingServiceListener implements ServiceListener {

  @Override
  public void starting(ServiceKind service) {
    print(service, "starting");
  }

  @Override
  public void started(ServiceKind service, String version, String address, Duration took) {
    print(service, "%s at %s after %d ms".formatted(version, address, took.toMillis()));
  }

  @Override
  public void died(ServiceKind service, int exitCode, String lastLines) {
    print(service, "died with status %d%n%s".formatted(exitCode, lastLines));
  }

  @Override
  public void restarted(ServiceKind service, Duration took) {
    print(service, "restarted after %d ms".formatted(took.toMillis()));
  }

  @Override
  public void gaveUp(ServiceKind service, String reason) {
    print(service, "given up: " + reason);
  }

  @Override
  public void stopped(ServiceKind service) {
    print(service, "stopped");
  }

  private static void print(ServiceKind service, String what) {
    System.out.printf("%s %s %s%n", Instant.now(), service.label(), what);
  }
}
