package dev.stampede.prove.fault;

import dev.stampede.prove.site.SiteShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Faults one after the other at random moments, several at a time: the same seed gives the same
 * faults. All kinds come in rounds, each as often as its weight says, in a random order; so every
 * kind comes in a run that is long enough. Faults whose claims do not fit together never overlap.
 */
public final class FaultSchedule {

  /** The faults that may be at work at a time. */
  static final int MOST_AT_A_TIME = 4;

  private static final Duration STEP = Duration.ofMillis(250);

  private final SiteShape shape;
  private final List<FaultKind> kinds;
  private final Duration apart;
  private final SplittableRandom random;
  private final List<FaultKind> round = new ArrayList<>();
  private final Map<FaultKind, Integer> planned = new HashMap<>();
  private final List<Work> works = new ArrayList<>();
  private Duration now = Duration.ZERO;
  private int number;

  /** A fault until its end. */
  private record Work(Duration ends, List<PartClaim> claims) {}

  /**
   * A schedule without an end.
   *
   * @param kinds those without a target in this site are left out
   * @param apart the time from one fault to the next, on average
   */
  public FaultSchedule(long seed, List<FaultKind> kinds, SiteShape shape, Duration apart) {
    this.shape = shape;
    this.kinds = kinds.stream().filter(kind -> !kind.targets(shape).isEmpty()).toList();
    this.apart = apart;
    this.random = new SplittableRandom(seed);
    if (apart.compareTo(STEP) < 0) {
      throw new IllegalArgumentException(
          "faults are %s apart; give at least %s".formatted(apart, STEP));
    }
  }

  /** Returns the next fault; empty when no kind may come any more. */
  public Optional<PlannedFault> next() {
    now = now.plusMillis(random.nextLong(2 * apart.toMillis() + 1));
    while (fill()) {
      works.removeIf(work -> work.ends().compareTo(now) <= 0);
      Optional<PlannedFault> fault =
          works.size() < MOST_AT_A_TIME ? firstThatFits() : Optional.empty();
      if (fault.isPresent()) {
        return fault;
      }
      now = now.plus(STEP);
    }
    return Optional.empty();
  }

  /** Begins another round when this one is empty; false if nothing may come any more. */
  private boolean fill() {
    round.removeIf(this::isExhausted);
    if (round.isEmpty()) {
      for (FaultKind kind : kinds) {
        for (int i = 0; i < kind.frequency().weight() && !isExhausted(kind); i++) {
          round.add(random.nextInt(round.size() + 1), kind);
        }
      }
    }
    return !round.isEmpty();
  }

  private boolean isExhausted(FaultKind kind) {
    return planned.getOrDefault(kind, 0) >= kind.frequency().most();
  }

  private Optional<PlannedFault> firstThatFits() {
    for (int i = 0; i < round.size(); i++) {
      FaultKind kind = round.get(i);
      List<String> targets = new ArrayList<>(kind.targets(shape));
      targets.removeIf(target -> !fits(kind.claims(shape, target)));
      if (!targets.isEmpty()) {
        round.remove(i);
        planned.merge(kind, 1, Integer::sum);
        return Optional.of(plan(kind, targets.get(random.nextInt(targets.size()))));
      }
    }
    return Optional.empty();
  }

  private PlannedFault plan(FaultKind kind, String target) {
    Duration length = kind.length().any(random);
    works.add(
        new Work(now.plus(length).plus(kind.frequency().recovers()), kind.claims(shape, target)));
    number++;
    return new PlannedFault(number, now, kind, target, length, random.nextLong());
  }

  private boolean fits(List<PartClaim> claims) {
    return claims.stream()
        .allMatch(
            claim ->
                taken(claim.part()) + claim.shares() <= PartClaim.sharesOf(claim.part(), shape));
  }

  private int taken(String part) {
    return works.stream()
        .flatMap(work -> work.claims().stream())
        .filter(claim -> claim.part().equals(part))
        .mapToInt(PartClaim::shares)
        .sum();
  }
}
