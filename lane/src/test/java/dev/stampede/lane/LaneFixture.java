package dev.stampede.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;

/** A lane, driven step by step by a committer whose every commit the test lets go. */
abstract class LaneFixture {

  static final Duration PATIENT = Duration.ofSeconds(30);
  static final Duration HURRIED = Duration.ofMillis(20);
  static final Executor VIRTUAL = Thread::startVirtualThread;

  final SteppedCommitter committer = new SteppedCommitter();
  Lane<String, String> lane = lane(new LaneSettings(8, 4, PATIENT));

  @AfterEach
  void letGo() {
    committer.letAllPass();
    lane.close();
  }

  final Lane<String, String> lane(LaneSettings settings) {
    return new Lane<>("test-lane", settings, committer, LaneListener.NONE);
  }

  CompletableFuture<Outcome<String>> submit(String request) {
    return submit(request, PATIENT);
  }

  CompletableFuture<Outcome<String>> submit(String request, Duration patience) {
    return CompletableFuture.supplyAsync(() -> lane.submit(request, patience), VIRTUAL);
  }

  /** One after the other, each once the one before it is in the queue. */
  List<CompletableFuture<Outcome<String>>> submitInOrder(String... requests) {
    List<CompletableFuture<Outcome<String>>> callers = new ArrayList<>();
    for (String request : requests) {
      int depth = lane.depth();
      callers.add(submit(request));
      awaitDepth(depth + 1);
    }
    return callers;
  }

  void awaitDepth(int depth) {
    await("depth " + depth, () -> lane.depth() == depth);
  }

  static Outcome<String> decided(String answer) {
    return new Outcome.Decided<>(answer);
  }

  static Outcome<String> answer(CompletableFuture<Outcome<String>> caller) {
    return caller.orTimeout(40, TimeUnit.SECONDS).join();
  }

  static void awaitNanos(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    await("time passes", () -> System.nanoTime() > end);
  }

  static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("still waiting for: " + what).isLessThan(end);
      LockSupport.parkNanos(100_000);
    }
  }
}
