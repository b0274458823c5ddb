package dev.stampede.crowd;

import org.jspecify.annotations.Nullable;

/** The crowd itself broke, or was asked for what it cannot do. */
public class CrowdException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public CrowdException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
