package dev.stampede.engine.alert;

import java.util.Locale;

/** How much an alert is worth getting up for. */
public enum Severity {
  /** Good to know. Nothing is wrong with us. */
  NOTICE,
  /** Something is not as it should be; the sale goes on. */
  WARNING,
  /** Buyers are hurt, or what we wrote down may be wrong: now. */
  CRITICAL;

  /** As others read it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Severity of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
