package dev.stampede.locks;

/** The contract, for those who wait like this. */
final class SpinLocksTest extends LockContract {

  SpinLocksTest() {
    super(Waiting.SPIN);
  }
}
