package dev.stampede.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LoopTest {

  @Test
  void itTicksUntilItIsClosedAndNotOnceMore() throws Exception {
    CountDownLatch three = new CountDownLatch(3);
    AtomicInteger ticks = new AtomicInteger();
    try (Loop _ =
        Loop.start(
            "test",
            Duration.ofMillis(1),
            () -> {
              ticks.incrementAndGet();
              three.countDown();
            })) {
      assertThat(three.await(30, TimeUnit.SECONDS)).isTrue();
    }

    int atTheEnd = ticks.get();
    assertThat(new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(ticks).hasValue(atTheEnd);
  }

  @Test
  void aTickThatFailsDoesNotEndTheLoop() throws Exception {
    CountDownLatch three = new CountDownLatch(3);
    try (Loop _ =
        Loop.start(
            "test that fails on purpose",
            Duration.ofMillis(1),
            () -> {
              three.countDown();
              throw new IllegalStateException("on purpose");
            })) {
      assertThat(three.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aRunningTickIsLeftToFinish() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicBoolean finished = new AtomicBoolean();
    Loop loop =
        Loop.start(
            "test",
            Duration.ofMinutes(1),
            () -> {
              begun.countDown();
              goOn.await();
              finished.set(true);
            });
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    Thread closer = Thread.startVirtualThread(loop::close);

    goOn.countDown();
    closer.join();

    assertThat(finished).isTrue();
  }
}
