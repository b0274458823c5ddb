package dev.stampede.engine.seats;

/** The seats of a show cannot be read now, and this process has no earlier copy. */
public final class SeatsUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SeatsUnavailableException(String message) {
    super(message);
  }

  public SeatsUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
