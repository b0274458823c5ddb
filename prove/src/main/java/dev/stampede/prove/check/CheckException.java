package dev.stampede.prove.check;

/** The checker could not do its work; nothing is said about the record. */
public final class CheckException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CheckException(String message) {
    super(message);
  }

  CheckException(String message, Throwable cause) {
    super(message, cause);
  }
}
