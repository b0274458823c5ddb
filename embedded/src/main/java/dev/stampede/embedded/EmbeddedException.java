package dev.stampede.embedded;

import java.io.Serial;

/** An embedded service or its data directory is broken. */
public class EmbeddedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public EmbeddedException(String message) {
    super(message);
  }

  public EmbeddedException(String message, Throwable cause) {
    super(message, cause);
  }
}
