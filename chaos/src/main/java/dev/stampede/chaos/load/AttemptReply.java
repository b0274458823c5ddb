package dev.stampede.chaos.load;

import dev.stampede.crowd.Failure;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The reply to an attempt, or its absence. */
public sealed interface AttemptReply {

  /** The conclusion that a client draws from it. */
  enum Meaning {
    /** It is done, and is there from now on. */
    ACKNOWLEDGED,
    /** It is not done, by a rule of the sale. */
    REFUSED,
    /** It is not done, because something is broken or busy. */
    FAILED,
    /** It may be done or not; asked again with its key, it is one of the others. */
    UNKNOWN
  }

  Meaning meaning();

  /** In a word, for counting. */
  String label();

  /**
   * An answer.
   *
   * @param problem the slug of its type, empty where it is none
   */
  record Answered(int status, String problem, JsonNode body) implements AttemptReply {

    /** The problems that a client may not take for a no. */
    private static final Set<String> OPEN =
        Set.of("outcome-unknown", "idempotency-in-flight", "internal-error");

    @Override
    public Meaning meaning() {
      if (status / 100 == 2) {
        return Meaning.ACKNOWLEDGED;
      }
      if (OPEN.contains(problem)) {
        return Meaning.UNKNOWN;
      }
      return status / 100 == 4 ? Meaning.REFUSED : Meaning.FAILED;
    }

    @Override
    public String label() {
      return problem.isEmpty() ? Integer.toString(status) : problem;
    }
  }

  /** Nobody answered. */
  record Silence(Failure why) implements AttemptReply {

    @Override
    public Meaning meaning() {
      return why == Failure.NOT_CONNECTED ? Meaning.FAILED : Meaning.UNKNOWN;
    }

    @Override
    public String label() {
      return why.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
