package dev.stampede.locks;

/** The contract, for those who wait like this. */
final class SimpleLocksTest extends LockContract {

  SimpleLocksTest() {
    super(Waiting.SIMPLE);
  }
}
