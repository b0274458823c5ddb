package dev.stampede.bench.events;

import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.engine.EngineRound;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/**
 * The same claims in two databases, of which one throws away what is written to the outbox: a rule
 * turns the statement into nothing, so that no row is made, no number drawn and no index touched.
 * The statement itself and its arrays still travel.
 */
final class OutboxCost {

  private static final String WITH = "claims with outbox";
  private static final String WITHOUT = "claims without outbox";

  private static final int THREADS = 256;
  private static final int MOST_PER_SECOND = 90_000;
  private static final int MAX_SEATS = 200_000;
  private static final double BAR = 0.92;

  private static final String THROW_AWAY =
      "CREATE RULE thrown_away AS ON INSERT TO outbox DO INSTEAD NOTHING";

  private final Engine with;
  private final Engine without;
  private final EventsSchedule schedule;
  private final ProgressPrinter journal;

  OutboxCost(Engine with, Engine without, EventsSchedule schedule, ProgressPrinter journal) {
    this.with = with;
    this.without = without;
    this.schedule = schedule;
    this.journal = journal;
  }

  static boolean wanted(Effort effort) {
    return effort.includes(WITH) || effort.includes(WITHOUT);
  }

  static Engine withoutOutbox(BenchServices embedded, String name, int redisDatabase)
      throws Exception {
    String url = embedded.newDatabase(name);
    Engine engine = Engine.open(url, embedded.redisUrl(redisDatabase));
    try (Connection connection = BenchServices.connect(url);
        Statement statement = connection.createStatement()) {
      statement.execute(THROW_AWAY);
    }
    return engine;
  }

  void measure(Findings findings) throws Exception {
    List<Case> cases = List.of(new Claiming(WITH, with), new Claiming(WITHOUT, without));
    Measured measured = Measured.inTurns(cases, schedule.cost(), journal);
    measured.tell(findings);
    measured.ratio(findings, "claims with / without outbox", WITH, WITHOUT, BAR);
  }

  private record Claiming(String name, Engine engine) implements Case {

    @Override
    public CaseSample measure(Duration duration) throws Exception {
      int seats = (int) Math.min(MAX_SEATS, duration.toMillis() * MOST_PER_SECOND / 1_000);
      NewHolds holds = new NewHolds(engine.newShow(seats), seats);
      long before = engine.usage().walBytes();
      EngineRound round = EngineRound.holding(engine.groupCommit(), THREADS, holds, duration);
      double wal = (double) (engine.usage().walBytes() - before) / round.claims();
      return round.sample("%d threads; a claim: %.0f B of WAL".formatted(THREADS, wal));
    }
  }
}
