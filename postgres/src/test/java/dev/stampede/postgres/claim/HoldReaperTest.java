package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.hold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Holds.Found;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.deployment.OldRows;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class HoldReaperTest extends HoldsFixture {

  private final HoldReaper reaper = new HoldReaper(fixture.database, told::addAll);

  @Test
  void aHoldEndsByItselfAndItsSeatsAreSeenToBeFree() throws Exception {
    ShowId show = fixture.show(2, 10);
    Claim.Hold claim = hold(show, "alice", 1, 2);
    var _ = committer.commit(List.of(claim));
    var _ = reaper.tick();
    assertThat(told).isEmpty();
    assertThat(holds.find(claim.id(), ALICE).orElseThrow()).isInstanceOf(Found.Live.class);
    assertThat(holds.find(claim.id(), new Buyer("bob"))).isEmpty();
    assertThat(holds.live(ALICE, Optional.empty(), 10)).hasSize(1);
    assertThat(fixture.shows.counts(show).held()).isEqualTo(2);

    clock.advance(ClaimsFixture.HOLD);

    assertThat(holds.find(claim.id(), ALICE).orElseThrow()).isInstanceOf(Found.Ended.class);
    assertThat(holds.live(ALICE, Optional.empty(), 10)).isEmpty();
    assertThat(fixture.shows.counts(show).free()).isEqualTo(20);
    assertThat(reaper.tick().freed()).isGreaterThanOrEqualTo(2);
    assertThat(told)
        .filteredOn(change -> change.show().equals(show))
        .extracting(SeatChange::state)
        .containsExactly(SeatState.FREE, SeatState.FREE);
    assertThat(reaper.tick().freed()).isZero();
    assertThat(holds.find(claim.id(), ALICE).orElseThrow()).isInstanceOf(Found.Ended.class);
    ledger.mustBalance(show);
  }

  @Test
  void theReaperRestsUntilTheNextHoldEndsAndNeverLong() throws Exception {
    var _ = reaper.tick();
    assertThat(reaper.tick().rest()).as("nothing is held").isEqualTo(HoldReaper.LONGEST_REST);

    ShowId show = fixture.show(2, 10);
    var _ = committer.commit(List.of(hold(show, "dora", 1)));
    assertThat(reaper.tick().rest()).isEqualTo(HoldReaper.LONGEST_REST);
    Duration left = Duration.ofSeconds(12);
    clock.advance(ClaimsFixture.HOLD.minus(left));
    var _ = reaper.tick();
    assertThat(reaper.tick().rest()).isBetween(Duration.ofMillis(1), left);
    clock.advance(left);
    HoldReaper.Tidied last = reaper.tick();
    assertThat(last.freed()).isPositive();
    assertThat(last.rest()).isZero();
  }

  @Test
  void aCrowdThatEndsAtOneMomentIsTidiedUpInOneGo() throws Exception {
    ShowId show = fixture.show(12, 100);
    List<Claim> crowd = new ArrayList<>();
    for (int seat = 0; seat < 1_200; seat++) {
      crowd.add(hold(show, "fan-" + seat, seat));
    }
    for (int first = 0; first < crowd.size(); first += 400) {
      var _ = committer.commit(crowd.subList(first, first + 400));
    }
    fixture.run(
        """
        UPDATE hold SET expires_at = (SELECT max(expires_at) FROM hold WHERE show_id = %1$s)
        WHERE show_id = %1$s"""
            .formatted(show));
    clock.advance(ClaimsFixture.HOLD);

    assertThat(reaper.tick().freed()).isGreaterThanOrEqualTo(crowd.size());
    assertThat(fixture.shows.counts(show).free()).isEqualTo(crowd.size());
    assertThat(reaper.tick().freed()).isZero();
  }

  @Test
  void aShowWithShortHoldsKeepsTheReaperAwake() {
    ShowId show = fixture.show(1, 1);
    fixture.run("UPDATE show SET hold_millis = 2000 WHERE id = " + show);
    try {
      assertThat(reaper.tick().rest()).isLessThanOrEqualTo(Duration.ofSeconds(2));
    } finally {
      fixture.run("UPDATE show SET hold_millis = 600000 WHERE id = " + show);
    }
  }

  @Test
  void aSeatThatSomebodyTookOverIsLeftToThem() throws Exception {
    ShowId show = fixture.show(2, 10);
    var _ = committer.commit(List.of(hold(show, "carol", 1, 2)));
    clock.advance(ClaimsFixture.HOLD);
    var _ = committer.commit(List.of(hold(show, "bob", 2)));

    assertThat(reaper.tick().freed()).isGreaterThanOrEqualTo(1);

    assertThat(ledger.events(show, 2)).containsExactly("h:carol", "r:carol", "h:bob");
    ledger.mustBalance(show);
  }

  @Test
  void reapersAndClaimsAtTheSameMomentLoseNoEvent() throws Exception {
    ShowId show = fixture.show(60, 20);
    var _ = committer.commit(ClaimsFixture.holds(show, 1_200));
    clock.advance(ClaimsFixture.HOLD);

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      HoldReaper other = new HoldReaper(fixture.database, ClaimNews.NONE);
      List<Future<HoldReaper.Tidied>> reaping =
          List.of(threads.submit(reaper::tick), threads.submit(other::tick));
      for (int from = 0; from < 1_200; from += 100) {
        List<Claim> group = new ArrayList<>();
        for (int seat = from; seat < from + 100; seat++) {
          group.add(hold(show, "bob", seat));
        }
        var _ = committer.commit(group);
      }
      for (Future<HoldReaper.Tidied> each : reaping) {
        var _ = each.get();
      }
    }
    var _ = reaper.tick();

    ledger.mustBalance(show);
    assertThat(
            fixture.one(
                "SELECT count(*) FROM hold WHERE state = 'l' AND expires_at <= stampede_now()",
                Long.class))
        .isZero();
  }

  @Test
  void storedAnswersAreKeptForADay() throws Exception {
    ShowId show = fixture.show(2, 10);
    byte[] body = "body".getBytes(StandardCharsets.UTF_8);
    Operation key = Operation.of(new Buyer("dora"), "POST /" + show, "key", body);
    var _ = committer.commit(List.of(hold(show, "dora", Optional.of(key), 1)));
    OldRows stored = OldRows.ofOperations(fixture.database);

    clock.advance(OldRows.OPERATIONS_KEPT.minus(Duration.ofMinutes(1)));
    assertThat(stored.prune()).isZero();
    clock.advance(Duration.ofMinutes(2));
    assertThat(stored.prune()).isEqualTo(1);
  }
}
