package dev.stampede.bench.wallet;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.DistinctSeats;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.bench.turns.RoundSchedule;
import dev.stampede.engine.claim.WalletLimits;
import java.time.Duration;
import java.util.List;

/** Measures what paying at once adds to claiming, over HTTP: the same seats, held and bought. */
final class HttpPayments {

  static final String HOLD = "http hold";
  static final String BOOKING = "http booking";

  private static final RoundSchedule QUICK =
      new RoundSchedule(1, Duration.ofMillis(400), 2, Duration.ofMillis(700));

  /** Warm for as long as it takes to compile both; the longer path takes longer. */
  private static final RoundSchedule FULL =
      new RoundSchedule(5, Duration.ofSeconds(5), 5, Duration.ofSeconds(2));

  private static final double BAR = 0.6;
  private static final int MOST_PER_SECOND = 20_000;
  private static final int SEATS_OF_A_SHOW = 100_000;

  private final BenchSaleServer server;
  private final Effort effort;
  private final RoundSchedule turns;
  private final ProgressPrinter journal;

  HttpPayments(BenchSaleServer server, Effort effort, ProgressPrinter journal) {
    this.server = server;
    this.effort = effort;
    this.turns = effort.quick() ? QUICK : FULL;
    this.journal = journal;
  }

  static boolean wanted(Effort effort) {
    return effort.includes(HOLD) || effort.includes(BOOKING);
  }

  void measure(Findings findings) throws Exception {
    server.topUpAll(WalletLimits.DEFAULT.maxTopUp());
    journal.say("%s, %d connections".formatted(turns, HttpRound.CONNECTIONS));
    List<Case> cases =
        List.<Case>of(
                distinct(HOLD, SeatSupply.ofHolds(server, SEATS_OF_A_SHOW)),
                distinct(BOOKING, SeatSupply.ofBookings(server, SEATS_OF_A_SHOW)))
            .stream()
            .filter(each -> effort.includes(each.name()))
            .toList();
    Measured measured = Measured.inTurns(cases, turns, journal);
    measured.tell(findings);
    measured.ratio(findings, "http booking / hold", BOOKING, HOLD, BAR);
  }

  private Case distinct(String name, SeatSupply seats) {
    return new DistinctSeats(name, server, seats, MOST_PER_SECOND);
  }
}
