package dev.stampede.server.config;

/** How the server was started, which decides what may be left out. */
public enum Mode {
  /** {@code ./stampede up}: what is not configured is embedded, and tokens may be home-made. */
  UP,
  /** {@code ./stampede serve}: production; every address and the issuer of tokens are named. */
  SERVE,
  /**
   * {@code ./stampede verify}: the stores are looked at, and nothing else is done; who issues
   * tokens and where events go may be left out.
   */
  VERIFY
}
