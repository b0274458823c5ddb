package dev.stampede.bench.matching;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.bench.turns.RoundSchedule;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import dev.stampede.matchmaking.ticket.TicketClaim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Tickets assigned one against one: ours and the way of one lock and a random sample, on one Redis,
 * with the same backends; what very many waiting tickets and idle watchers cost; and all of it over
 * gRPC.
 */
public final class MatchingBenchmark implements Benchmark {

  private static final int PEER_BACKENDS = 4;
  private static final String THEIRS = "global lock, %d backends".formatted(PEER_BACKENDS);
  private static final List<Integer> BACKENDS = List.of(1, 2, 4, 8);

  private static final double BAR_RATE = 20_000;
  private static final double BAR_PEER = 5;
  private static final double BAR_MORE_BACKENDS = 0.8;

  /** The lengths of the parts. */
  private record Plan(
      RoundSchedule turns, int emptied, int waiting, Duration idle, Duration grpc) {}

  private static final Plan QUICK =
      new Plan(
          new RoundSchedule(1, Duration.ofMillis(700), 2, Duration.ofSeconds(1)),
          20_000,
          100_000,
          Duration.ofSeconds(5),
          Duration.ofSeconds(5));

  private static final Plan FULL =
      new Plan(
          new RoundSchedule(2, Duration.ofSeconds(2), 5, Duration.ofSeconds(4)),
          60_000,
          1_000_000,
          Duration.ofSeconds(20),
          Duration.ofSeconds(20));

  @Override
  public String name() {
    return "matching";
  }

  @Override
  public String question() {
    return "tickets assigned: leases against one global lock, and what watchers cost";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Plan plan = effort.quick() ? QUICK : FULL;
    Findings findings = new Findings();
    try (BenchServices embedded =
        BenchServices.start(EnumSet.of(ServiceKind.REDIS), new ServiceReporter(journal::say))) {
      fill(embedded.redisUrl(0), plan, effort, journal, findings);
      empty(embedded.redisUrl(0), plan, effort, journal, findings);
      if (effort.includes(IdleWatchers.CASE)) {
        new IdleWatchers(embedded.redisUrl(1), journal).measure(plan.idle, findings);
      }
      if (effort.includes(ClaimOfMany.CASE)) {
        new ClaimOfMany(embedded.redisUrl(2), journal).measure(plan.waiting, findings);
      }
    }
    if (effort.includes(OverGrpc.CASE)) {
      new OverGrpc(journal).measure(plan.grpc, plan.grpc, findings);
    }
    return findings.report(name());
  }

  /** Players keep coming, and creating their tickets is paid for too. */
  private static void fill(
      String redisUrl, Plan plan, Effort effort, ProgressPrinter journal, Findings findings)
      throws Exception {
    List<MatchingCase> cases = new ArrayList<>();
    try {
      for (int backends : BACKENDS) {
        String name = ours(backends);
        if (effort.includes(name)) {
          cases.add(
              new MatchingCase(
                  name,
                  new MatchingStand(
                      redisUrl, "ours:", backends, TicketClaim.MAX_TICKETS, OurTickets::new)));
        }
      }
      if (effort.includes(THEIRS)) {
        cases.add(
            new MatchingCase(
                THEIRS,
                new MatchingStand(
                    redisUrl,
                    "theirs:",
                    PEER_BACKENDS,
                    TicketClaim.MAX_TICKETS,
                    SampledTickets::new)));
      }
      Measured measured = Measured.inTurns(cases, plan.turns, journal);
      measured.tell(findings);
      measured.ratio(
          findings, "stampede / global lock, 4 backends", ours(PEER_BACKENDS), THEIRS, BAR_PEER);
      String one = ours(1);
      measured
          .rate(one)
          .ifPresent(rate -> findings.ratio("one backend, of 20,000/s", rate / BAR_RATE, 1));
      for (int backends : BACKENDS.subList(1, BACKENDS.size())) {
        measured.ratio(
            findings,
            "%d backends / one".formatted(backends),
            ours(backends),
            one,
            BAR_MORE_BACKENDS);
      }
    } finally {
      cases.forEach(MatchingCase::close);
    }
  }

  /** Nobody comes any more: what the two ways themselves can do. */
  private static void empty(
      String redisUrl, Plan plan, Effort effort, ProgressPrinter journal, Findings findings)
      throws Exception {
    List<EmptyingCase> cases = new ArrayList<>();
    try {
      for (Ticks ticks : Ticks.values()) {
        if (effort.includes(ticks.ours())) {
          cases.add(emptying(ticks.ours(), redisUrl, plan, ticks, OurTickets::new));
        }
        if (effort.includes(ticks.theirs())) {
          cases.add(emptying(ticks.theirs(), redisUrl, plan, ticks, SampledTickets::new));
        }
      }
      Measured measured = Measured.inTurns(cases, plan.turns, journal);
      measured.tell(findings);
      for (Ticks ticks : Ticks.values()) {
        String name = "stampede / global lock, " + ticks.title;
        measured.ratio(findings, name, ticks.ours(), ticks.theirs(), BAR_PEER);
      }
    } finally {
      cases.forEach(EmptyingCase::close);
    }
  }

  private static EmptyingCase emptying(
      String name,
      String redisUrl,
      Plan plan,
      Ticks ticks,
      BiFunction<String, String, TicketStore> opener) {
    MatchingStand stand =
        new MatchingStand(redisUrl, "emptied:", PEER_BACKENDS, ticks.tickets, opener);
    return new EmptyingCase(name, plan.emptied, stand);
  }

  /** The most tickets that a backend takes with one tick. */
  private enum Ticks {
    LARGE("ticks of 10,000", 10_000),
    SMALL("ticks of 100", 100);

    private final String title;
    private final int tickets;

    Ticks(String title, int tickets) {
      this.title = title;
      this.tickets = tickets;
    }

    String ours() {
      return "emptying, stampede, " + title;
    }

    String theirs() {
      return "emptying, global lock, " + title;
    }
  }

  private static String ours(int backends) {
    return "stampede, %d backends".formatted(backends);
  }
}
