package dev.stampede.server.http;

/**
 * Carries a problem out of the reading of a request, past a handler that asked for a record and has
 * no use for anything else. The one exception that is an expected outcome; it has no stack trace
 * and never leaves this package.
 */
final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;
  private final boolean lost;

  private Refusal(Problem problem, boolean lost) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
    this.lost = lost;
  }

  static Refusal of(Problem problem) {
    return new Refusal(problem, false);
  }

  /** The body was not read to its end: what follows on this connection cannot be trusted. */
  static Refusal lost(Problem problem) {
    return new Refusal(problem, true);
  }

  Problem problem() {
    return problem;
  }

  boolean isLost() {
    return lost;
  }
}
