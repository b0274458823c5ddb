package dev.stampede.engine.waitingroom;

/** Whoever keeps the lines, or what must survive them, did not answer in time. */
public final class LineUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LineUnavailableException(String message) {
    super(message);
  }

  public LineUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
