package dev.stampede.embedded;

import java.io.Serial;

/** Another process works on the data directory; the message says which one, and since when. */
public final class DataDirectoryHeldException extends EmbeddedException {

  @Serial private static final long serialVersionUID = 1L;

  DataDirectoryHeldException(String message) {
    super(message);
  }
}
