package dev.stampede.engine.claim;

/** The state of a seat. A hold that has expired reads as free wherever time is known. */
public enum SeatState {
  FREE('f'),
  HELD('h'),
  SOLD('s');

  private final char letter;

  SeatState(char letter) {
    this.letter = letter;
  }

  /** Its letter in the database, in Redis and on the wire. */
  public char letter() {
    return letter;
  }

  public static SeatState of(char letter) {
    return switch (letter) {
      case 'f' -> FREE;
      case 'h' -> HELD;
      case 's' -> SOLD;
      default -> throw new IllegalArgumentException("'" + letter + "' is no seat state");
    };
  }
}
