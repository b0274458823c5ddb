package dev.stampede.lane;

import java.util.List;

/** The end of a group's transaction. Decisions stand in the order of the group's requests. */
public sealed interface Commit<A> {

  List<Decision<A>> decisions();

  /** It is durable. */
  record Done<A>(List<Decision<A>> decisions) implements Commit<A> {
    public Done {
      decisions = List.copyOf(decisions);
    }
  }

  /**
   * The commit was sent and its answer never came: neither done nor failed until somebody finds
   * out. The inquiry may take its time but must end.
   */
  record InDoubt<A>(List<Decision<A>> decisions, Inquiry inquiry) implements Commit<A> {
    public InDoubt {
      decisions = List.copyOf(decisions);
    }
  }

  /** Finds out what became of a transaction. */
  @FunctionalInterface
  interface Inquiry {
    Fate fate();
  }

  /** The result of an inquiry. */
  enum Fate {
    COMMITTED,
    /** Certainly nothing was written, and nothing will be. */
    ROLLED_BACK,
    UNKNOWN
  }
}
