package dev.stampede.postgres;

import dev.stampede.engine.claim.SeatEvent;

/** The letters of an event's type and reason in the database. */
final class EventLetters {

  private EventLetters() {}

  static String of(SeatEvent.Type type) {
    return switch (type) {
      case HELD -> "h";
      case RELEASED -> "r";
      case SOLD -> "s";
    };
  }

  static String of(SeatEvent.Reason reason) {
    return switch (reason) {
      case CLAIMED -> "c";
      case GIVEN_BACK -> "g";
      case EXPIRED -> "e";
      case PAID -> "p";
      case CANCELLED -> "x";
      case MORE_TIME -> "m";
    };
  }
}
