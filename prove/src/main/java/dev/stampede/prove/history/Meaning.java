package dev.stampede.prove.history;

import java.util.Set;

/** The conclusion that a client may draw from an answer. */
public enum Meaning {
  /** It is done, and stays done. */
  DONE,
  /** It is not done. */
  NOT_DONE,
  /** It may be done, now or later. */
  UNKNOWN;

  /** Problems that a client may not take for a no. */
  private static final Set<String> OPEN =
      Set.of("outcome-unknown", "idempotency-in-flight", "internal-error");

  /** No connection could be opened, so no server has heard of the call. */
  private static final String NOT_CONNECTED = "not-connected";

  private static final int REDIRECTION = 300;

  public static Meaning of(CallKind kind, int status, String problem) {
    if (status == 0) {
      return problem.equals(NOT_CONNECTED) ? NOT_DONE : UNKNOWN;
    }
    if (status < REDIRECTION) {
      return DONE;
    }
    return OPEN.contains(problem) || mayBeDoneInSpiteOf(kind, problem) ? UNKNOWN : NOT_DONE;
  }

  /** A line that did not answer may have changed; an extension in several steps may have begun. */
  private static boolean mayBeDoneInSpiteOf(CallKind kind, String problem) {
    return switch (kind) {
      case JOIN, LEAVE -> problem.equals("queue-unavailable");
      case EXTEND -> problem.equals("overloaded");
      default -> false;
    };
  }

  /** One letter, as the record has it. */
  public char letter() {
    return switch (this) {
      case DONE -> 'd';
      case NOT_DONE -> 'n';
      case UNKNOWN -> 'u';
    };
  }
}
