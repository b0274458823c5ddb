package dev.stampede.server.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SharedReadsTest {

  @Test
  void callersThatArriveDuringAReadShareTheNextRead() throws Exception {
    AtomicInteger reads = new AtomicInteger();
    CountDownLatch finish = new CountDownLatch(1);
    AtomicInteger waiting = new AtomicInteger();
    SharedReads<String, Integer> shared =
        new SharedReads<>(
            key -> {
              int number = reads.incrementAndGet();
              if (number == 1) {
                await(finish);
              }
              return number;
            });
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> first = threads.submit(() -> shared.read("k"));
      Eventually.within(Duration.ofSeconds(30)).until("the first reads", () -> reads.get() == 1);
      List<Future<Integer>> others = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        others.add(
            threads.submit(
                () -> {
                  waiting.incrementAndGet();
                  return shared.read("k");
                }));
      }
      Eventually.within(Duration.ofSeconds(30)).until("all wait", () -> waiting.get() == 50);
      finish.countDown();

      assertThat(first.get()).isEqualTo(1);
      for (Future<Integer> other : others) {
        assertThat(other.get()).as("read after it was asked for").isGreaterThan(1);
      }
      assertThat(reads.get()).isLessThan(50);
    }
  }

  @Test
  void nobodyIsGivenWhatWasReadBeforeTheAsking() {
    AtomicInteger reads = new AtomicInteger();
    SharedReads<String, Integer> shared = new SharedReads<>(key -> reads.incrementAndGet());

    assertThat(shared.read("k")).isEqualTo(1);
    assertThat(shared.read("k")).isEqualTo(2);
    assertThat(shared.read("other")).isEqualTo(3);
  }

  @Test
  void aFailureIsHeardAndNotKept() {
    AtomicInteger reads = new AtomicInteger();
    SharedReads<String, Integer> shared =
        new SharedReads<>(
            key -> {
              if (reads.incrementAndGet() == 1) {
                throw new IllegalStateException("away");
              }
              return reads.get();
            });

    assertThatThrownBy(() -> shared.read("k")).hasMessage("away");
    assertThat(shared.read("k")).isEqualTo(2);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
