package dev.stampede.engine.waitingroom;

/** The store of the lines, or the database behind it, did not answer in time. */
public final class LineUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LineUnavailableException(String message) {
    super(message);
  }

  public LineUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
