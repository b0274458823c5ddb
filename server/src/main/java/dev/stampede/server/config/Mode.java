package dev.stampede.server.config;

/** The mode in which the server was started, which decides which settings may be left out. */
public enum Mode {
  /** {@code ./stampede up}: what is not configured is embedded, and tokens may be home-made. */
  UP,
  /** {@code ./stampede serve}: production; every address and the issuer of tokens are named. */
  SERVE,
  /**
   * {@code ./stampede verify}: checks the stores, and does nothing else; the issuer of tokens and
   * the address of Kafka may be left out.
   */
  VERIFY
}
