package dev.stampede.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.lane.Decision.Decided;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A lane whose listener, committer, inquiry or writer breaks, errors included: nobody waits for
 * ever, and the next group is written, or refused at once where the writer is dead.
 *
 * <p>Seen to fail: on the lane before it had guards (the callers of every test but the one on what
 * the committer throws waited for ever); with {@code die} that forgets the inbox, the queued caller
 * of the last test ran into its patience.
 */
final class LaneFailureTest {

  private static final Duration PATIENT = Duration.ofSeconds(30);
  private static final Executor VIRTUAL = Thread::startVirtualThread;

  @Test
  void aListenerThatThrowsKeepsNoAnswerFromACaller() {
    for (Supplier<Throwable> thrown : throwables()) {
      try (Lane<String, String> lane =
          lane(group -> done(group), new ThrowingListener(thrown.get()))) {
        assertThat(answer(submit(lane, "a"))).isEqualTo(new Outcome.Decided<>("a"));
        assertThat(answer(submit(lane, "b"))).isEqualTo(new Outcome.Decided<>("b"));
        assertThat(lane.failure()).isEmpty();
      }
    }
  }

  @Test
  void aThrowingCommitterFailsItsRequestAndTheNextIsWritten() {
    for (Supplier<Throwable> thrown : throwables()) {
      Throwable failure = thrown.get();
      try (Lane<String, String> lane =
          lane(group -> group.contains("bad") ? raise(failure) : done(group), LaneListener.NONE)) {
        assertThat(answer(submit(lane, "bad"))).isEqualTo(new Outcome.Failed<>(failure));
        assertThat(answer(submit(lane, "good"))).isEqualTo(new Outcome.Decided<>("good"));
      }
    }
  }

  @Test
  void anInquiryThatThrowsAnErrorLeavesItUnknown() {
    for (Supplier<Throwable> thrown : throwables()) {
      Throwable failure = thrown.get();
      try (Lane<String, String> lane =
          lane(
              group ->
                  group.contains("lost")
                      ? new Commit.InDoubt<>(decisions(group), () -> raise(failure))
                      : done(group),
              LaneListener.NONE)) {
        assertThat(answer(submit(lane, "lost"))).isEqualTo(new Outcome.Unknown<>());
        assertThat(answer(submit(lane, "good"))).isEqualTo(new Outcome.Decided<>("good"));
      }
    }
  }

  @Test
  void aCommitThatCannotBeUnderstoodLeavesItsWholeGroupUnknown() {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch gathered = new CountDownLatch(1);
    try (Lane<String, String> lane =
        lane(
            group -> {
              writing.countDown();
              gathered.await();
              return group.contains("no commit") ? nothing() : done(group);
            },
            LaneListener.NONE)) {
      CompletableFuture<Outcome<String>> first = submit(lane, "a");
      List<CompletableFuture<Outcome<String>>> group = new ArrayList<>();
      await(writing);
      for (String request : List.of("b", "no commit", "c")) {
        group.add(submit(lane, request));
      }
      while (lane.depth() < group.size()) {
        Thread.onSpinWait();
      }
      gathered.countDown();

      assertThat(answer(first)).isEqualTo(new Outcome.Decided<>("a"));
      group.forEach(caller -> assertThat(answer(caller)).isEqualTo(new Outcome.Unknown<>()));
      assertThat(answer(submit(lane, "d"))).isEqualTo(new Outcome.Decided<>("d"));
    }
  }

