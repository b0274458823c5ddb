package dev.stampede.testkit;

import java.io.Serial;

/** The services that tests stand on are broken. */
public final class TestkitException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  TestkitException(String message) {
    super(message);
  }

  TestkitException(String message, Throwable cause) {
    super(message, cause);
  }
}
