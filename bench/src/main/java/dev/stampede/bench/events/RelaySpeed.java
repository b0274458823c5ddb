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
import dev.stampede.engine.events.Relay;
import dev.stampede.engine.events.RelayListener;
import dev.stampede.kafka.KafkaCluster;
import dev.stampede.kafka.KafkaEvents;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.postgres.events.PostgresLeases;
import dev.stampede.postgres.events.PostgresOutbox;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A backlog of events sent by the relay, as the server runs it, in this process; and the very bytes
 * that it sent, sent once more by a producer with its settings that reads and deletes nothing.
 */
final class RelaySpeed implements AutoCloseable {

  private static final String RELAY = "relay";
  private static final String BARE = "bare producer";

  private static final double BAR_PER_SECOND = 20_000;
  private static final double BAR_SHARE = 0.4;
  private static final int THREADS = 256;
  private static final int SEATS_OF_A_SHOW = 150_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Engine engine;
  private final KafkaCluster cluster;
  private final KafkaSettings kafka;
  private final PostgresOutbox outbox;
  private final Relay relay;
  private final EventsSchedule schedule;
  private final ProgressPrinter journal;

  private RelaySpeed(
      Engine engine, BenchServices embedded, EventsSchedule schedule, ProgressPrinter journal) {
    this.engine = engine;
    this.kafka = new KafkaSettings(List.of(embedded.kafkaBootstrapServers()));
    this.cluster = KafkaCluster.of(kafka);
    this.outbox = new PostgresOutbox(engine.database(), engine.postgresShows());
    this.relay =
        new Relay(
            outbox,
            new KafkaEvents(cluster, kafka),
            new PostgresLeases(engine.database()),
            RelayListener.NONE);
    this.schedule = schedule;
    this.journal = journal;
  }

  static RelaySpeed open(BenchServices embedded, EventsSchedule schedule, ProgressPrinter journal)
      throws Exception {
    return of(
        Engine.open(embedded.newDatabase("relay"), embedded.redisUrl(4)),
        embedded,
        schedule,
        journal);
  }

  /** The relay of an engine, which is closed with it. */
  static RelaySpeed of(
      Engine engine, BenchServices embedded, EventsSchedule schedule, ProgressPrinter journal) {
    return new RelaySpeed(engine, embedded, schedule, journal);
  }

  static boolean wanted(Effort effort) {
    return effort.includes(RELAY) || effort.includes(BARE);
  }

  void measure(Findings findings) throws Exception {
    try (SentAgain again = new SentAgain(kafka)) {
      Case relaying = new Relaying();
      Case bare = new Bare(again);
      // The first round of both is cold: code, connections, plans.
      relaying.measure(Duration.ZERO);
      bare.measure(Duration.ZERO);
      Measured measured =
          Measured.inTurns(List.of(relaying, bare), schedule.rounds(), Duration.ZERO, journal);
      measured.tell(findings);
      double relayed = measured.rate(RELAY).orElseThrow();
      double share = relayed / measured.rate(BARE).orElseThrow();
      findings.figure("relay / bare producer", share);
      // Either will do: so many a second, or so much of what this machine's Kafka takes.
      findings.ratio(
          "relay, of what it must", Math.max(relayed / BAR_PER_SECOND, share / BAR_SHARE), 1);
    }
  }

  private final class Relaying implements Case {

    @Override
    public String name() {
      return RELAY;
    }

    @Override
    public CaseSample measure(Duration unused) throws Exception {
      return new CaseSample(
          once(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          "%d events, read, sent and deleted".formatted(schedule.backlog()));
    }
  }

  private record Bare(SentAgain again) implements Case {

    @Override
    public String name() {
      return BARE;
    }

    @Override
    public CaseSample measure(Duration unused) throws Exception {
      return again.measure();
    }
  }

  /** Sells as many seats as a round takes and tells of them: how many events a second. */
  double once() throws InterruptedException {
    sell(schedule.backlog());
    long start = System.nanoTime();
    drain();
    return schedule.backlog() * 1e9 / (System.nanoTime() - start);
  }

  void sell(int seats) throws InterruptedException {
    for (int left = seats; left > 0; left -= SEATS_OF_A_SHOW) {
      int some = Math.min(left, SEATS_OF_A_SHOW);
      NewHolds holds = new NewHolds(engine.newShow(some), some);
      EngineRound.holding(engine.groupCommit(), THREADS, holds, PATIENCE);
    }
  }

  /** Relays until all events have been told. */
  void drain() throws InterruptedException {
    long start = System.nanoTime();
    long shareAgain = start;
    while (outbox.lag(1).rows() > 0) {
      long now = System.nanoTime();
      if (now - start > PATIENCE.toNanos()) {
        throw new IllegalStateException("the relay has not sent all within " + PATIENCE);
      }
      // As in the server, for a long backlog outlasts a lease.
      if (now - shareAgain >= 0) {
        relay.share();
        shareAgain = now + Relay.SHARE_EVERY.toNanos();
      }
      relay.tick();
    }
  }

  @Override
  public void close() throws SQLException {
    relay.close();
    outbox.close();
    cluster.close();
    engine.close();
  }
}
