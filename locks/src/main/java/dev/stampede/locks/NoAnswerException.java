package dev.stampede.locks;

/** Redis did not answer a command, or refused it: what became of it is not known. */
final class NoAnswerException extends Exception {

  private static final long serialVersionUID = 1;

  NoAnswerException(String message, Throwable cause) {
    super(message, cause);
  }
}
