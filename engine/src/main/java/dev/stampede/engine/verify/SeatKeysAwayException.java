package dev.stampede.engine.verify;

/** Nobody is there who could say what the gate says. */
public final class SeatKeysAwayException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SeatKeysAwayException(String message, Throwable cause) {
    super(message, cause);
  }
}
