package dev.stampede.locks;

/** The contract, for this way to wait. */
final class SimpleLocksTest extends LockContract {

  SimpleLocksTest() {
    super(Waiting.SIMPLE);
  }
}
