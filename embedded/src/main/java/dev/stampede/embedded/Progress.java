package dev.stampede.embedded;

import java.time.Duration;

/** Told what becomes of each service; called from several threads. */
public interface Progress {

  void starting(Service service);

  /** The service answers at this address, which holds no password. */
  void started(Service service, String version, String address, Duration took);

  /** It died while running and will be restarted at the same address. */
  void died(Service service, int exitCode, String lastLines);

  void restarted(Service service, Duration took);

  /** It died too often and stays down. */
  void gaveUp(Service service, String reason);

  void stopped(Service service);
}
