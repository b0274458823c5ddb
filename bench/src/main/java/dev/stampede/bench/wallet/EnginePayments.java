package dev.stampede.bench.wallet;

import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.bench.turns.RoundSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All ways to pay in the engine alone: everybody from one wallet, and from many. */
final class EnginePayments {

  static final String HOT_GROUP = "hot wallet group-commit";
  static final String HOT_LOCKED = "hot wallet for-update";

  /** For the record, and only where there is time for it. */
  static final String HOT_ROWS_ALONE = "hot wallet rows alone";

  static final String HOT_OPTIMISTIC = "hot wallet optimistic";
  static final String MANY_GROUP = "zipf group-commit";
  static final String MANY_LOCKED = "zipf for-update";

  static final List<String> CASES =
      List.of(
          HOT_GROUP,
          HOT_LOCKED,
          HOT_ROWS_ALONE,
          HOT_OPTIMISTIC,
          MANY_GROUP,
          MANY_LOCKED,
          TopUpCase.NAME);

  private static final RoundSchedule QUICK =
      new RoundSchedule(1, Duration.ofMillis(300), 2, Duration.ofMillis(500));
  private static final RoundSchedule FULL =
      new RoundSchedule(2, Duration.ofMillis(1_500), 5, Duration.ofSeconds(2));

  private static final double BAR_LOCKED = 10;
  private static final double BAR_OPTIMISTIC = 30;
  private static final double BAR_MANY = 5;

  private static final int HOT_PAYERS = 64;
  private static final int GROUP_PAYERS = 256;
  private static final List<Integer> LOCKED_PAYERS = List.of(16, 32, 64);
  private static final int QUICK_LOCKED_PAYERS = 32;

  private static final String ANCHORS =
      """
      Published elsewhere, on other machines and with other work, and not measured here: 15,200 transfers/s for
      batches in PostgreSQL and 42,500 for TigerBeetle, one node each (SoftwareMill's comparison of the two).""";

  private final Engine engine;
  private final HikariDataSource connections;
  private final Effort effort;
  private final RoundSchedule turns;
  private final ProgressPrinter journal;
  private final BenchWallets purses = new BenchWallets();

  EnginePayments(
      Engine engine, HikariDataSource connections, Effort effort, ProgressPrinter journal) {
    this.engine = engine;
    this.connections = connections;
    this.effort = effort;
    this.turns = effort.quick() ? QUICK : FULL;
    this.journal = journal;
  }

  static boolean wanted(Effort effort) {
    return CASES.stream().anyMatch(effort::includes);
  }

  void measure(Findings findings) throws Exception {
    journal.say(turns.toString());
    hotWallet(findings);
    manyWallets(findings);
    findings.note(ANCHORS);
  }

  private void hotWallet(Findings findings) throws Exception {
    List<PaymentStrategy> ways = new ArrayList<>();
    ways.add(PaymentStrategy.grouped(HOT_GROUP, engine.groupCommit()));
    ways.add(PaymentStrategy.oneByOne(HOT_LOCKED, locked()));
    if (!effort.quick()) {
      ways.add(PaymentStrategy.oneByOne(HOT_ROWS_ALONE, rowsAlone()));
    }
    ways.add(
        PaymentStrategy.oneByOne(
            HOT_OPTIMISTIC, new OptimisticPayments(connections, engine.shows()::find)));
    ways.removeIf(way -> !effort.includes(way.name()));
    if (ways.isEmpty()) {
      return;
    }
    purses.fillHot(engine);
    List<PayingCase> cases =
        ways.stream()
            .map(way -> new PayingCase(engine, way, HOT_PAYERS, new HoldStock(engine, purses::hot)))
            .toList();
    Measured measured = Measured.inTurns(cases, turns, journal);
    measured.tell(findings);
    measured.ratio(findings, "hot group / for-update", HOT_GROUP, HOT_LOCKED, BAR_LOCKED);
    measured.ratio(findings, "hot group / optimistic", HOT_GROUP, HOT_OPTIMISTIC, BAR_OPTIMISTIC);
    measured.ratio(findings, "hot group / rows alone", HOT_GROUP, HOT_ROWS_ALONE, 0);
    for (PayingCase each : cases) {
      if (each.gaveUpOfHundred() > 0) {
        findings.figure("% gave up, " + each.name(), each.gaveUpOfHundred());
      }
    }
  }

  private void manyWallets(Findings findings) throws Exception {
    boolean grouped = effort.includes(MANY_GROUP);
    boolean locked = effort.includes(MANY_LOCKED);
    if (!grouped && !locked && !effort.includes(TopUpCase.NAME)) {
      return;
    }
    purses.fillMany(engine);
    List<PayingCase> cases = new ArrayList<>();
    if (grouped) {
      PaymentStrategy way = PaymentStrategy.grouped(MANY_GROUP, engine.groupCommit());
      cases.add(new PayingCase(engine, way, GROUP_PAYERS, manyHolds()));
    }
    if (locked) {
      PaymentStrategy way = PaymentStrategy.oneByOne(MANY_LOCKED, locked());
      HoldStock holds = manyHolds();
      cases.add(new PayingCase(engine, way, bestPayers(way, holds), holds));
    }
    Measured measured = Measured.inTurns(cases, turns, journal);
    measured.tell(findings);
    measured.ratio(findings, "zipf group / for-update", MANY_GROUP, MANY_LOCKED, BAR_MANY);
    if (effort.includes(TopUpCase.NAME)) {
      TopUpCase topUps = new TopUpCase(engine, purses.byPopularity(), GROUP_PAYERS);
      Measured.inTurns(List.of(topUps), turns, journal).tell(findings);
    }
  }

  private HoldStock manyHolds() {
    return new HoldStock(engine, purses.byPopularity());
  }

  /**
   * Returns the number of payers that suits this way best where payers seldom meet; measures it if
   * there is time.
   */
  private int bestPayers(PaymentStrategy way, HoldStock holds) throws Exception {
    if (effort.quick()) {
      return QUICK_LOCKED_PAYERS;
    }
    Duration each = turns.warmUp();
    new PayingCase(engine, way, LOCKED_PAYERS.getFirst(), holds).warmUp(each);
    int best = 0;
    double bestRate = 0;
    for (int payers : LOCKED_PAYERS) {
      double rate = new PayingCase(engine, way, payers, holds).measure(each).ratePerSecond();
      journal.say(String.format(Locale.ROOT, "%s, %d payers: %,.0f/s", way.name(), payers, rate));
      if (rate > bestRate) {
        best = payers;
        bestRate = rate;
      }
    }
    return best;
  }

  private LockedPayments locked() {
    return new LockedPayments(
        connections, engine.shows()::find, new RedisWalletLock(engine.redis(), "bench:"));
  }

  private LockedPayments rowsAlone() {
    return new LockedPayments(connections, engine.shows()::find, WalletLock.NONE);
  }
}
