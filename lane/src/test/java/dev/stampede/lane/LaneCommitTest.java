package dev.stampede.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Commits that carry a request over, fail, or get lost.
 *
 * <p>Seen to fail with a planted bug: a second half that overtakes what the first carried over.
 */
final class LaneCommitTest extends LaneFixture {

  @Test
  void oneBadRequestNeverHurtsItsNeighbours() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> rest = submitInOrder("b", "bad", "c", "d");

    committer.letAllPass();

    answer(first);
    assertThat(answer(rest.get(0))).isEqualTo(decided("b"));
    assertThat(answer(rest.get(1)))
        .isInstanceOfSatisfying(
            Outcome.Failed.class, failed -> assertThat(failed.cause()).hasMessage("bad request"));
    assertThat(answer(rest.get(2))).isEqualTo(decided("c"));
    assertThat(answer(rest.get(3))).isEqualTo(decided("d"));
  }

  @Test
  void aCarriedOverRequestIsFirstInTheNextGroup() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    committer.carryOnce("b");
    List<CompletableFuture<Outcome<String>>> rest = submitInOrder("b", "c", "d", "e", "f");

    committer.letAllPass();

    answer(first);
    rest.forEach(LaneFixture::answer);
    assertThat(committer.groups())
        .containsExactly(List.of("a"), List.of("b", "c", "d", "e"), List.of("b", "f"));
  }

  @Test
  void theListenerHearsOfWaitsForOthersLocks() {
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    LaneListener listener =
        new LaneListener() {
          @Override
          public void ranAlone(Duration took) {
            heard.add("alone");
          }

          @Override
          public void lockWaited(Duration waited) {
            heard.add(waited.isPositive() ? "waited" : "did not wait");
          }

          @Override
          public void stayedLocked() {
            heard.add("locked");
          }
        };
    committer.letAllPass();
    try (Lane<String, String> told =
        new Lane<>("told", LaneSettings.DEFAULT, committer, listener)) {
      assertThat(told.submit("quick", PATIENT)).isEqualTo(decided("quick"));
      assertThat(heard).isEmpty();
      committer.carryOnce("slow");
      assertThat(told.submit("slow", PATIENT)).isEqualTo(decided("slow"));
      committer.carryAlways("stuck");
      assertThat(told.submit("stuck", PATIENT)).isEqualTo(new Outcome.Busy<>());
    }
    assertThat(heard).containsExactly("waited", "alone", "waited", "locked");
  }

  @Test
  void theThirdTimeItIsWaitedForAloneAndThenItIsBusy() {
    committer.carryAlways("slow");
    committer.letAllPass();

    assertThat(lane.submit("slow", PATIENT)).isEqualTo(new Outcome.Busy<>());
    assertThat(committer.groups())
        .containsExactly(List.of("slow"), List.of("slow"), List.of("alone: slow"));
  }

  @Test
  void aSecondHalfDoesNotOvertakeWhatTheFirstCarriedOver() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    committer.carryOnce("b");
    List<CompletableFuture<Outcome<String>>> rest = submitInOrder("b", "c", "d", "bad");

    committer.letAllPass();

    answer(first);
    rest.forEach(LaneFixture::answer);
    assertThat(committer.groups().subList(0, 4))
        .containsExactly(
            List.of("a"),
            List.of("b", "c", "d", "bad"),
            List.of("b", "c"),
            List.of("b", "d", "bad"));
  }

  @Test
  void aStoreThatIsAwayFailsTheGroupWithoutHalving() {
    committer.away.set(true);
    committer.letAllPass();

    assertThat(lane.submit("a", PATIENT)).isInstanceOf(Outcome.Failed.class);
    assertThat(committer.groups()).hasSize(1);
  }

  @Test
  void aLostCommitIsAnsweredByWhatTheInquiryFinds() {
    committer.letAllPass();

    committer.loseCommits(Commit.Fate.COMMITTED);
    assertThat(lane.submit("a", PATIENT)).isEqualTo(decided("a"));
    assertThat(committer.groups()).hasSize(1);

    committer.loseCommits(Commit.Fate.UNKNOWN);
    assertThat(lane.submit("b", PATIENT)).isEqualTo(new Outcome.Unknown<>());
    assertThat(committer.groups()).hasSize(2);

    committer.loseCommits(Commit.Fate.ROLLED_BACK);
    assertThat(lane.submit("c", PATIENT)).isEqualTo(decided("c"));
    assertThat(committer.groups()).hasSize(4);

    committer.loseCommits(Commit.Fate.ROLLED_BACK, Commit.Fate.ROLLED_BACK);
    assertThat(lane.submit("d", PATIENT)).isInstanceOf(Outcome.Failed.class);
    assertThat(committer.groups()).hasSize(6);
  }

  @Test
  void anInquiryThatFailsLeavesItUnknown() {
    committer.letAllPass();
    committer.breakInquiries();

    assertThat(lane.submit("a", PATIENT)).isEqualTo(new Outcome.Unknown<>());
  }
}
