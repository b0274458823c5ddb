package dev.stampede.bench.events;

import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.postgres.claim.HoldReaper;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Measures how an old snapshot, such as a backup's, slows down those who delete rows: the relay and
 * the reaper at work before, and again when so many seats were sold and told of meanwhile that all
 * their dead rows are still there.
 */
final class OldSnapshotEvents {

  private static final String RELAY = "relay, old snapshot";
  private static final String REAPER = "reaper, old snapshot";
  private static final String NONE = ": none";

  private static final double BAR = 0.8;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final BenchServices embedded;
  private final EventsSchedule schedule;
  private final ProgressPrinter journal;

  OldSnapshotEvents(BenchServices embedded, EventsSchedule schedule, ProgressPrinter journal) {
    this.embedded = embedded;
    this.schedule = schedule;
    this.journal = journal;
  }

  static boolean wanted(Effort effort) {
    return effort.includes(RELAY) || effort.includes(REAPER);
  }

  void measure(Findings findings) throws Exception {
    String url = embedded.newDatabase("old_snapshot");
    Engine engine = Engine.open(url, embedded.redisUrl(5));
    try (RelaySpeed relay = RelaySpeed.of(engine, embedded, schedule, journal);
        Connection tidy = BenchServices.connect(url)) {
      HoldReaper reaper = new HoldReaper(engine.database(), ClaimNews.NONE);
      Rates cold = once(relay, reaper, tidy);
      journal.say("the first round, which is not counted: %s".formatted(cold));
      Rates before = rounds(relay, reaper, tidy);
      try (Connection old = snapshot(url)) {
        relay.sell(schedule.sold());
        relay.drain();
        expire(tidy);
        reap(reaper, schedule.sold());
        relay.drain();
        journal.say("%,d seats were sold since the snapshot".formatted(schedule.sold()));
        Rates after = rounds(relay, reaper, tidy);
        old.rollback();
        tell(findings, RELAY, before.relay(), after.relay());
        tell(findings, REAPER, before.reaper(), after.reaper());
      }
    }
  }

  private void tell(Findings findings, String name, double before, double after) {
    findings.row(row(name + NONE, before, "%,d a round".formatted(schedule.backlog())));
    findings.row(row(name, after, "the same, after %,d more".formatted(schedule.sold())));
    findings.ratio(name + " / none", after / before, BAR);
  }

  private static Row row(String name, double rate, String note) {
    return new Row(name, rate, OptionalDouble.empty(), OptionalDouble.empty(), note);
  }

  /** Rates per second. */
  private record Rates(double relay, double reaper) {}

  private Rates rounds(RelaySpeed relay, HoldReaper reaper, Connection tidy) throws Exception {
    List<Rates> all = new ArrayList<>();
    for (int round = 0; round < schedule.rounds(); round++) {
      all.add(once(relay, reaper, tidy));
      journal.say(all.getLast().toString());
    }
    return new Rates(
        median(all.stream().map(Rates::relay).sorted().toList()),
        median(all.stream().map(Rates::reaper).sorted().toList()));
  }

  private Rates once(RelaySpeed relay, HoldReaper reaper, Connection tidy) throws Exception {
    double relayed = relay.once();
    expire(tidy);
    double reaped = reap(reaper, schedule.backlog());
    relay.drain();
    return new Rates(relayed, reaped);
  }

  private static double median(List<Double> sorted) {
    return sorted.get(sorted.size() / 2);
  }

  /** Holds last an hour here: they were all made one hour earlier. */
  private static void expire(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "UPDATE seat SET held_until = held_until - interval '1 hour' WHERE state = 'h'");
      statement.execute(
          """
          UPDATE hold SET expires_at = expires_at - interval '1 hour',
            created_at = created_at - interval '1 hour'
          WHERE state = 'l'""");
    }
  }

  private static double reap(HoldReaper reaper, int holds) {
    long start = System.nanoTime();
    for (int freed = 0; freed < holds; ) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new IllegalStateException("%d of %d are free".formatted(freed, holds));
      }
      freed += reaper.tick().freed();
    }
    return holds * 1e9 / (System.nanoTime() - start);
  }

  private static Connection snapshot(String url) throws SQLException {
    Connection connection = BenchServices.connect(url);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
    }
    return connection;
  }
}
