package dev.stampede.locks;

/** Something is broken: no lock can be asked for at all. */
public class LocksException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public LocksException(String message, Throwable cause) {
    super(message, cause);
  }
}
