package dev.stampede.bench.matching;

import dev.stampede.bench.Benchmark;
import dev.stampede.bench.Effort;
import dev.stampede.bench.Journal;
import dev.stampede.bench.Report;
import dev.stampede.bench.house.House;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.bench.turns.Turns;
import dev.stampede.embedded.Service;
import dev.stampede.embedded.ServiceNews;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

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

  /** How long each part takes. */
  private record Plan(Turns turns, int waiting, Duration idle, Duration grpc) {}

  private static final Plan QUICK =
      new Plan(
          new Turns(1, Duration.ofMillis(700), 2, Duration.ofSeconds(1)),
          100_000,
          Duration.ofSeconds(5),
          Duration.ofSeconds(5));

  private static final Plan FULL =
      new Plan(
          new Turns(2, Duration.ofSeconds(2), 5, Duration.ofSeconds(4)),
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
  public Report run(Effort effort, Journal journal) throws Exception {
    Plan plan = effort.quick() ? QUICK : FULL;
    Findings findings = new Findings();
    try (House house = House.start(EnumSet.of(Service.REDIS), new ServiceNews(journal::say))) {
      compare(house.redisUrl(0), plan, effort, journal, findings);
      if (effort.includes(IdleWatchers.CASE)) {
        new IdleWatchers(house.redisUrl(1), journal).measure(plan.idle, findings);
      }
      if (effort.includes(ClaimOfMany.CASE)) {
        new ClaimOfMany(house.redisUrl(2), journal).measure(plan.waiting, findings);
      }
    }
    if (effort.includes(OverGrpc.CASE)) {
      new OverGrpc(journal).measure(plan.grpc, plan.grpc, findings);
    }
    return findings.report(name());
  }

  private static void compare(
      String redisUrl, Plan plan, Effort effort, Journal journal, Findings findings)
      throws Exception {
    List<MatchingCase> cases = new ArrayList<>();
    try {
      for (int backends : BACKENDS) {
        String name = ours(backends);
        if (effort.includes(name)) {
          cases.add(open(name, backends, redisUrl, OurTickets::new));
        }
      }
      if (effort.includes(THEIRS)) {
        cases.add(open(THEIRS, PEER_BACKENDS, redisUrl, SampledTickets::new));
      }
      Measured measured = Measured.inTurns(cases, plan.turns, journal);
      measured.tell(findings);
      String one = ours(1);
      measured
          .rate(one)
          .ifPresent(rate -> findings.ratio("one backend, of 20,000/s", rate / BAR_RATE, 1));
      measured.ratio(
          findings, "stampede / global lock, 4 backends", ours(PEER_BACKENDS), THEIRS, BAR_PEER);
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

  private static String ours(int backends) {
    return "stampede, %d backends".formatted(backends);
  }

  private static MatchingCase open(
      String name, int backends, String redisUrl, BiFunction<String, String, TicketStore> opener) {
    String prefix = name.replace(' ', '-') + ":";
    return new MatchingCase(
        name,
        opener.apply(redisUrl, prefix),
        IntStream.range(0, backends)
            .mapToObj(_ -> new TickingBackend(opener.apply(redisUrl, prefix)))
            .toList());
  }
}
