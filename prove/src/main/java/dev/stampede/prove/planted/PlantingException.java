package dev.stampede.prove.planted;

import org.jspecify.annotations.Nullable;

/** A bug could not be planted: it does not fit the sources, or the sources are not there. */
public final class PlantingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PlantingException(String message) {
    this(message, null);
  }

  PlantingException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
