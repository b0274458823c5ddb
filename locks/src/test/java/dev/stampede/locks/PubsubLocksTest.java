package dev.stampede.locks;

/** The contract, for this way to wait. */
final class PubsubLocksTest extends LockContract {

  PubsubLocksTest() {
    super(Waiting.PUBSUB);
  }
}
