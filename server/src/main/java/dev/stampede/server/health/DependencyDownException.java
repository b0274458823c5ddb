package dev.stampede.server.health;

/** A part is down for a reason that may be told to anyone who asks. */
public final class DependencyDownException extends Exception {

  private static final long serialVersionUID = 1L;

  public DependencyDownException(String why) {
    super(why);
  }
}
