package dev.stampede.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The contract of every way of claiming when many buyers want the same seats at once, whatever
 * keeps them apart: give a seat to one, give all that is asked for or nothing, refuse nobody while
 * there are seats, and leave a history that replays to the seats. A way may be slow, and may answer
 * "come back later"; then its callers do.
 */
public final class ContentionContract {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Claims claims;
  private final Shows shows;
  private final SeatLedger ledger;

  public ContentionContract(Claims claims, Shows shows, String databaseUrl) {
    this.claims = claims;
    this.shows = shows;
    this.ledger = new SeatLedger(databaseUrl);
  }

  /** So many want the same seat: one gets it, the others hear that it is taken. */
  public void oneOfManyWinsASeat(int buyers) {
    ShowId show = show(4);

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(buyers, i -> patiently(() -> hold(show, i, new Wanted.Seats(List.of(2)))));

    ledger.mustBalance(show);
    assertThat(outcomes).filteredOn(Held.class::isInstance).as("winners").hasSize(1);
    assertThat(outcomes).filteredOn(new SeatsTaken(List.of(2))::equals).hasSize(buyers - 1);
  }

  /** More buyers than seats, each wants any: all seats are sold, each once, the rest hear so. */
  public void seatsAreSoldToTheLastAndNoneTwice() {
    ShowId show = show(12);

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(
            20,
            i ->
                patiently(
                    () ->
                        hold(
                            show,
                            i,
                            new Wanted.Best(1, OptionalInt.empty(), OptionalLong.empty()))));

    ledger.mustBalance(show);
    assertThat(seats(outcomes)).hasSize(12).doesNotHaveDuplicates();
    assertThat(outcomes).filteredOn(NotAvailable.class::isInstance).hasSize(8);
  }

  /** Overlapping wishes of one to three seats: all or none, and nobody waits in a circle. */
  public void severalSeatsAreAllOrNone() {
    ShowId show = show(12);
    Random random = new Random(3);
    List<List<Integer>> wishes =
        IntStream.range(0, 40)
            .mapToObj(i -> random.ints(0, 12).distinct().limit(1 + i % 3).sorted().boxed().toList())
            .toList();

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(
            wishes.size(), i -> patiently(() -> hold(show, i, new Wanted.Seats(wishes.get(i)))));

    ledger.mustBalance(show);
    assertThat(outcomes).allMatch(o -> o instanceof Held || o instanceof SeatsTaken);
    assertThat(seats(outcomes)).doesNotHaveDuplicates();
    for (int i = 0; i < wishes.size(); i++) {
      if (outcomes.get(i) instanceof Held(var hold)) {
        assertThat(hold.seats()).isEqualTo(wishes.get(i));
      }
    }
  }

  private static List<Integer> seats(List<ClaimOutcome> outcomes) {
    List<Integer> seats = new ArrayList<>();
    for (ClaimOutcome outcome : outcomes) {
      if (outcome instanceof Held(var hold)) {
        seats.addAll(hold.seats());
      }
    }
    return seats;
  }

  private ClaimOutcome hold(ShowId show, int buyer, Wanted wanted) {
    return claims.claim(
        new Claim.Hold(
            show,
            new Buyer("buyer-" + buyer),
            Optional.empty(),
            HoldId.fresh(System.currentTimeMillis()),
            wanted));
  }

  private static ClaimOutcome patiently(Supplier<ClaimOutcome> claim) {
    return Eventually.within(PATIENCE)
        .until("the claim is decided", claim::get, outcome -> !(outcome instanceof Overloaded));
  }

  private ShowId show(int seats) {
    return shows
        .create(
            new Shows.NewShow(
                "contention",
                Instant.parse("2035-01-01T20:00:00Z"),
                new SeatMap(List.of(new Section.Open("A", 100, seats))),
                new ShowSettings(
                    Instant.EPOCH,
                    SaleSwitch.OPEN,
                    8,
                    OptionalInt.empty(),
                    Duration.ofHours(1),
                    Optional.empty())))
        .id();
  }
}
