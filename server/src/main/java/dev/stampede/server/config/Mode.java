package dev.stampede.server.config;

/** How the server was started, which decides what may be left out. */
public enum Mode {
  /** {@code ./stampede up}: what is not configured is embedded, and tokens may be home-made. */
  UP,
  /** {@code ./stampede serve}: production; every address and the issuer of tokens are named. */
  SERVE
}
