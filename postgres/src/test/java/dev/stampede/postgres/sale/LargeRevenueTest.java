package dev.stampede.postgres.sale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.sale.SaleFigures;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.engine.show.Shows;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.claim.GroupCommitter;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A price may be the largest amount there is, and a show may sell many seats at it. */
final class LargeRevenueTest {

  private static final int SEATS = 1_100;

  private static final BigInteger ALL =
      BigInteger.valueOf(Section.MAX_PRICE).multiply(BigInteger.valueOf(SEATS));

  /** Seen to fail with longs: the sum of the section could not be read, and nothing was counted. */
  @Test
  void theRevenueOfAShowIsExactBeyondTheRangeOfALong() throws Exception {
    try (ClaimsFixture fixture = new ClaimsFixture();
        GroupCommitter committer = fixture.committer()) {
      ShowId show = dearShow(fixture);
      List<Claim> holds = new ArrayList<>();
      List<Claim> bookings = new ArrayList<>();
      for (int seat = 0; seat < SEATS; seat++) {
        Claim.Hold hold = ClaimsFixture.hold(show, "ann", seat);
        holds.add(hold);
        bookings.add(paidOutside(show, hold.id(), seat));
      }
      var _ = committer.commit(holds);
      var _ = committer.commit(bookings);
      var _ = fixture.tellAll();

      SaleFigures figures = new PostgresSaleStatistics(fixture.database, fixture::lag).of(show);

      assertThat(figures.booked().confirmed()).isEqualTo(SEATS);
      assertThat(figures.revenue()).isEqualTo(new SaleFigures.Revenue(BigInteger.ZERO, ALL));
      assertThat(figures.told().sections().getFirst().revenue()).isEqualTo(ALL);
    }
  }

  private static ShowId dearShow(ClaimsFixture fixture) {
    return fixture
        .shows
        .create(
            new Shows.NewShow(
                "dear",
                Instant.parse("2030-01-01T20:00:00Z"),
                new SeatMap(List.of(new Section.Mapped("A", Section.MAX_PRICE, 1, SEATS))),
                new ShowSettings(
                    Instant.EPOCH,
                    ShowTerms.SaleSwitch.OPEN,
                    8,
                    OptionalInt.empty(),
                    Duration.ofMinutes(5),
                    Optional.empty())))
        .id();
  }

  private static Claim.Book paidOutside(ShowId show, HoldId hold, int number) {
    return new Claim.Book(
        show,
        new Buyer("ann"),
        Optional.empty(),
        BookingId.fresh(System.currentTimeMillis()),
        hold,
        new Payment.Outside("till", "bill " + number));
  }
}
