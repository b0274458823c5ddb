package dev.stampede.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Groups after a crowd, which gather until the pace allows the next one. */
final class LanePaceTest extends LaneFixture {

  /** Both requests have to come before the pace allows the next group, on a busy machine too. */
  private static final Duration LONGER_THAN_A_STALL = Duration.ofSeconds(4);

  /** Planted: without the pace the second of the two was written at once; red. */
  @Test
  void afterACrowdRequestsGatherUntilThePaceAllowsTheNextGroup() {
    lane.close();
    lane = lane(new LaneSettings(64, 32, LONGER_THAN_A_STALL, PATIENT));
    crowd();

    CompletableFuture<Outcome<String>> one = submitAndWait("one");
    CompletableFuture<Outcome<String>> two = submitAndWait("two");
    await("the writer lets one wait", () -> lane.depth() == 1);

    answer(one);
    answer(two);
    assertThat(committer.groups().getLast()).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void afterACrowdAGroupThatIsLargeEnoughIsWrittenAtOnce() {
    lane.close();
    lane = lane(new LaneSettings(64, GroupPace.PACED_FROM, Duration.ofMinutes(10), PATIENT));
    crowd();

    List<CompletableFuture<Outcome<String>>> next =
        IntStream.range(0, GroupPace.PACED_FROM).mapToObj(i -> submit("n" + i)).toList();

    next.forEach(LaneFixture::answer);
    assertThat(committer.groups().getLast()).hasSize(GroupPace.PACED_FROM);
  }

  @Test
  void closingDoesNotWaitForThePace() {
    lane.close();
    lane = lane(new LaneSettings(64, 32, Duration.ofMinutes(10), PATIENT));
    crowd();
    CompletableFuture<Outcome<String>> one = submitAndWait("one");
    CompletableFuture<Outcome<String>> two = submitAndWait("two");
    await("the writer lets one wait", () -> lane.depth() == 1);

    lane.close();

    assertThat(answer(one)).isEqualTo(decided("one"));
    assertThat(answer(two)).isEqualTo(decided("two"));
  }

  @Test
  void smallGroupsAreFollowedAtOnce() {
    lane.close();
    lane = lane(new LaneSettings(64, 32, Duration.ofMinutes(10), PATIENT));
    committer.letAllPass();

    for (String request : List.of("a", "b", "c")) {
      assertThat(lane.submit(request, PATIENT)).isEqualTo(decided(request));
    }
  }

  /**
   * Submits a request and returns once its caller waits for the answer. The depth alone does not
   * tell two requests in the lane, of which the writer has taken one, from one that it has not.
   */
  private CompletableFuture<Outcome<String>> submitAndWait(String request) {
    CompletableFuture<Outcome<String>> answer = new CompletableFuture<>();
    Thread caller = Thread.ofVirtual().start(() -> answer.complete(lane.submit(request, PATIENT)));
    await(
        request + " waits for its answer",
        () ->
            caller.getState() == Thread.State.WAITING
                || caller.getState() == Thread.State.TIMED_WAITING);
    return answer;
  }

  /** Lets the lane write a group that is just a crowd. */
  private void crowd() {
    CompletableFuture<Outcome<String>> first = submit("first");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> crowd =
        submitInOrder("a", "b", "c", "d", "e", "f", "g", "h");
    assertThat(crowd).hasSize(GroupPace.PACED_FROM);
    committer.letAllPass();
    answer(first);
    crowd.forEach(LaneFixture::answer);
  }
}
