package dev.stampede.cli;

/** A proof could not be checked; the message says why, the exit code whose it is to mend. */
final class CannotCheckException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CannotCheckException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** Creates the exception for options that point to nothing that could be checked. */
  static CannotCheckException wrongUse(String message) {
    return new CannotCheckException(Stampede.EXIT_WRONG_USE, message);
  }

  /** Creates the exception for published data that is not a whole proof. */
  static CannotCheckException notProven(String message) {
    return new CannotCheckException(CheckPlace.EXIT_NOT_PROVEN, message);
  }

  int exitCode() {
    return exitCode;
  }
}
