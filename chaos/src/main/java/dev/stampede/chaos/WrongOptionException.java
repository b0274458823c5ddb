package dev.stampede.chaos;

import java.io.Serial;

/** What was asked for cannot be; the message says what can. */
final class WrongOptionException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  WrongOptionException(String message) {
    super(message);
  }
}
