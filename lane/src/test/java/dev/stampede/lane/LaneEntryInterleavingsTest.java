package dev.stampede.lane;

import java.time.Duration;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * An entry between its caller and its writer, in the many orders in which their steps can fall.
 *
 * <p>Lincheck decides which thread takes the next step. In its model memory is sequentially
 * consistent, time stands still, and a parked thread may wake by itself: so this proves what a
 * caller is told, and {@link LaneEntryTest} that it is woken. It takes a variable that only a
 * lambda captures for private to one thread, so caller and writer are classes with fields here.
 * AssertJ does not work inside, and {@code join()} is seen only when called on a {@link Thread}.
 *
 * <p>Seen to fail with planted bugs, each alone: {@code giveUp} that sets without looking, {@code
 * giveUp} and {@code take} that look and then set, and a wait that ends although the entry is
 * taken.
 */
final class LaneEntryInterleavingsTest {

  private static final int INTERLEAVINGS = 500;

  @Test
  void callerAndWriterAgreeAsIfTheirStepsWereTakenOneAfterTheOther() {
    new ModelCheckingOptions()
        .iterations(12)
        .invocationsPerIteration(150)
        .threads(2)
        .actorsBefore(0)
        .actorsPerThread(4)
        .actorsAfter(1)
        .sequentialSpecification(AgreedEntry.class)
        .check(SharedEntry.class);
  }

  @Test
  void aCallerWhosePatienceHasEndedHearsTheTruthFromAWriterThatWrites() {
    Lincheck.runConcurrentTest(
        INTERLEAVINGS,
        () -> {
          HurriedCaller caller = new HurriedCaller();
          caller.start();

          boolean written = carryOnceThenWrite(caller.entry);

          join(caller);
          Outcome<String> truth = written ? DECIDED : new Outcome.Expired<>(Duration.ZERO);
          if (!truth.equals(caller.heard)) {
            throw new AssertionError("heard " + caller.heard + "; the truth is " + truth);
          }
        });
  }

  private static boolean carryOnceThenWrite(LaneEntry<String, String> entry) {
    if (!entry.take()) {
      return false;
    }
    entry.putBack(true);
    if (!entry.take()) {
      return false;
    }
    entry.finish(DECIDED);
    return true;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Nobody waits by them here: there is no patience to be kept. */
  private static final Waiters WAITERS = new Waiters("waiters");

  private static final Outcome<String> DECIDED = new Outcome.Decided<>("seat");
  private static final Outcome<String> CANCELLED = new Outcome.Cancelled<>();

  /** Waits with no patience left: it gives up, unless the writer has its entry just then. */
  private static final class HurriedCaller extends Thread {

    final LaneEntry<String, String> entry = new LaneEntry<>("request", this, 0);
    volatile @Nullable Outcome<String> heard;

    @Override
    public void run() {
      heard = entry.await(Duration.ZERO, WAITERS);
    }
  }

  /** One writer and one caller, each free to take any step that is theirs. */
  public static final class SharedEntry {

    private final LaneEntry<String, String> entry =
        new LaneEntry<>("request", Thread.currentThread(), 0);

    /** Only the writer reads and writes it. */
    private boolean held;

    @Operation(nonParallelGroup = "writer")
    public boolean take() {
      boolean taken = entry.take();
      held |= taken;
      return taken;
    }

    @Operation(nonParallelGroup = "writer")
    public void putBack() {
      if (held) {
        held = false;
        entry.putBack(true);
      }
    }

    @Operation(nonParallelGroup = "writer")
    public void finish() {
      if (held) {
        held = false;
        entry.finish(DECIDED);
      }
    }

    @Operation(nonParallelGroup = "caller")
    public boolean giveUp() {
      return entry.giveUp(CANCELLED);
    }

    @Operation(nonParallelGroup = "caller")
    public @Nullable Outcome<String> outcome() {
      return entry.outcome();
    }
  }

  /** The contract of an entry, for one step at a time. */
  public static final class AgreedEntry {

    private boolean held;
    private @Nullable Outcome<String> outcome;

    public boolean take() {
      boolean free = !held && outcome == null;
      held |= free;
      return free;
    }

    public void putBack() {
      held = false;
    }

    public void finish() {
      if (held) {
        held = false;
        outcome = DECIDED;
      }
    }

    public boolean giveUp() {
      boolean free = !held && outcome == null;
      if (free) {
        outcome = CANCELLED;
      }
      return free;
    }

    public @Nullable Outcome<String> outcome() {
      return outcome;
    }
  }
}
