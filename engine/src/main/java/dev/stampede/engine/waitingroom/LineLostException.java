package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;

/** The Redis that answers is not the one that kept the line, or it has forgotten the line. */
public final class LineLostException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LineLostException(ShowId show) {
    super("the line of show %s is not known to the Redis that answers".formatted(show));
  }
}
