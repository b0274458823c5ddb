package dev.stampede.matchmaking.backend;

import dev.stampede.matchmaking.backend.BackendListener.Ending;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Other people's code, run with a deadline: whatever becomes of it, the tick goes on.
 *
 * <p>At the deadline its thread is interrupted. One that does not heed it is left behind, and not
 * run again until it has ended: so there is never more than one of each.
 */
final class Step {

  private static final Logger log = LoggerFactory.getLogger(Step.class);

  private final String name;
  private final BiConsumer<Ending, Duration> ended;
  private final Semaphore turn = new Semaphore(1);

  /**
   * A step.
   *
   * @param name for people
   * @param ended hears how each run has ended
   */
  Step(String name, BiConsumer<Ending, Duration> ended) {
    this.name = name;
    this.ended = ended;
  }

  /** One run of it. */
  final class Run<T> {
    private final long begun = System.nanoTime();
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final Thread thread;

    private Run(Callable<T> code) {
      thread = Thread.ofVirtual().name(name).unstarted(() -> run(code));
    }

    private void run(Callable<T> code) {
      try {
        answer.complete(code.call());
      } catch (Exception | Error e) {
        answer.completeExceptionally(e);
      } finally {
        turn.release();
      }
    }

    /** The answer, or empty when there is none by then. */
    Optional<T> await(long deadlineNanos) throws InterruptedException {
      try {
        long left = Math.max(0, deadlineNanos - System.nanoTime());
        T found = answer.get(left, TimeUnit.NANOSECONDS);
        tell(Ending.WORKED);
        return Optional.of(found);
      } catch (ExecutionException e) {
        log.warn("{} failed", name, e.getCause());
        tell(Ending.FAILED);
        return Optional.empty();
      } catch (TimeoutException e) {
        log.warn("{} did not end in time and was interrupted", name);
        thread.interrupt();
        tell(Ending.TOO_LATE);
        return Optional.empty();
      } catch (InterruptedException stopped) {
        thread.interrupt();
        throw stopped;
      }
    }

    private void tell(Ending ending) {
      ended.accept(ending, Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  /** Begins, unless its last run is still going on. */
  <T> Optional<Run<T>> begin(Callable<T> code) {
    if (!turn.tryAcquire()) {
      log.warn("{} still runs from an earlier tick; this tick skips it", name);
      ended.accept(Ending.TOO_LATE, Duration.ZERO);
      return Optional.empty();
    }
    Run<T> run = new Run<>(code);
    run.thread.start();
    return Optional.of(run);
  }
}
