package dev.stampede.bench.claims;

import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.engine.EngineRound;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The same ten thousand claims with nothing else in the table and with a million seats in it. The
 * small table is emptied before each round, for else it would not stay small.
 */
final class FlatCost {

  static final String SMALL = "engine 10,000 rows";
  static final String LARGE = "engine 1,000,000 rows";
  static final String SCATTERED = "engine 1,000,000 scattered";

  private static final double BAR = 0.8;
  private static final int CLAIMS = 10_000;
  private static final int SHOWS = 5;
  private static final int SEATS = 200_000;

  /** A page has some seventy seats: hardly two claims of a round share one. */
  private static final int SCATTER_STEP = SEATS / 2 / (CLAIMS / SHOWS);

  private static final Duration AT_MOST = Duration.ofSeconds(10);

  private final Engine small;
  private final Engine large;
  private final Effort effort;
  private final ProgressPrinter journal;

  FlatCost(Engine small, Engine large, Effort effort, ProgressPrinter journal) {
    this.small = small;
    this.large = large;
    this.effort = effort;
    this.journal = journal;
  }

  static boolean wanted(Effort effort) {
    return effort.includes(SMALL) || effort.includes(LARGE) || effort.includes(SCATTERED);
  }

  void measure(Findings findings) throws Exception {
    List<ShowId> shows = new ArrayList<>();
    for (int i = 0; i < SHOWS; i++) {
      shows.add(large.newShow(SEATS));
    }
    journal.say("%,d seats are in the large table".formatted(SHOWS * SEATS));
    int rounds = ClaimsSchedule.of(effort).flatRounds();
    List<Case> cases = new ArrayList<>();
    cases.add(new Emptied(small));
    // In order in the first halves of the shows, scattered over the second: no seat twice.
    cases.add(new Filled(LARGE, large, round -> inOrder(shows, round)));
    cases.add(new Filled(SCATTERED, large, round -> scattered(shows, round)));
    cases.removeIf(each -> !effort.includes(each.name()));
    for (Case each : cases) {
      each.warmUp(AT_MOST);
    }
    Measured measured = Measured.inTurns(cases, rounds, AT_MOST, journal);
    measured.tell(findings);
    measured.ratio(findings, "1,000,000 / 10,000 rows", LARGE, SMALL, BAR);
    measured.ratio(findings, "scattered / 10,000 rows", SCATTERED, SMALL, 0);
  }

  private static CaseSample claim(Engine engine, SeatQueue seats) throws InterruptedException {
    engine.meanGroup();
    EngineRound round =
        EngineRound.holding(engine.groupCommit(), EngineSpeed.GROUP_THREADS, seats, AT_MOST);
    return round.sample("groups of %.0f".formatted(engine.meanGroup()));
  }

  /** A table that has ten thousand rows, all of them free. */
  private record Emptied(Engine engine) implements Case {

    @Override
    public String name() {
      return SMALL;
    }

    @Override
    public CaseSample measure(Duration duration) throws Exception {
      engine.emptySeats();
      return claim(engine, SeatQueue.inOrder(engine.newShow(CLAIMS), 0, CLAIMS));
    }
  }

  private static SeatQueue inOrder(List<ShowId> shows, int round) {
    ShowId show = shows.get(round % shows.size());
    return SeatQueue.inOrder(show, round / shows.size() * CLAIMS, CLAIMS);
  }

  private static SeatQueue scattered(List<ShowId> shows, int round) {
    return SeatQueue.scattered(shows, SEATS / 2 + round, CLAIMS, SCATTER_STEP);
  }

  /** A table that stays as large as it is. */
  private static final class Filled implements Case {

    private final String name;
    private final Engine engine;
    private final IntFunction<SeatQueue> seatsOfRound;
    private int round;

    Filled(String name, Engine engine, IntFunction<SeatQueue> seatsOfRound) {
      this.name = name;
      this.engine = engine;
      this.seatsOfRound = seatsOfRound;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public CaseSample measure(Duration duration) throws InterruptedException {
      return claim(engine, seatsOfRound.apply(round++));
    }
  }
}
