package dev.stampede.bench.events;

import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import java.util.EnumSet;

/**
 * The way of an event from the commit to those who read it: what writing it down costs the sale,
 * how fast the relay is against a producer that does nothing else, and how late others hear. And
 * the way of bookings through Kafka, against those that are waited for.
 */
public final class EventsBenchmark implements Benchmark {

  @Override
  public String name() {
    return "events";
  }

  @Override
  public String question() {
    return "events in Kafka: the relay against a bare producer, its lag, and the outbox's price";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Findings findings = new Findings();
    EventsSchedule schedule = EventsSchedule.of(effort);
    try (BenchServices embedded =
        BenchServices.start(EnumSet.allOf(ServiceKind.class), new ServiceReporter(journal::say))) {
      if (OutboxCost.wanted(effort)) {
        findings.part("outbox", journal, () -> outbox(embedded, schedule, findings, journal));
      }
      if (RelaySpeed.wanted(effort)) {
        findings.part("relay", journal, () -> relay(embedded, schedule, findings, journal));
      }
      if (OldSnapshotEvents.wanted(effort)) {
        OldSnapshotEvents old = new OldSnapshotEvents(embedded, schedule, journal);
        findings.part("old snapshot", journal, () -> old.measure(findings));
      }
      if (HeardOverHttp.wanted(effort)) {
        HeardOverHttp heard = new HeardOverHttp(embedded, schedule, journal);
        findings.part("over HTTP", journal, () -> heard.measure(findings));
      }
      if (RequestsThroughKafka.wanted(effort)) {
        RequestsThroughKafka requests = new RequestsThroughKafka(embedded, schedule, journal);
        findings.part("through Kafka", journal, () -> requests.measure(findings));
      }
    }
    return findings.report(name());
  }

  private static void outbox(
      BenchServices embedded, EventsSchedule schedule, Findings findings, ProgressPrinter journal)
      throws Exception {
    try (Engine with = Engine.open(embedded.newDatabase("with_outbox"), embedded.redisUrl(2));
        Engine without = OutboxCost.withoutOutbox(embedded, "without_outbox", 3)) {
      new OutboxCost(with, without, schedule, journal).measure(findings);
    }
  }

  private static void relay(
      BenchServices embedded, EventsSchedule schedule, Findings findings, ProgressPrinter journal)
      throws Exception {
    try (RelaySpeed speed = RelaySpeed.open(embedded, schedule, journal)) {
      speed.measure(findings);
    }
  }
}
