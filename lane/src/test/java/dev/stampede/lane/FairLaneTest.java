package dev.stampede.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A lane between a crowd and somebody else: requests are "key:number", and the first group is held
 * up until all the others wait. Seen to fail with one key for all.
 */
final class FairLaneTest {

  private static final Duration PATIENT = Duration.ofSeconds(30);
  private static final int CROWD = 10_000;
  private static final int GROUP = 64;

  private final CountDownLatch goOn = new CountDownLatch(1);
  private final List<List<String>> groups = Collections.synchronizedList(new ArrayList<>());
  private final Lane<String, String> lane =
      new Lane<>(
          "fair",
          new LaneSettings(CROWD, GROUP, PATIENT),
          new Holding(),
          LaneListener.NONE,
          request -> request.substring(0, request.indexOf(':')));
  private final List<CompletableFuture<?>> answers = new ArrayList<>();

  @BeforeEach
  void aCrowdWaits() {
    submit("first:0");
    awaitDepth(0);
    IntStream.range(0, CROWD).forEach(i -> submit("crowd:" + i));
    awaitDepth(CROWD);
  }

  @AfterEach
  void letGo() {
    goOn.countDown();
    lane.close();
  }

  @Test
  void aLoneRequestIsInTheNextGroupThoughThousandsCameBefore() {
    submit("light:0");
    awaitDepth(CROWD + 1);

    goOn.countDown();
    answers.forEach(CompletableFuture::join);

    assertThat(groups.get(1)).hasSizeLessThan(GROUP).contains("light:0");
    assertThat(groups.stream().mapToInt(List::size).sum()).isEqualTo(1 + CROWD + 1);
  }

  @Test
  void aFullLaneStillHasAPlaceForWhoHasLessThanTheirShare() {
    assertThat(lane.submit("crowd:" + CROWD, PATIENT)).isEqualTo(new Outcome.Full<>(CROWD));

    submit("light:0");
    awaitDepth(CROWD + 1);
  }

  @Test
  void requestsSubmittedInOrderStayInOrderAcrossKeys() {
    CompletableFuture<List<Outcome<String>>> sequence =
        CompletableFuture.supplyAsync(
            () -> lane.submitInOrder(List.of("a:1", "b:2", "a:3"), PATIENT),
            Thread::startVirtualThread);
    awaitDepth(CROWD + 3);

    goOn.countDown();

    assertThat(sequence.join()).hasSize(3).allMatch(Outcome.Decided.class::isInstance);
    answers.forEach(CompletableFuture::join);
    assertThat(
            groups.stream()
                .flatMap(List::stream)
                .filter(request -> request.startsWith("a") || request.startsWith("b"))
                .toList())
        .containsExactly("a:1", "b:2", "a:3");
  }

  private void submit(String request) {
    answers.add(
        CompletableFuture.supplyAsync(
            () -> lane.submit(request, PATIENT), Thread::startVirtualThread));
  }

  private void awaitDepth(int depth) {
    long deadline = System.nanoTime() + PATIENT.toNanos();
    while (lane.depth() != depth || groupsBegun == 0) {
      assertThat(System.nanoTime()).as("waiting for %d", depth).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  private volatile int groupsBegun;

  private final class Holding implements Committer<String, String> {

    @Override
    public Commit<String> commit(List<String> group) throws InterruptedException {
      groups.add(group);
      groupsBegun = groups.size();
      goOn.await();
      return new Commit.Done<>(
          group.stream().<Decision<String>>map(Decision.Decided::new).toList());
    }

    @Override
    public Commit<String> commitAlone(String request) throws InterruptedException {
      return commit(List.of(request));
    }
  }
}
