package dev.stampede.lab.contest;

import dev.stampede.lab.plan.Want;
import dev.stampede.lab.strategy.ClaimFailure;
import dev.stampede.lab.strategy.LabSeatRow;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The figures that a run comes to.
 *
 * @param sold tickets that buyers were told are theirs
 * @param oversold how many more of them there are than tickets that were sold at all
 * @param lost how many of them are not their buyer's in the end
 * @param order the share of pairs of lucky buyers of whom the one who came first was served first:
 *     1 is strict order, a half is chance
 * @param starved buyers who were turned away while there were tickets, or came before somebody who
 *     got one
 */
public record Verdict(
    int sold,
    int oversold,
    int lost,
    Map<ClaimFailure, Integer> failures,
    Pace pace,
    double order,
    List<String> starved) {

  /** The speed of the run, and the number of retries. */
  public record Pace(double ratePerSecond, Millis latency, long retries) {}

  /** The time that buyers with a ticket waited for it. */
  public record Millis(double p50, double p99, double max) {}

  public Verdict {
    failures = Map.copyOf(failures);
    starved = List.copyOf(starved);
  }

  public static Verdict of(RunResult run) {
    List<BuyerResult> sold = run.sold();
    int promised = sold.stream().mapToInt(story -> story.seats().size()).sum();
    Set<Integer> distinct = new HashSet<>();
    sold.forEach(story -> distinct.addAll(story.seats()));
    Map<ClaimFailure, Integer> failures = new EnumMap<>(ClaimFailure.class);
    run.failed()
        .forEach(story -> story.failure().ifPresent(why -> failures.merge(why, 1, Integer::sum)));
    long retries = run.stories().stream().mapToLong(BuyerResult::retries).sum();
    return new Verdict(
        promised,
        promised - distinct.size(),
        lost(run),
        failures,
        new Pace(rate(sold, distinct.size()), latency(sold), retries),
        InOrder.share(inOrderOfService(run)),
        starved(run, distinct.size()));
  }

  /** Returns the number of buyers who went away for this reason. */
  public int failed(ClaimFailure why) {
    return failures.getOrDefault(why, 0);
  }

  public boolean isSafe() {
    return oversold == 0 && lost == 0;
  }

  private static int lost(RunResult run) {
    Map<Integer, String> owners = new HashMap<>();
    for (LabSeatRow ticket : run.tickets()) {
      owners.put(ticket.seat(), ticket.owner());
    }
    int lost = 0;
    for (BuyerResult story : run.sold()) {
      for (int seat : story.seats()) {
        if (!story.label().equals(owners.get(seat))) {
          lost++;
        }
      }
    }
    return lost;
  }

  /**
   * Returns tickets a second, from the first buyer who set out to the last who was told of a
   * ticket.
   */
  private static double rate(List<BuyerResult> sold, int tickets) {
    Duration last =
        sold.stream()
            .map(story -> story.times().told())
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    return last.isZero() ? 0 : tickets / (last.toNanos() / 1e9);
  }

  private static Millis latency(List<BuyerResult> sold) {
    double[] sorted = sold.stream().mapToDouble(BuyerResult::millis).sorted().toArray();
    return sorted.length == 0
        ? new Millis(0, 0, 0)
        : new Millis(at(sorted, 0.5), at(sorted, 0.99), sorted[sorted.length - 1]);
  }

  private static double at(double[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))];
  }

  /**
   * Arrivals in the order of service. Where all want the first that is free, the lower ticket was
   * given out first; answers may come in another order, for many are woken at once.
   */
  private static long[] inOrderOfService(RunResult run) {
    Comparator<BuyerResult> byAnswer = Comparator.comparingInt(story -> story.order().served());
    Comparator<BuyerResult> byTicket = Comparator.comparingInt(story -> story.seats().getFirst());
    boolean ranked = run.trial().plan().crowd().want() == Want.FIRST_FREE;
    return run.sold().stream()
        .sorted(ranked ? byTicket.thenComparing(byAnswer) : byAnswer)
        .mapToLong(story -> story.order().arrival())
        .toArray();
  }

  private static List<String> starved(RunResult run, int distinct) {
    boolean left = distinct < run.tickets().size();
    long lastLucky =
        run.sold().stream().mapToLong(story -> story.order().arrival()).max().orElse(-1);
    return run.failed().stream()
        .filter(story -> story.failure().isPresent())
        .filter(story -> story.failure().orElseThrow() != ClaimFailure.NO_TICKETS)
        .filter(story -> left || story.order().arrival() < lastLucky)
        .map(BuyerResult::label)
        .toList();
  }
}
