package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.book;
import static dev.stampede.postgres.ClaimsFixture.buy;
import static dev.stampede.postgres.ClaimsFixture.hold;
import static dev.stampede.postgres.ClaimsFixture.shown;
import static dev.stampede.postgres.ClaimsFixture.topUp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.PassInvalid;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.HeardPasses;
import dev.stampede.testkit.SeatLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * One buyer who uses one pass in many tabs at once, through two lanes of two servers and the plain
 * way, all in one database.
 *
 * <p>Both seen to fail with a planted bug: (show, buyer) rows that are read and not locked.
 */
final class PassStormTest {

  private static final int ROUNDS = 6;
  private static final int TABS = 16;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final ClaimOutcome SPENT = new PassInvalid(ShownPass.Flaw.SPENT);

  /**
   * A purchase claims its seats when it is confirmed, a hold when it is made. Two of one group have
   * the same moment; their order within it is the decider's affair.
   */
  private static final String CLAIMED_TOO_LATE =
      """
      WITH claimed AS (
        SELECT b.buyer, b.confirmed_at,
          coalesce((SELECT h.created_at FROM hold h WHERE h.id = b.hold_id), b.confirmed_at) AS at
        FROM booking b
      ), spent AS (
        SELECT buyer, min(confirmed_at) AS at FROM claimed GROUP BY buyer
      )
      SELECT count(*)
      FROM claimed c
      JOIN spent s ON s.buyer = c.buyer
      WHERE c.at > s.at""";

  private final ClaimsFixture fixture = new ClaimsFixture();
  private final HeardPasses told = new HeardPasses();
  private final List<GroupCommitter> committers =
      List.of(
          new GroupCommitter(fixture.database, fixture.shows, told),
          new GroupCommitter(fixture.database, fixture.shows, told));
  private final LaneClaims one = LaneClaims.withDefaults(committers.subList(0, 1));
  private final LaneClaims two = LaneClaims.withDefaults(committers.subList(1, 2));
  private final List<Claims> ways =
      List.of(one, two, new PerRequestClaims(fixture.database, fixture.shows, told));
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private ShowId show = new ShowId(1);

  @BeforeEach
  void open() {
    show = fixture.roomShow(ROUNDS * TABS / 8, 8);
  }

  @AfterEach
  void close() {
    threads.close();
    one.close();
    two.close();
    committers.forEach(GroupCommitter::close);
    new SeatLedger(fixture.data.url()).mustBalance(show);
    fixture.close();
  }

  @Test
  void onePassBooksOnceHoweverManyPurchasesAreMadeWithIt() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String buyer = rich("tabs-" + round);
      ShownPass pass = fixture.give(show, buyer, 1 + round);
      int first = round * TABS;

      List<ClaimOutcome> outcomes =
          atOnce(tab -> claim(tab, () -> shown(buy(show, buyer, first + tab), pass)));

      assertThat(outcomes).filteredOn(Booked.class::isInstance).as("round %d", round).hasSize(1);
      assertThat(outcomes).filteredOn(SPENT::equals).hasSize(TABS - 1);
    }
    assertThat(told.of(show)).extracting(BookedPass::seats).hasSize(ROUNDS).containsOnly(1);
  }

  /** A buyer may pay holds from before the first booking, and holds or buys nothing after it. */
  @Test
  void nothingIsClaimedWithAPassAfterTheFirstBooking() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String buyer = rich("mixed-" + round);
      ShownPass pass = fixture.give(show, buyer, 1 + round);
      int first = round * TABS;

      List<ClaimOutcome> outcomes =
          atOnce(
              tab ->
                  tab % 4 == 0
                      ? claim(tab, () -> shown(buy(show, buyer, first + tab), pass))
                      : holdAndPay(tab, () -> shown(hold(show, buyer, first + tab), pass)));

      assertThat(outcomes).allMatch(outcome -> outcome instanceof Booked || outcome.equals(SPENT));
      assertThat(outcomes).hasAtLeastOneElementOfType(Booked.class);
      assertThat(claim(0, () -> shown(hold(show, buyer, first), pass))).isEqualTo(SPENT);
    }
    assertThat(fixture.one(CLAIMED_TOO_LATE, Long.class)).isZero();
  }

  private ClaimOutcome holdAndPay(int tab, Supplier<Claim> hold) {
    ClaimOutcome outcome = claim(tab, hold);
    return outcome instanceof Held(HeldSeats held) ? claim(tab + 1, () -> book(held)) : outcome;
  }

  /** As a client does that is told to come back later: comes back. */
  private ClaimOutcome claim(int tab, Supplier<Claim> claim) {
    return Eventually.within(PATIENCE)
        .until(
            "the claim is decided",
            () -> ways.get(tab % ways.size()).claim(claim.get()),
            outcome -> !(outcome instanceof Overloaded));
  }

  private List<ClaimOutcome> atOnce(IntFunction<ClaimOutcome> tab) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<ClaimOutcome>> running = new ArrayList<>(TABS);
    for (int i = 0; i < TABS; i++) {
      int number = i;
      running.add(
          threads.submit(
              () -> {
                start.await();
                return tab.apply(number);
              }));
    }
    start.countDown();
    List<ClaimOutcome> outcomes = new ArrayList<>(TABS);
    for (Future<ClaimOutcome> each : running) {
      outcomes.add(each.get());
    }
    return outcomes;
  }

  private String rich(String buyer) {
    assertThat(one.claim(topUp(buyer, 100_000))).isInstanceOf(ClaimOutcome.ToppedUp.class);
    return buyer;
  }
}
