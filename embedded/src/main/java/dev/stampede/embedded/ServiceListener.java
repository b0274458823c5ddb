package dev.stampede.embedded;

import java.time.Duration;

/** Told what becomes of each service; called from several threads. */
public interface ServiceListener {

  void starting(ServiceKind service);

  /** The service answers at this address, which holds no password. */
  void started(ServiceKind service, String version, String address, Duration took);

  /** It died while running and will be restarted at the same address. */
  void died(ServiceKind service, int exitCode, String lastLines);

  void restarted(ServiceKind service, Duration took);

  /** It died too often and stays down. */
  void gaveUp(ServiceKind service, String reason);

  void stopped(ServiceKind service);
}
