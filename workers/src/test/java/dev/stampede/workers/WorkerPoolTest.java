package dev.stampede.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.workers.Submission.Accepted;
import dev.stampede.workers.Submission.Closed;
import dev.stampede.workers.Submission.Full;
import dev.stampede.workers.TaskOutcome.Cancelled;
import dev.stampede.workers.TaskOutcome.Done;
import dev.stampede.workers.TaskOutcome.TimedOut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The promises of a pool for one task. */
@Timeout(60)
final class WorkerPoolTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(20);

  /** Late enough for a task to have begun, on a busy machine too. */
  private static final Duration SOON = Duration.ofSeconds(4);

  private final RecordingPoolListener heard = new RecordingPoolListener();

  /** Fails when a task takes no permit: planted, 200 tasks ran at once. */
  @Test
  void noMoreRunAtOnceThanThereAreWorkers() throws InterruptedException {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Task<Integer>> tasks = new ArrayList<>();
    try (WorkerPool pool = pool(PoolSettings.DEFAULT)) {
      for (int i = 0; i < 200; i++) {
        int number = i;
        tasks.add(
            accepted(
                pool.submit(
                    "count",
                    Deadline.in(LONG),
                    () -> {
                      most.accumulateAndGet(running.incrementAndGet(), Math::max);
                      Thread.sleep(2);
                      running.decrementAndGet();
                      return number;
                    })));
      }
      for (int i = 0; i < tasks.size(); i++) {
        assertThat(tasks.get(i).await()).isEqualTo(new Done<>(i));
      }
    }
    assertThat(most.get()).isBetween(2, PoolSettings.DEFAULT_WORKERS);
  }

  @Test
  void thoseWhoWaitAreServedInTheOrderInWhichTheyCame() throws InterruptedException {
    List<Integer> order = new ArrayList<>();
    CountDownLatch go = new CountDownLatch(1);
    try (WorkerPool pool = pool(PoolSettings.workers(1))) {
      accepted(pool.offer("first", Deadline.in(LONG), waitFor(go)));
      until(() -> pool.running() == 1);
      for (int i = 0; i < 20; i++) {
        int number = i;
        accepted(pool.offer("next", Deadline.in(LONG), () -> order.add(number)));
        int inLine = i + 1;
        until(() -> pool.inLine() == inLine);
      }
      go.countDown();
    }
    assertThat(order).isSorted().hasSize(20);
  }

  @Test
  void aFullPoolRefusesATaskWithItsCounts() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    try (WorkerPool pool = pool(PoolSettings.workers(1).waiting(1))) {
      accepted(pool.offer("runs", Deadline.in(LONG), waitFor(go)));
      until(() -> pool.running() == 1);
      accepted(pool.offer("waits", Deadline.in(LONG), waitFor(go)));

      assertThat(pool.<Boolean>offer("refused", Deadline.in(LONG), waitFor(go)))
          .isEqualTo(new Full<>(1, 1));
      assertThat(pool.<Boolean>submit("tired of waiting", Deadline.in(SHORT), waitFor(go)))
          .isInstanceOf(Full.class);
      go.countDown();
      assertThat(pool.<Boolean>submit("waits for room", Deadline.in(LONG), waitFor(go)))
          .isInstanceOf(Accepted.class);
    }
  }

  @Test
  void aDeadlineInterruptsTheTaskAndTellsItsWaiter() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    try (WorkerPool pool = pool(PoolSettings.DEFAULT)) {
      Task<Boolean> task =
          accepted(pool.offer("sleeps", Deadline.in(SOON), untilInterrupted(begun, interrupted)));
      begun.await();

      assertThat(task.await()).isEqualTo(new TimedOut<>());
      interrupted.await();
    }
    assertThat(heard.said).isEmpty();
  }

  /** Seen to fail when such a task counted as failed: its own clock is often ahead of the alarm. */
  @Test
  void aTaskThatNoticesItsDeadlineBeforeTheAlarmHasTimedOut() throws InterruptedException {
    try (WorkerPool pool = pool(PoolSettings.DEFAULT)) {
      for (int i = 0; i < 20; i++) {
        Deadline deadline = Deadline.in(SHORT);
        Task<Boolean> task = accepted(pool.offer("watches", deadline, () -> awaitEnd(deadline)));

        assertThat(task.await()).isEqualTo(new TimedOut<>());
      }
    }
    assertThat(heard.said).isEmpty();
  }

  private static boolean awaitEnd(Deadline deadline) throws InterruptedException {
    while (!deadline.hasPassed()) {
      Thread.onSpinWait();
    }
    throw new InterruptedException("out of time");
  }

  @Test
  void aDeadlinePassesInTheLineToo() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger ran = new AtomicInteger();
    try (WorkerPool pool = pool(PoolSettings.workers(1))) {
      accepted(pool.offer("runs", Deadline.in(LONG), waitFor(go)));
      until(() -> pool.running() == 1);
      Task<Integer> late = accepted(pool.offer("late", Deadline.in(SHORT), ran::incrementAndGet));

      assertThat(late.await()).isEqualTo(new TimedOut<>());
      until(() -> pool.waiting() == 0);
      go.countDown();
    }
    assertThat(ran.get()).isZero();
  }

  @Test
  void cancellingReachesTheTaskWhereverItIs() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    try (WorkerPool pool = pool(PoolSettings.workers(1))) {
      Task<Boolean> runs =
          accepted(pool.offer("runs", Deadline.in(LONG), untilInterrupted(begun, interrupted)));
      begun.await();
      Task<Boolean> waits =
          accepted(pool.offer("waits", Deadline.in(LONG), untilInterrupted(begun, interrupted)));

      waits.cancel();
      runs.cancel();

      assertThat(waits.await()).isEqualTo(new Cancelled<>());
      assertThat(runs.await()).isEqualTo(new Cancelled<>());
      interrupted.await();
    }
  }

  @Test
  void aNestedTaskInheritsTheDeadlineAndTraceOfItsOrigin() throws InterruptedException {
    try (WorkerPool outer = pool(PoolSettings.DEFAULT);
        WorkerPool inner = pool(PoolSettings.DEFAULT)) {
      TaskContext origin = new TaskContext("request", "r-17", Deadline.in(Duration.ofSeconds(20)));
      Task<TaskContext> task =
          TaskContext.<Task<TaskContext>, InterruptedException>callWith(
              origin,
              () ->
                  accepted(
                      outer.offer(
                          "outer",
                          Deadline.in(LONG),
                          () -> value(inner.submit("inner", Deadline.in(LONG), this::here)))));

      assertThat(task.await())
          .isEqualTo(new Done<>(new TaskContext("inner", "r-17", origin.deadline())));
      assertThat(TaskContext.current()).isEmpty();
    }
  }

  @Test
  void aFailureNobodyWaitsForIsToldAnyway() {
    try (WorkerPool pool = pool(PoolSettings.DEFAULT)) {
      accepted(pool.offer("breaks", Deadline.in(LONG), failing("glass")));
    }
    assertThat(heard.said).containsExactly("breaks failed: glass");
  }

  @Test
  void aTaskPastItsDeadlineKeepsItsWorkerAndItsLateEndIsReported() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch go = new CountDownLatch(1);
    try (WorkerPool pool = pool(PoolSettings.workers(2))) {
      Task<Boolean> returns = accepted(pool.offer("deaf", Deadline.in(SOON), deafUntil(begun, go)));
      Task<Boolean> throwing =
          accepted(
              pool.offer(
                  "angry",
                  Deadline.in(SOON),
                  () -> {
                    deafUntil(begun, go).call();
                    throw new IllegalStateException("late");
                  }));
      begun.await();
      assertThat(returns.await()).isEqualTo(new TimedOut<>());
      assertThat(throwing.await()).isEqualTo(new TimedOut<>());

      assertThat(pool.running()).isEqualTo(2);
      go.countDown();
    }
    assertThat(heard.said).containsExactlyInAnyOrder("deaf ended late", "angry failed late: late");
  }

  @Test
  void closingWaitsForWhatWasAcceptedAndTakesNothingMore() {
    AtomicInteger done = new AtomicInteger();
    WorkerPool pool = pool(PoolSettings.workers(4));
    for (int i = 0; i < 50; i++) {
      accepted(
          pool.offer(
              "work",
              Deadline.in(LONG),
              () -> {
                Thread.sleep(1);
                return done.incrementAndGet();
              }));
    }
    pool.close();

    assertThat(done.get()).isEqualTo(50);
    assertThat(pool.<Integer>offer("too late", Deadline.in(LONG), done::incrementAndGet))
        .isEqualTo(new Closed<>());
  }

  @Test
  void closingStopsWhatDoesNotEndInTimeAndNamesWhoDoesNotListen() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    PoolSettings hasty = new PoolSettings(4, 10, SHORT, SHORT);
    WorkerPool pool = pool(hasty);
    Task<Boolean> slow =
        accepted(pool.offer("slow", Deadline.in(LONG), untilInterrupted(begun, interrupted)));
    Task<Boolean> deaf = accepted(pool.offer("deaf", Deadline.in(LONG), deafUntil(begun, go)));
    begun.await();

    pool.close();

    interrupted.await();
    assertThat(slow.await()).isEqualTo(new Cancelled<>());
    assertThat(deaf.await()).isEqualTo(new Cancelled<>());
    assertThat(heard.said).contains("deaf is deaf");
    go.countDown();
  }

  /** Fails when the interrupt goes to a shared worker: here each task has a thread of its own. */
  @Test
  void aCancelledTaskNeverInterruptsAnother() throws InterruptedException {
    AtomicInteger hit = new AtomicInteger();
    try (WorkerPool pool = pool(PoolSettings.workers(2))) {
      for (int i = 0; i < 500; i++) {
        Task<Boolean> stopped = accepted(pool.submit("stopped", Deadline.in(LONG), () -> true));
        Task<Integer> other =
            accepted(
                pool.submit(
                    "other",
                    Deadline.in(LONG),
                    () -> Thread.interrupted() ? hit.incrementAndGet() : 0));
        stopped.cancel();
        assertThat(other.await()).isEqualTo(new Done<>(0));
      }
    }
    assertThat(hit.get()).isZero();
  }

  @Test
  void limitsAreChecked() {
    assertThatThrownBy(() -> PoolSettings.workers(0))
        .hasMessage("workers is 0; set 1..100000 (default 20)");
    assertThatThrownBy(() -> PoolSettings.DEFAULT.waiting(-1))
        .hasMessageContaining("waiting is -1");
    assertThatThrownBy(() -> PoolSettings.DEFAULT.drain(SHORT.negated()))
        .hasMessageContaining("neither can be negative");
  }

  private WorkerPool pool(PoolSettings settings) {
    return new WorkerPool("test", settings, heard);
  }

  private TaskContext here() {
    return TaskContext.current().orElseThrow();
  }

  private static <T> T value(Submission<T> submission) throws InterruptedException {
    TaskOutcome<T> outcome = accepted(submission).await();
    if (outcome instanceof Done<T>(T value)) {
      return value;
    }
    throw new AssertionError("not done: " + outcome);
  }

  private static <T> Task<T> accepted(Submission<T> submission) {
    if (submission instanceof Accepted<T>(Task<T> task)) {
      return task;
    }
    throw new AssertionError("not accepted: " + submission);
  }

  private static Callable<Boolean> failing(String message) {
    return () -> {
      throw new IllegalStateException(message);
    };
  }

  private static Callable<Boolean> waitFor(CountDownLatch go) {
    return () -> {
      go.await();
      return true;
    };
  }

  /** Something that has begun can be interrupted; what has not is never run. */
  private static Callable<Boolean> untilInterrupted(
      CountDownLatch begun, CountDownLatch interrupted) {
    return () -> {
      try {
        begun.countDown();
        new CountDownLatch(1).await();
        return true;
      } catch (InterruptedException wanted) {
        interrupted.countDown();
        throw wanted;
      }
    };
  }

  private static Callable<Boolean> deafUntil(CountDownLatch begun, CountDownLatch go) {
    return () -> {
      begun.countDown();
      boolean waiting = true;
      while (waiting) {
        try {
          go.await();
          waiting = false;
        } catch (InterruptedException ignored) {
          waiting = true;
        }
      }
      return true;
    };
  }

  private static void until(BooleanSupplier condition) throws InterruptedException {
    Deadline deadline = Deadline.in(LONG);
    while (!condition.getAsBoolean()) {
      assertThat(deadline.hasPassed()).isFalse();
      Thread.sleep(1);
    }
  }
}
