package dev.stampede.engine.signing;

/**
 * What a sealed token is for. It is part of what is signed, so that a token made for one purpose is
 * worthless for any other.
 */
public enum Purpose {
  SESSION_COOKIE("session"),
  PASS("pass"),
  PLACE("place"),
  OPERATION("operation"),
  REQUEST("request");

  private final String label;

  Purpose(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
