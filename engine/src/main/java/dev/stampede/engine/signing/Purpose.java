package dev.stampede.engine.signing;

/**
 * The purpose of a sealed token. It is part of the signed text, so that a token made for one
 * purpose is worthless for any other.
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
