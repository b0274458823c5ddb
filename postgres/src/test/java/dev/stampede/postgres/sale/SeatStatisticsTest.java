package dev.stampede.postgres.sale;

import static dev.stampede.postgres.ClaimsFixture.buy;
import static dev.stampede.postgres.ClaimsFixture.cancel;
import static dev.stampede.postgres.ClaimsFixture.hold;
import static dev.stampede.postgres.ClaimsFixture.topUp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.engine.sale.SaleFigures;
import dev.stampede.engine.sale.SaleFlow;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.claim.HoldReaper;
import dev.stampede.postgres.events.PostgresOutbox;
import dev.stampede.testkit.DatabaseClock;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Seat events are counted when they are deleted from the outbox. */
final class SeatStatisticsTest {

  private ClaimsFixture fixture;
  private DatabaseClock clock;
  private GroupCommitter committer;
  private PostgresSaleStatistics statistics;
  private ShowId show;

  @BeforeEach
  void open() {
    fixture = new ClaimsFixture();
    clock = DatabaseClock.of(fixture.data.url());
    committer = fixture.committer();
    statistics = new PostgresSaleStatistics(fixture.database, fixture::lag);
    show = fixture.show(2, 5);
  }

  @AfterEach
  void close() {
    clock.reset();
    committer.close();
    fixture.close();
  }

  @Test
  void eachKindOfChangeIsCountedOnceItWasTold() throws Exception {
    Claim.Buy bought = buy(show, "ann", 1);
    var _ = committer.commit(List.of(topUp("ann", 10_000)));
    var _ = committer.commit(List.of(hold(show, "ann", 0)));
    clock.advance(ClaimsFixture.HOLD);
    var _ = new HoldReaper(fixture.database, ClaimNews.NONE).tick();
    var _ = committer.commit(List.of(bought, buy(show, "ann", 2), buy(show, "ann", 3)));
    var _ = committer.commit(List.of(cancel(show, "ann", bought.id())));
    assertThat(section().held()).as("nobody has been told").isZero();

    var _ = fixture.tellAll();

    assertThat(section().seats()).isEqualTo(10);
    assertThat(section().held()).isEqualTo(1);
    assertThat(section().sold()).isEqualTo(3);
    assertThat(section().freed()).isEqualTo(new SaleFigures.Freed(0, 1, 1));
    assertThat(section().revenue()).isEqualTo(BigInteger.valueOf(2 * 100));
  }

  /** Seen to fail with a deletion that counts all it was given: one sale was counted twice. */
  @Test
  void anEventSentByTwoServersIsCountedOnce() throws Exception {
    var _ = committer.commit(List.of(topUp("ann", 10_000)));
    var _ = committer.commit(List.of(buy(show, "ann", 1)));
    List<OutboxEvent> told = fixture.tellAll();
    try (PostgresOutbox frozen = new PostgresOutbox(fixture.database, fixture.shows)) {
      frozen.delete(told);
    }

    assertThat(section().sold()).isEqualTo(1);
  }

  @Test
  void moreTimeForAHoldIsNotANewHold() throws Exception {
    var _ = committer.commit(List.of(hold(show, "ann", 1)));
    fixture.run(
        """
        INSERT INTO seat_event (show_id, number, version, at, hold_id, type, reason, buyer)
        SELECT show_id, number, 2, at, hold_id, type, 'm', buyer FROM seat_event""");
    fixture.run("UPDATE outbox SET numbers = numbers || numbers, versions = versions || ARRAY[2]");

    assertThat(fixture.tellAll()).hasSize(2);

    assertThat(section().held()).isEqualTo(1);
  }

  @Test
  void theFlowOfTheLastMinuteIsUnknownWhileEventsAreLate() throws Exception {
    Claim.Buy bought = buy(show, "ann", 1);
    var _ = committer.commit(List.of(topUp("ann", 10_000)));
    var _ = committer.commit(List.of(buy(show, "ann", 2)));
    var _ = fixture.tellAll();
    clock.advance(Duration.ofMinutes(2));
    var _ = committer.commit(List.of(bought));
    var _ = committer.commit(List.of(cancel(show, "ann", bought.id())));
    var _ = fixture.tellAll();
    assertThat(statistics.of(show).told().age()).isZero();
    assertThat(statistics.movedInTheLastMinute())
        .hasValueSatisfying(moved -> assertThat(moved).containsEntry(show, new SaleFlow(1, 0, 1)));

    var _ = committer.commit(List.of(hold(show, "ann", 4)));
    clock.advance(Duration.ofSeconds(11));
    assertThat(statistics.movedInTheLastMinute()).as("one event is late").isEmpty();
    assertThat(statistics.of(show).told().age()).isGreaterThan(Duration.ofSeconds(10));
  }

  @Test
  void pruningDeletesHistoryAfterADayAndKeepsTheTotals() throws Exception {
    var _ = committer.commit(List.of(topUp("ann", 10_000)));
    var _ = committer.commit(List.of(buy(show, "ann", 1)));
    clock.advance(Duration.ofHours(25));
    var _ = committer.commit(List.of(buy(show, "ann", 2)));
    var _ = fixture.tellAll();

    assertThat(new StatisticsPruner(fixture.database).tick()).isEqualTo(1);

    assertThat(section().sold()).isEqualTo(2);
  }

  private SaleFigures.OfSection section() {
    return statistics.of(show).told().sections().getFirst();
  }
}
