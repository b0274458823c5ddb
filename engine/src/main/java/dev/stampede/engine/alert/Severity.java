package dev.stampede.engine.alert;

import java.util.Locale;

/** The urgency of an alert. */
public enum Severity {
  /** Good to know. Nothing is wrong with us. */
  NOTICE,
  /** Something is not as it should be; the sale goes on. */
  WARNING,
  /** Buyers are hurt, or what we wrote down may be wrong: now. */
  CRITICAL;

  /** The name in the API, logs and metrics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Severity of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
