package dev.stampede.engine.claim;

/** A claim could not be decided because something is broken; nothing of it was written. */
public final class ClaimFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ClaimFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
