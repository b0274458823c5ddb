package dev.stampede.embedded;

import java.util.Locale;

/** A service that can be run embedded, in the order in which they are started. */
public enum ServiceKind {
  POSTGRESQL("PostgreSQL", "DATABASE_URL", StopSignal.INT),
  REDIS("Redis", "REDIS_URL", StopSignal.TERM),
  KAFKA("Kafka", "KAFKA_BOOTSTRAP_SERVERS", StopSignal.TERM);

  private final String label;
  private final String setting;
  private final StopSignal stopSignal;

  ServiceKind(String label, String setting, StopSignal stopSignal) {
    this.label = label;
    this.setting = setting;
    this.stopSignal = stopSignal;
  }

  /** The name as people write it. */
  public String label() {
    return label;
  }

  /** The setting that replaces the embedded service with one that runs elsewhere. */
  public String setting() {
    return setting;
  }

  /**
   * The signal that ends the service at once but cleanly. On TERM, PostgreSQL would wait for its
   * clients to leave.
   */
  StopSignal stopSignal() {
    return stopSignal;
  }

  /** The name in files and directories. */
  String fileName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
