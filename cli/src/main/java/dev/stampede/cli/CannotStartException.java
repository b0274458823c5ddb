package dev.stampede.cli;

/** Something outside us stands in the way of a start; the message says what and how to mend it. */
final class CannotStartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CannotStartException(String message) {
    super(message);
  }

  CannotStartException(Exception cause) {
    super(cause.getMessage(), cause);
  }
}
