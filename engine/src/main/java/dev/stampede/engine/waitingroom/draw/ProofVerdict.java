package dev.stampede.engine.waitingroom.draw;

/** The result of checking a proof: all of it holds, or the first thing that does not. */
public sealed interface ProofVerdict {

  /** The order is the one that the secret gives these leaves. */
  record Honest(int leaves) implements ProofVerdict {}

  /** Something does not hold. */
  sealed interface Refuted extends ProofVerdict {}

  /** The secret is not the one that was committed to. */
  record WrongSecret(Hash commitment, Hash ofSecret) implements Refuted {}

  /** The number of leaves is not the number in the proof. */
  record WrongCount(int said, long published) implements Refuted {}

  /** Somebody would have two places. */
  record LeafTwice(Hash leaf) implements Refuted {}

  /** These are not the leaves that were frozen. */
  record WrongRoot(Hash said, Hash ofLeaves) implements Refuted {}

  /** The leaf at this place belongs before the one in front of it. */
  record WrongOrder(int place, Hash leaf) implements Refuted {}
}
