package dev.stampede.postgres;

import dev.stampede.engine.show.ShowTerms.Gate;

/** A gate's letter in the database. */
final class GateLetter {

  private GateLetter() {}

  static String of(Gate gate) {
    return switch (gate) {
      case OPEN -> "o";
      case PAUSED -> "p";
      case CLOSED -> "c";
    };
  }

  static Gate gate(String letter) {
    return switch (letter) {
      case "o" -> Gate.OPEN;
      case "p" -> Gate.PAUSED;
      case "c" -> Gate.CLOSED;
      default -> throw new IllegalStateException("'" + letter + "' is no gate");
    };
  }
}
