package dev.stampede.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Requests in their groups, in the queue of the lane, and while the lane closes.
 *
 * <p>Seen to fail with a planted bug: a caller whose patience ends while its group is written and
 * who is told so ({@code giveUp} without the compare-and-set).
 */
final class LaneTest extends LaneFixture {

  @Test
  void aLoneRequestIsCommittedAloneAndAtOnce() {
    committer.letAllPass();

    assertThat(lane.submit("a", PATIENT)).isEqualTo(decided("a"));
    assertThat(committer.groups()).containsExactly(List.of("a"));
  }

  @Test
  void requestsThatArriveDuringAWriteFormTheNextGroupInOrder() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> rest = submitInOrder("b", "c", "d");

    committer.letAllPass();

    assertThat(answer(first)).isEqualTo(decided("a"));
    assertThat(rest.stream().map(LaneFixture::answer).toList())
        .containsExactly(decided("b"), decided("c"), decided("d"));
    assertThat(committer.groups()).containsExactly(List.of("a"), List.of("b", "c", "d"));
  }

  @Test
  void aGroupHasALimit() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> rest = submitInOrder("b", "c", "d", "e", "f", "g");

    committer.letAllPass();

    rest.forEach(LaneFixture::answer);
    answer(first);
    assertThat(committer.groups())
        .containsExactly(List.of("a"), List.of("b", "c", "d", "e"), List.of("f", "g"));
  }

  @Test
  void aFullLaneRefusesAtOnce() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> queued =
        submitInOrder("b", "c", "d", "e", "f", "g", "h", "i");

    assertThat(lane.submit("j", PATIENT)).isEqualTo(new Outcome.Full<>(8));

    committer.letAllPass();
    answer(first);
    queued.forEach(LaneFixture::answer);
  }

  @Test
  void patienceEndsTheWaitInTheQueueAndTheRequestIsNeverWritten() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();

    assertThat(lane.submit("b", HURRIED)).isEqualTo(new Outcome.Expired<>(HURRIED));

    committer.letAllPass();
    answer(first);
    assertThat(lane.submit("c", PATIENT)).isEqualTo(decided("c"));
    assertThat(committer.groups()).containsExactly(List.of("a"), List.of("c"));
  }

  @Test
  void patienceDoesNotEndWhatIsBeingWritten() {
    CompletableFuture<Outcome<String>> hurried = beingWritten("a", HURRIED);
    awaitNanos(HURRIED.multipliedBy(3));

    assertThat(hurried).isNotDone();

    committer.letAllPass();
    assertThat(answer(hurried)).isEqualTo(decided("a"));
  }

  /** Submits until the writer takes it in time; one whose patience ended before is not written. */
  private CompletableFuture<Outcome<String>> beingWritten(String request, Duration patience) {
    AtomicReference<CompletableFuture<Outcome<String>>> caller =
        new AtomicReference<>(submit(request, patience));
    await(
        request + " is being written",
        () -> {
          if (committer.groups().isEmpty() && caller.get().isDone()) {
            caller.set(submit(request, patience));
          }
          return !committer.groups().isEmpty();
        });
    return caller.get();
  }

  @Test
  void anInterruptEndsTheWaitInTheQueueAndStaysVisible() throws Exception {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    AtomicBoolean flag = new AtomicBoolean();
    CompletableFuture<Outcome<String>> waiting = new CompletableFuture<>();
    Thread caller =
        Thread.startVirtualThread(
            () -> {
              waiting.complete(lane.submit("b", PATIENT));
              flag.set(Thread.currentThread().isInterrupted());
            });
    awaitDepth(1);

    caller.interrupt();

    assertThat(answer(waiting)).isEqualTo(new Outcome.Cancelled<>());
    caller.join();
    assertThat(flag).isTrue();
    committer.letAllPass();
    answer(first);
    assertThat(committer.groups()).doesNotContain(List.of("b"));
  }

  @Test
  void closingCommitsWhatWasAcceptedAndRefusesWhatComesAfter() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> accepted = submitInOrder("b", "c");
    CompletableFuture<Void> closing = CompletableFuture.runAsync(lane::close, VIRTUAL);

    await("the lane is closed", () -> lane.submit("late", HURRIED) instanceof Outcome.Closed);
    committer.letAllPass();
    closing.orTimeout(40, TimeUnit.SECONDS).join();

    assertThat(answer(first)).isEqualTo(decided("a"));
    assertThat(accepted.stream().map(LaneFixture::answer))
        .containsExactly(decided("b"), decided("c"));
    assertThat(lane.submit("later", PATIENT)).isEqualTo(new Outcome.Closed<>());
  }

  @Test
  void nobodyIsForgottenWhenManySubmitWhileTheLaneCloses() {
    committer.letAllPass();
    for (int round = 0; round < 50; round++) {
      Lane<String, String> closing = lane(new LaneSettings(1_000, 16, PATIENT));
      List<CompletableFuture<Outcome<String>>> callers =
          IntStream.range(0, 200)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> closing.submit("r" + i, PATIENT), VIRTUAL))
              .toList();

      closing.close();

      callers.forEach(
          caller ->
              assertThat(answer(caller))
                  .isInstanceOfAny(Outcome.Decided.class, Outcome.Closed.class));
    }
  }

  @Test
  void everyCallerOfAStormHearsItsOwnAnswer() {
    committer.letAllPass();
    Lane<String, String> busy = lane(new LaneSettings(10_000, 64, PATIENT));
    List<CompletableFuture<Outcome<String>>> callers =
        IntStream.range(0, 5_000)
            .mapToObj(
                i -> CompletableFuture.supplyAsync(() -> busy.submit("r" + i, PATIENT), VIRTUAL))
            .toList();

    for (int i = 0; i < callers.size(); i++) {
      assertThat(answer(callers.get(i))).isEqualTo(decided("r" + i));
    }
    busy.close();
  }
}
