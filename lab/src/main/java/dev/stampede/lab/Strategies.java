package dev.stampede.lab;

import dev.stampede.lab.contest.PlannedRun;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.plan.WrongOptionException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;

/** Names of ways as they are typed. */
final class Strategies {

  private static final String ALL = "all";
  private static final String FAST = "fast";

  private Strategies() {}

  static Strategy parse(String option, String word) {
    return Strategy.named(word)
        .orElseThrow(
            () ->
                new WrongOptionException(
                    "%s is '%s'; choose one of: %s".formatted(option, word, Strategy.names())));
  }

  /** Several with commas between, all, or the fast ones. */
  static List<Strategy> parseSeveral(String option, String words) {
    Set<Strategy> chosen = new LinkedHashSet<>();
    StringTokenizer tokens = new StringTokenizer(words, ",");
    while (tokens.hasMoreTokens()) {
      String word = tokens.nextToken().strip();
      switch (word) {
        case ALL -> chosen.addAll(List.of(Strategy.values()));
        case FAST -> chosen.addAll(Strategy.fast());
        default ->
            chosen.add(
                Strategy.named(word)
                    .orElseThrow(
                        () ->
                            new WrongOptionException(
                                "%s has '%s'; choose all, fast, or some of: %s"
                                    .formatted(option, word, Strategy.names()))));
      }
    }
    if (chosen.isEmpty()) {
      throw new WrongOptionException(
          "%s is empty; choose all, fast, or some of: %s".formatted(option, Strategy.names()));
    }
    return new ArrayList<>(chosen);
  }

  /** Each repeat has intentions of its own, the same for all ways. */
  static PlannedRun repeated(Plan plan, int repeat, String swept) {
    return new PlannedRun(
        plan.with(plan.crowd().withSeed(plan.crowd().seed() + repeat - 1)), repeat, swept);
  }
}
