package dev.stampede.lane;

/** The store cannot be reached, or the lane's writer has died; nothing was written. */
public final class LaneUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LaneUnavailableException(String message) {
    super(message);
  }

  public LaneUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
