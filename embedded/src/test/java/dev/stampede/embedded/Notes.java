package dev.stampede.embedded;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what the services reported, as lines. */
final class Notes implements Progress {

  final List<String> lines = new CopyOnWriteArrayList<>();

  @Override
  public void starting(Service service) {
    lines.add("starting " + service);
  }

  @Override
  public void started(Service service, String version, String address, Duration took) {
    lines.add("started " + service + " " + version + " at " + address);
    System.out.printf("%s %s at %s after %d ms%n", service, version, address, took.toMillis());
  }

  @Override
  public void died(Service service, int exitCode, String lastLines) {
    lines.add("died " + service + " " + exitCode);
  }

  @Override
  public void restarted(Service service, Duration took) {
    lines.add("restarted " + service);
    System.out.printf("%s again after %d ms%n", service, took.toMillis());
  }

  @Override
  public void gaveUp(Service service, String reason) {
    lines.add("gave up " + service + ": " + reason);
  }

  @Override
  public void stopped(Service service) {
    lines.add("stopped " + service);
  }
}
