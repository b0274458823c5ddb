package dev.stampede.locks;

/** The contract, for this way to wait. */
final class SpinLocksTest extends LockContract {

  SpinLocksTest() {
    super(Waiting.SPIN);
  }
}
