package dev.stampede.lane;

/** The decision of a group's transaction on one request. */
public sealed interface Decision<A> {

  /** Decided; the caller hears it once the group has committed. */
  record Decided<A>(A answer) implements Decision<A> {}

  /**
   * Something it needs was not free, and it left no trace: it goes to the head of the next group.
   */
  record CarriedOver<A>() implements Decision<A> {}

  /**
   * It could have been decided, but stands behind one that was carried over and may not overtake
   * it: it goes back too, and this is not counted against it.
   */
  record Behind<A>() implements Decision<A> {}
}
