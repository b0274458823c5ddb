package dev.stampede.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.workers.GroupOutcome.AllDone;
import dev.stampede.workers.GroupOutcome.OneFailed;
import dev.stampede.workers.GroupOutcome.OutOfTime;
import dev.stampede.workers.Pipeline.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Producers and consumers with a bound between them. */
@Timeout(60)
final class PipelineTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(30);

  /** Patient: on a busy machine a task that listens may take a while to end. */
  private static final PoolSettings PATIENT =
      new PoolSettings(PoolSettings.DEFAULT_WORKERS, 1_000, LONG, LONG);

  private final WorkerPool pool = new WorkerPool("test", PATIENT, new RecordingPoolListener());

  @AfterEach
  void close() {
    pool.close();
  }

  /** Fails when a put does not wait for room: planted, the buffer held thousands. */
  @Test
  void everyItemIsConsumedOnceAndTheBufferStaysBounded() throws InterruptedException {
    Queue<Integer> consumed = new ConcurrentLinkedQueue<>();
    AtomicInteger deepest = new AtomicInteger();
    try (Pipeline<Integer> pipeline =
        Pipeline.start(pool, "squares", new Size(8, 4), Deadline.in(LONG), consumed::add)) {
      List<Thread> producers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int from = i * 1_000;
        producers.add(Thread.startVirtualThread(() -> produce(pipeline, from, deepest)));
      }
      for (Thread producer : producers) {
        producer.join();
      }
      assertThat(pipeline.finish()).isEqualTo(new AllDone());
    }
    assertThat(consumed).hasSize(4_000).doesNotHaveDuplicates();
    assertThat(deepest.get()).isLessThanOrEqualTo(8);
  }

  private static void produce(Pipeline<Integer> pipeline, int from, AtomicInteger deepest) {
    try {
      for (int i = from; i < from + 1_000; i++) {
        assertThat(pipeline.put(i)).isEqualTo(new Put.Taken());
        deepest.accumulateAndGet(pipeline.depth(), Math::max);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void oneConsumerKeepsTheOrder() throws InterruptedException {
    List<Integer> consumed = new ArrayList<>();
    try (Pipeline<Integer> pipeline =
        Pipeline.start(pool, "line", new Size(3, 1), Deadline.in(LONG), consumed::add)) {
      for (int i = 0; i < 100; i++) {
        assertThat(pipeline.put(i)).isEqualTo(new Put.Taken());
      }
      assertThat(pipeline.finish()).isEqualTo(new AllDone());
    }
    assertThat(consumed).hasSize(100).isSorted();
  }

  @Test
  void aConsumerThatFailsEndsItForProducersToo() throws InterruptedException {
    try (Pipeline<Integer> pipeline =
        Pipeline.start(
            pool,
            "breaks",
            new Size(1, 2),
            Deadline.in(LONG),
            item -> {
              throw new IllegalStateException("item " + item);
            })) {
      Put last = new Put.Taken();
      for (int i = 0; last instanceof Put.Taken; i++) {
        last = pipeline.put(i);
      }
      assertThat(last).isEqualTo(new Put.Ended());
      assertThat(pipeline.finish())
          .isInstanceOfSatisfying(
              OneFailed.class,
              failed -> assertThat(failed.failure()).hasMessageStartingWith("item "));
    }
  }

  @Test
  void aProducerDoesNotWaitForeverForSlowConsumers() throws InterruptedException {
    try (Pipeline<Integer> pipeline =
        Pipeline.start(
            pool,
            "stuck",
            new Size(1, 1),
            Deadline.in(SHORT),
            item -> new CountDownLatch(1).await())) {
      Put last = new Put.Taken();
      for (int i = 0; last instanceof Put.Taken; i++) {
        last = pipeline.put(i);
      }
      // The consumer hears of the deadline too, and either may be first.
      assertThat(last).isIn(new Put.NoTime(), new Put.Ended());
      assertThat(pipeline.finish()).isEqualTo(new OutOfTime());
    }
  }

  @Test
  void afterTheEndNothingIsTaken() throws InterruptedException {
    try (Pipeline<Integer> pipeline =
        Pipeline.start(pool, "done", new Size(1, 1), Deadline.in(LONG), item -> {})) {
      assertThat(pipeline.finish()).isEqualTo(new AllDone());
      assertThat(pipeline.put(1)).isEqualTo(new Put.Ended());
    }
  }

  @Test
  void anAbandonedPipelineStopsItsConsumers() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    try (Pipeline<Integer> pipeline =
        Pipeline.start(
            pool,
            "given up",
            new Size(1, 1),
            Deadline.in(LONG),
            item -> {
              started.countDown();
              new CountDownLatch(1).await();
            })) {
      assertThat(pipeline.put(1)).isEqualTo(new Put.Taken());
      started.await();
    }
    assertThat(pool.running()).isZero();
  }

  @Test
  void moreConsumersThanWorkersWouldNeverStart() {
    assertThatThrownBy(
            () -> Pipeline.start(pool, "big", new Size(1, 21), Deadline.in(LONG), item -> {}))
        .hasMessage("consumers is 21, but the pool has 20 workers; set no more than that");
    assertThatThrownBy(() -> new Size(0, 1)).hasMessage("capacity is 0; set 1..1000000");
  }
}
