package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;

/** Whoever keeps the line is not who kept it before, or has forgotten it. */
public final class LineLostException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LineLostException(ShowId show) {
    super("the line of show %s is not known to the Redis that answers".formatted(show));
  }
}
