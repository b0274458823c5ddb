package dev.stampede.engine.verify;

/** The gate's store does not answer. */
public final class SeatKeysAwayException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SeatKeysAwayException(String message, Throwable cause) {
    super(message, cause);
  }
}
