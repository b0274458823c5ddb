package dev.stampede.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.workers.GroupOutcome.AllDone;
import dev.stampede.workers.GroupOutcome.NoRoom;
import dev.stampede.workers.GroupOutcome.OneFailed;
import dev.stampede.workers.GroupOutcome.OutOfTime;
import dev.stampede.workers.GroupOutcome.Stopped;
import dev.stampede.workers.TaskOutcome.Done;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that end as one. */
@Timeout(60)
final class TaskGroupTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(30);

  /** Patient: on a busy machine a task that listens may take a while to end. */
  private static final PoolSettings PATIENT =
      new PoolSettings(PoolSettings.DEFAULT_WORKERS, 1_000, LONG, LONG);

  private final RecordingPoolListener heard = new RecordingPoolListener();
  private final WorkerPool pool = new WorkerPool("test", PATIENT, heard);

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void allThatReturnAreDone() throws InterruptedException {
    List<Task<Integer>> tasks = new ArrayList<>();
    try (TaskGroup group = pool.group("sum", Deadline.in(LONG))) {
      for (int i = 0; i < 100; i++) {
        int number = i;
        tasks.add(group.<Integer>fork("part", () -> number).orElseThrow());
      }
      assertThat(group.join()).isEqualTo(new AllDone());
    }
    for (int i = 0; i < tasks.size(); i++) {
      assertThat(tasks.get(i).await()).isEqualTo(new Done<>(i));
    }
  }

  @Test
  void aGroupOfNothingIsDone() throws InterruptedException {
    try (TaskGroup group = pool.group("nothing", Deadline.in(LONG))) {
      assertThat(group.join()).isEqualTo(new AllDone());
    }
  }

  /** Fails when a failure does not stop the others: planted, they were never interrupted. */
  @Test
  void oneThatFailsStopsItsSiblingsBeforeAnyoneJoins() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(3);
    CountDownLatch interrupted = new CountDownLatch(3);
    try (TaskGroup group = pool.group("doomed", Deadline.in(LONG))) {
      for (int i = 0; i < 3; i++) {
        group.fork(
            "sibling",
            () -> {
              begun.countDown();
              return sleep(interrupted);
            });
      }
      begun.await();
      group.fork("bad", () -> fail("bad"));

      assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(group.join())
          .isInstanceOfSatisfying(
              OneFailed.class, failed -> assertThat(failed.failure()).hasMessage("bad"));
      assertThat(group.fork("after", () -> true)).isEmpty();
    }
  }

  @Test
  void otherFailuresGoWithTheFirst() throws InterruptedException {
    CountDownLatch together = new CountDownLatch(3);
    try (TaskGroup group = pool.group("all bad", Deadline.in(LONG))) {
      for (String name : List.of("one", "two", "three")) {
        group.fork(
            name,
            () -> {
              together.countDown();
              awaitDeaf(together);
              return fail(name);
            });
      }
      assertThat(group.join())
          .isInstanceOfSatisfying(
              OneFailed.class, failed -> assertThat(failed.failure().getSuppressed()).hasSize(2));
    }
    assertThat(heard.said).hasSize(3);
  }

  @Test
  void theDeadlineEndsAllOfIt() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(2);
    try (TaskGroup group = pool.group("slow", Deadline.in(SHORT))) {
      group.fork("a", () -> sleep(interrupted));
      group.fork("b", () -> sleep(interrupted));

      assertThat(group.join()).isEqualTo(new OutOfTime());
    }
    assertThat(pool.running()).isZero();
  }

  @Test
  void aGroupCanBeStoppedAndDoesNotOutliveItsBlock() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(2);
    try (TaskGroup group = pool.group("given up", Deadline.in(LONG))) {
      group.fork("a", () -> sleep(interrupted));
      group.cancel();
      assertThat(group.join()).isEqualTo(new Stopped());
    }
    try (TaskGroup group = pool.group("left", Deadline.in(LONG))) {
      group.fork("b", () -> sleep(interrupted));
    }
    assertThat(pool.running()).isZero();
  }

  @Test
  void anOwnerWhoIsInterruptedStopsItsTasksFirst() {
    CountDownLatch interrupted = new CountDownLatch(1);
    try (TaskGroup group = pool.group("orphans", Deadline.in(LONG))) {
      assertThatThrownBy(
              () -> {
                group.fork("a", () -> sleep(interrupted));
                Thread.currentThread().interrupt();
                var _ = group.join();
              })
          .isInstanceOf(InterruptedException.class);
    }
    assertThat(pool.running()).isZero();
  }

  @Test
  void aGroupThatFindsNoRoomFailsAsAWhole() throws InterruptedException {
    pool.close();
    AtomicInteger ran = new AtomicInteger();
    try (TaskGroup group = pool.group("late", Deadline.in(LONG))) {
      assertThat(group.fork("a", ran::incrementAndGet)).isEmpty();
      assertThat(group.join()).isEqualTo(new NoRoom());
    }
    assertThat(ran.get()).isZero();
  }

  private static boolean fail(String message) {
    throw new IllegalStateException(message);
  }

  private static boolean sleep(CountDownLatch interrupted) throws InterruptedException {
    try {
      new CountDownLatch(1).await();
      return true;
    } catch (InterruptedException wanted) {
      interrupted.countDown();
      throw wanted;
    }
  }

  private static void awaitDeaf(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      LockSupport.parkNanos(1_000);
    }
  }
}
