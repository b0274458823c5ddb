package dev.stampede.embedded;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what the services reported, as lines. */
final class RecordingServiceListener implements ServiceListener {

  final List<String> lines = new CopyOnWriteArrayList<>();

  @Override
  public void starting(ServiceKind service) {
    lines.add("starting " + service);
  }

  @Override
  public void started(ServiceKind service, String version, String address, Duration took) {
    lines.add("started " + service + " " + version + " at " + address);
    System.out.printf("%s %s at %s after %d ms%n", service, version, address, took.toMillis());
  }

  @Override
  public void died(ServiceKind service, int exitCode, String lastLines) {
    lines.add("died " + service + " " + exitCode);
  }

  @Override
  public void restarted(ServiceKind service, Duration took) {
    lines.add("restarted " + service);
    System.out.printf("%s again after %d ms%n", service, took.toMillis());
  }

  @Override
  public void gaveUp(ServiceKind service, String reason) {
    lines.add("gave up " + service + ": " + reason);
  }

  @Override
  public void stopped(ServiceKind service) {
    lines.add("stopped " + service);
  }
}
