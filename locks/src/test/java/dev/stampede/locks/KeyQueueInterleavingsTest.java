package dev.stampede.locks;

import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/**
 * A lock handed on against a caller who gives up waiting for it, in the many orders in which their
 * steps can fall: a handed lock is never lost and never had twice, no matter which caller ends up
 * with the turn.
 *
 * <p>Seen to fail with a withdrawal that always says that it came in time, and with a line that
 * does not notice that it was closed.
 */
final class KeyQueueInterleavingsTest {

  private static final int INTERLEAVINGS = 150;
  private static final Tenure TENURE = new Tenure("owner", 1, 0);

  @Test
  void aHandedLockGoesToWhoWaitsOrStaysWithItsHolder() {
    Lincheck.runConcurrentTest(
        INTERLEAVINGS,
        () -> {
          KeyQueue line = new KeyQueue();
          QueuePlace holder = place();
          QueuePlace waiter = place();
          expect(line.enter(holder, 1) == KeyQueue.Entry.TURN, "the first has the turn");
          expect(line.enter(waiter, 1) == KeyQueue.Entry.BEHIND_OTHERS, "the second waits");
          GivingUp givingUp = new GivingUp(line, waiter);
          givingUp.start();

          boolean handed = line.handOver(holder, TENURE);

          join(givingUp);
          expect(handed != givingUp.withdrawn, "either handed over or given up");
          expect(handed == waiter.hasTurn(), "who was handed it has the turn");
          expect(handed == TENURE.equals(waiter.takeHanded()), "and the lock with it");
          expect(handed == (line.turn() == waiter), "and the line knows");
        });
  }

  @Test
  void aCallerEnteringAsTheLastLeavesGetsTheTurnOrAClosedLine() {
    Lincheck.runConcurrentTest(
        INTERLEAVINGS,
        () -> {
          KeyQueues lines = new KeyQueues(10);
          QueuePlace last = place();
          expect(lines.enter(last, true) == KeyQueue.Entry.TURN, "the first has the turn");
          Coming coming = new Coming(lines);
          coming.start();

          lines.leave(last);

          join(coming);
          expect(coming.place.hasTurn(), "nobody is left waiting in a line without a turn");
          expect(lines.enter(place(), false) == KeyQueue.Entry.FULL, "and no third one has it too");
          lines.leave(coming.place);
          expect(lines.isEmpty(), "the line goes with its last caller");
        });
  }

  private static QueuePlace place() {
    return new QueuePlace(LockName.of("", "seat"), new Bell(), true);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void expect(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private static final class GivingUp extends Thread {

    private final KeyQueue line;
    private final QueuePlace waiter;
    private boolean withdrawn;

    GivingUp(KeyQueue line, QueuePlace waiter) {
      this.line = line;
      this.waiter = waiter;
    }

    @Override
    public void run() {
      withdrawn = line.withdraw(waiter);
    }
  }

  private static final class Coming extends Thread {

    private final KeyQueues lines;
    private final QueuePlace place = place();

    Coming(KeyQueues lines) {
      this.lines = lines;
    }

    @Override
    public void run() {
      lines.enter(place, true);
    }
  }
}
