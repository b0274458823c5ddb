package dev.stampede.lane;

import org.jetbrains.lincheck.Lincheck;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The end of an inbox against a caller who still puts something in, in the many orders in which
 * their steps can fall; what Lincheck can and cannot see stands in {@link
 * LaneEntryInterleavingsTest}.
 *
 * <p>Seen to fail with planted bugs, each alone: the end noted after the last look, no last look,
 * and a caller that does not look at the note.
 */
final class LaneQueueInterleavingsTest {

  /** The end noted too late is missed with 300 and found with 700. */
  private static final int INTERLEAVINGS = 1_000;

  @Test
  void anEntryPutWhileTheLaneClosesIsEitherWrittenOrRefused() {
    Lincheck.runConcurrentTest(
        INTERLEAVINGS,
        () -> {
          LaneQueue<String, String> inbox = new LaneQueue<>(1);
          Caller caller = new Caller(inbox);
          caller.start();

          inbox.close();
          boolean written = writeUntilTheEnd(inbox);

          join(caller);
          expect(written ? DECIDED : CLOSED, caller.entry.outcome());
        });
  }

  private static boolean writeUntilTheEnd(LaneQueue<String, String> inbox) {
    boolean written = false;
    while (!inbox.end()) {
      LaneEntry<String, String> entry = inbox.poll();
      if (entry != null && entry.take()) {
        entry.finish(DECIDED);
        written = true;
      }
    }
    return written;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void expect(Outcome<String> expected, @Nullable Outcome<String> outcome) {
    if (!expected.equals(outcome)) {
      throw new AssertionError("the outcome is " + outcome + "; the truth is " + expected);
    }
  }

  private static final Outcome<String> DECIDED = new Outcome.Decided<>("seat");
  private static final Outcome<String> CLOSED = new Outcome.Closed<>();

  /** Puts its entry and leaves; an entry without an outcome would have waited for ever. */
  private static final class Caller extends Thread {

    private final LaneQueue<String, String> inbox;
    private final LaneEntry<String, String> entry = new LaneEntry<>("request", this, 0);

    Caller(LaneQueue<String, String> inbox) {
      this.inbox = inbox;
    }

    @Override
    public void run() {
      inbox.put("key", entry);
    }
  }
}
