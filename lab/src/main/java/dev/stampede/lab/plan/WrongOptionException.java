package dev.stampede.lab.plan;

/** An option that cannot be; its message says which, the limits, and what to do. */
public final class WrongOptionException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public WrongOptionException(String message) {
    super(message);
  }
}
