package dev.stampede.postgres.column;

import dev.stampede.engine.claim.SeatEvent;

/** The letters of an event's type and reason in the database. */
public final class EventCodes {

  private EventCodes() {}

  public static String of(SeatEvent.Type type) {
    return switch (type) {
      case HELD -> "h";
      case RELEASED -> "r";
      case SOLD -> "s";
    };
  }

  public static String of(SeatEvent.Reason reason) {
    return switch (reason) {
      case CLAIMED -> "c";
      case GIVEN_BACK -> "g";
      case EXPIRED -> "e";
      case PAID -> "p";
      case CANCELLED -> "x";
      case MORE_TIME -> "m";
    };
  }

  public static SeatEvent.Type type(String letter) {
    return switch (letter) {
      case "h" -> SeatEvent.Type.HELD;
      case "r" -> SeatEvent.Type.RELEASED;
      case "s" -> SeatEvent.Type.SOLD;
      default -> throw new IllegalArgumentException("no event has type '" + letter + "'");
    };
  }

  public static SeatEvent.Reason reason(String letter) {
    return switch (letter) {
      case "c" -> SeatEvent.Reason.CLAIMED;
      case "g" -> SeatEvent.Reason.GIVEN_BACK;
      case "e" -> SeatEvent.Reason.EXPIRED;
      case "p" -> SeatEvent.Reason.PAID;
      case "x" -> SeatEvent.Reason.CANCELLED;
      case "m" -> SeatEvent.Reason.MORE_TIME;
      default -> throw new IllegalArgumentException("no event has reason '" + letter + "'");
    };
  }
}
