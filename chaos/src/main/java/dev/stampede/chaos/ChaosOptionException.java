package dev.stampede.chaos;

import java.io.Serial;

/** An option has a value that is not allowed; the message says which are. */
final class ChaosOptionException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  ChaosOptionException(String message) {
    super(message);
  }
}