  @Test
  void aWriterThatDiesLetsGoOfEveryCallerAndSaysSo() {
    AtomicBoolean broken = new AtomicBoolean();
    Error cause = new InternalError("the queue is broken");
    LaneQueue<String, String> inbox =
        new LaneQueue<>(8) {
          @Override
          @Nullable LaneEntry<String, String> poll() {
            return broken.get() ? raise(cause) : super.poll();
          }
        };
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Committer<String, String> committer =
        committer(
            group -> {
              writing.countDown();
              goOn.await();
              return done(group);
            });
    try (Lane<String, String> lane =
        new Lane<>(
            "doomed",
            LaneSettings.DEFAULT,
            committer,
            LaneListener.NONE,
            request -> "key",
            new GroupPace(Duration.ZERO),
            inbox)) {
      CompletableFuture<Outcome<String>> written = submit(lane, "written");
      await(writing);
      CompletableFuture<Outcome<String>> taken = submit(lane, "taken");
      CompletableFuture<Outcome<String>> queued = submit(lane, "queued");
      while (lane.depth() < 2) {
        Thread.onSpinWait();
      }
      broken.set(true);
      goOn.countDown();

      assertThat(answer(written)).isEqualTo(new Outcome.Decided<>("written"));
      // The writer took the one that came first. It was not written, but a caller that sees only
      // that it was taken cannot say so.
      assertThat(List.of(answer(taken), answer(queued)))
          .hasAtLeastOneElementOfType(Outcome.Unknown.class)
          .anySatisfy(LaneFailureTest::isRefusedByTheDead);
      assertThat(lane.failure()).contains(cause);

      long asked = System.nanoTime();
      isRefusedByTheDead(answer(submit(lane, "late")));
      lane.submitInOrder(List.of("x", "y"), PATIENT)
          .forEach(outcome -> assertThat(outcome).isNotInstanceOf(Outcome.Decided.class));
      assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(PATIENT.dividedBy(2));
    }
  }

  private static void isRefusedByTheDead(Outcome<String> outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed ->
                assertThat(failed.cause())
                    .isInstanceOf(LaneUnavailableException.class)
                    .hasMessageContaining("the writer of lane doomed stopped because of"));
  }

  private static List<Supplier<Throwable>> throwables() {
    return List.of(
        () -> new IllegalStateException("broken"),
        () -> new AssertionError("broken"),
        () -> new StackOverflowError("broken"),
        () -> new NoClassDefFoundError("broken"));
  }

  /** Throws whatever it is; its type says that anything may be expected of it. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // it never returns
  private static <E extends Throwable, T> T raise(Throwable thrown) throws E {
    throw (E) thrown;
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what a broken committer does
  private static <T> T nothing() {
    return null;
  }

  private static List<Decision<String>> decisions(List<String> group) {
    return group.stream().<Decision<String>>map(Decided::new).toList();
  }

  private static Commit<String> done(List<String> group) {
    return new Commit.Done<>(decisions(group));
  }

  @FunctionalInterface
  private interface Writing {
    Commit<String> commit(List<String> group) throws Exception;
  }

  private static Committer<String, String> committer(Writing writing) {
    return new Committer<>() {
      @Override
      public Commit<String> commit(List<String> group) throws Exception {
        return writing.commit(group);
      }

      @Override
      public Commit<String> commitAlone(String request) throws Exception {
        return writing.commit(List.of(request));
      }
    };
  }

  private static Lane<String, String> lane(Writing writing, LaneListener listener) {
    return new Lane<>("fragile", LaneSettings.DEFAULT, committer(writing), listener);
  }

  private static CompletableFuture<Outcome<String>> submit(
      Lane<String, String> lane, String request) {
    return CompletableFuture.supplyAsync(() -> lane.submit(request, PATIENT), VIRTUAL);
  }

  private static Outcome<String> answer(CompletableFuture<Outcome<String>> caller) {
    return caller.orTimeout(40, TimeUnit.SECONDS).join();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Throws at everything it hears. */
  private record ThrowingListener(Throwable thrown) implements LaneListener {

    @Override
    public void committed(int size, Duration wait, Duration took) {
      LaneFailureTest.<RuntimeException, Object>raise(thrown);
    }

    @Override
    public void inDoubt(int size, Commit.Fate fate) {
      LaneFailureTest.<RuntimeException, Object>raise(thrown);
    }
  }
}
