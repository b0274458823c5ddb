package dev.stampede.locks;

/** The contract, for those who wait like this. */
final class PubsubLocksTest extends LockContract {

  PubsubLocksTest() {
    super(Waiting.PUBSUB);
  }
}
