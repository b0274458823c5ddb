package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.HOLD;
import static dev.stampede.postgres.ClaimsFixture.book;
import static dev.stampede.postgres.ClaimsFixture.hold;
import static dev.stampede.postgres.ClaimsFixture.topUp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.Holds.Found;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.sale.HoldExtender.Outcome;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.ClaimsFixture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PostgresHoldExtenderTest extends HoldsFixture {

  private static final Duration BY = Duration.ofMinutes(2);

  private final PostgresHoldExtender extender =
      new PostgresHoldExtender(fixture.database, told::addAll);

  @Test
  void everyLiveHoldEndsLaterEverywhereThatKnowsItsEnd() throws Exception {
    ShowId show = fixture.show(2, 10);
    ShowId another = fixture.show(2, 10);
    Claim.Hold alices = hold(show, "alice", 1, 2);
    Claim.Hold elsewhere = hold(another, "alice", 1);
    var _ = committer.commit(List.of(alices, elsewhere, hold(show, "bob", 3)));
    Instant end = live(alices).hold().expiresAt();
    Instant otherEnd = live(elsewhere).hold().expiresAt();

    assertThat(extender.extend(show, BY, Optional.empty())).isEqualTo(new Outcome.Extended(2, 0));

    assertThat(live(alices).hold().expiresAt()).isEqualTo(end.plus(BY));
    assertThat(live(elsewhere).hold().expiresAt()).isEqualTo(otherEnd);
    assertThat(told)
        .extracting(SeatChange::show, SeatChange::seat, SeatChange::version, SeatChange::state)
        .containsExactlyInAnyOrder(
            tuple(show, 1, 2, SeatState.HELD),
            tuple(show, 2, 2, SeatState.HELD),
            tuple(show, 3, 2, SeatState.HELD));
    assertThat(told.getFirst().owner().orElseThrow().until()).isEqualTo(end.plus(BY));
    clock.advance(HOLD.plusSeconds(60));
    assertThat(tidiedUp(show)).isEmpty();
    assertThat(found(elsewhere)).isInstanceOf(Found.Ended.class);
    var _ = committer.commit(List.of(hold(show, "carol", 1)));
    assertThat(live(alices).hold().seats()).containsExactly(1, 2);
    assertThat(ledger.events(show, 1)).containsExactly("h:alice", "h:alice");
    ledger.mustBalance(show);
    clock.advance(Duration.ofSeconds(61));
    assertThat(tidiedUp(show)).containsExactlyInAnyOrder(1, 2, 3);
    ledger.mustBalance(show);
  }

  @Test
  void anExtensionRevivesNoEndedHold() throws Exception {
    ShowId show = fixture.show(2, 10);
    Claim.Hold released = hold(show, "alice", 1);
    Claim.Hold paid = hold(show, "alice", 2);
    Claim.Hold lapsed = hold(show, "alice", 3);
    Claim.Hold lost = hold(show, "alice", 4);
    var _ = committer.commit(List.of(topUp("alice", 1_000), released, paid, lapsed, lost));
    var _ =
        committer.commit(
            List.of(new Claim.Release(show, ALICE, Optional.empty(), released.id()), book(paid)));
    clock.advance(HOLD);
    Claim.Hold bobs = hold(show, "bob", 4);
    var _ = committer.commit(List.of(bobs));

    assertThat(extender.extend(show, BY, Optional.empty())).isEqualTo(new Outcome.Extended(1, 0));

    assertThat(told).extracting(SeatChange::seat).containsExactly(4);
    assertThat(found(released)).isInstanceOf(Found.Ended.class);
    assertThat(found(paid)).isInstanceOf(Found.Paid.class);
    assertThat(found(lapsed)).isInstanceOf(Found.Ended.class);
    assertThat(found(lost)).isInstanceOf(Found.Ended.class);
    assertThat(ledger.events(show, 4)).containsExactly("h:alice", "r:alice", "h:bob", "h:bob");
    ledger.mustBalance(show);
  }

  @Test
  void noHoldEndsLaterThanADayFromNow() throws Exception {
    ShowId show = fixture.show(2, 10);
    Claim.Hold claim = hold(show, "alice", 1);
    var _ = committer.commit(List.of(claim));
    Duration aDay = Duration.ofDays(1);

    assertThat(extender.extend(show, aDay, Optional.empty())).isEqualTo(new Outcome.Extended(1, 1));

    assertThat(live(claim).hold().expiresAt())
        .isBetween(fixture.shows.now().plus(aDay).minusSeconds(30), fixture.shows.now().plus(aDay));
    ledger.mustBalance(show);
  }

  /** The first time is cut off after a batch was committed, as if its server had died then. */
  @Test
  void aRepeatGoesOnWhereItWasCutOffAndExtendsNothingTwice() throws Exception {
    ShowId show = fixture.show(20, 20);
    int many = ExtensionBatch.HOLDS + 50;
    var _ = committer.commit(ClaimsFixture.holds(show, many));
    Operation key = key(show, "once");
    PostgresHoldExtender dying =
        new PostgresHoldExtender(
            fixture.database,
            changes -> {
              throw new IllegalStateException("died");
            });
    assertThatThrownBy(() -> dying.extend(show, BY, Optional.of(key))).hasMessage("died");
    assertThat(extended(show)).isEqualTo(ExtensionBatch.HOLDS);
    var _ = committer.commit(List.of(hold(show, "late", 399)));

    Outcome.Extended all = new Outcome.Extended(many, 0);
    assertThat(extender.extend(show, BY, Optional.of(key))).isEqualTo(all);

    assertThat(extended(show)).isEqualTo(many);
    assertThat(extender.extend(show, BY, Optional.of(key))).isEqualTo(new Outcome.Replayed(all));
    assertThat(extender.extend(show, BY, Optional.of(new Operation(key.id(), "0".repeat(64)))))
        .isEqualTo(new Outcome.OperationMismatch());
    assertThat(extended(show)).isEqualTo(many);
    ledger.mustBalance(show);
  }

  @Test
  void anExtensionOutOfTimeIsUnfinishedAndARepeatCompletesIt() throws Exception {
    ShowId show = fixture.show(2, 10);
    var _ = committer.commit(List.of(hold(show, "alice", 1)));
    Operation key = key(show, "slow");

    assertThat(
            new PostgresHoldExtender(fixture.database, ClaimNews.NONE, Duration.ZERO)
                .extend(show, BY, Optional.of(key)))
        .isEqualTo(new Outcome.Unfinished(0));

    assertThat(extender.extend(show, BY, Optional.of(key))).isEqualTo(new Outcome.Extended(1, 0));
  }

  /** Seen to fail while an extension overwrote the new owner of the seats. */
  @Test
  void aHoldThatWasTakenOverGetsNoMoreTimeWhenTheClockStepsBack() throws Exception {
    ShowId show = fixture.show(2, 10);
    Claim.Hold alices = hold(show, "alice", 1, 2);
    var _ = committer.commit(List.of(alices));
    clock.advance(HOLD);
    Claim.Hold bobs = hold(show, "bob", 2);
    var _ = committer.commit(List.of(bobs));
    clock.reset();

    assertThat(found(alices)).isInstanceOf(Found.Ended.class);
    assertThat(holds.live(ALICE, Optional.empty(), 10))
        .extracting(HeldSeats::show)
        .doesNotContain(show);
    // Nor has bob's: by the clock it is made after the extension.
    assertThat(extender.extend(show, BY, Optional.empty())).isEqualTo(new Outcome.Extended(0, 0));

    assertThat(told).isEmpty();
    assertThat(live(bobs).hold().seats()).containsExactly(2);
    assertThat(ledger.events(show, 2)).containsExactly("h:alice", "r:alice", "h:bob");
  }

  /** The seats of the show that are freed by tidying up; there may be others in the database. */
  private static List<Integer> tidiedUp(ShowId show) {
    List<SeatChange> freed = new ArrayList<>();
    var _ = new HoldReaper(fixture.database, freed::addAll).tick();
    return freed.stream()
        .filter(change -> change.show().equals(show))
        .map(SeatChange::seat)
        .toList();
  }

  /** Counts the holds of the show that were extended exactly once. */
  private static long extended(ShowId show) {
    return fixture.one(
        "SELECT count(*) FROM hold WHERE show_id = %s AND round(extract(epoch FROM expires_at - created_at)) = %d"
            .formatted(show, HOLD.plus(BY).toSeconds()),
        Long.class);
  }

  private static Operation key(ShowId show, String key) {
    return Operation.of(
        new Buyer("olga"), "POST /" + show, key, "{}".getBytes(StandardCharsets.UTF_8));
  }
}
