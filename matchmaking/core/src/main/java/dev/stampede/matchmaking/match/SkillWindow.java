package dev.stampede.matchmaking.match;

import dev.stampede.matchmaking.ticket.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Puts players together whose skill differs by no more than a window that widens while they wait.
 *
 * <p>Sorted by skill, the players of a match stand side by side, so it is enough to look at each
 * run of so many neighbours. A run is a match when its spread is within the window of its player
 * who has waited longest: that one has earned it, and the others lose less by it than by waiting
 * too. The player who has waited longest is served first, by the run around them with the smallest
 * spread. Tickets without the skill, or with one that is not a finite number, are left alone.
 *
 * @param players in a match
 * @param skillArg which of the ticket's numbers it is
 * @param window how far apart at first
 * @param widensPerSecond by how much more with each second
 * @param widest never further apart
 */
public record SkillWindow(
    int players, String skillArg, double window, double widensPerSecond, double widest)
    implements MatchFunction {

  public static final int MAX_PLAYERS = 100;

  public SkillWindow {
    if (players < 2 || players > MAX_PLAYERS) {
      throw new IllegalArgumentException(
          "players is %d; set 2..%d".formatted(players, MAX_PLAYERS));
    }
    if (skillArg.isEmpty()) {
      throw new IllegalArgumentException("the skill has no name; name one of double_args");
    }
    if (!(window >= 0) || !(widensPerSecond >= 0) || !(widest >= window)) {
      throw new IllegalArgumentException(
          "window is %s, widens-per-second %s, widest %s; set 0 or more, widest not below window"
              .formatted(window, widensPerSecond, widest));
    }
  }

  @Override
  public List<Match> propose(Candidates candidates) {
    List<Match> matches = new ArrayList<>();
    candidates.pools().values().forEach(pool -> matches.addAll(matches(candidates, pool)));
    return matches;
  }

  private List<Match> matches(Candidates candidates, List<Ticket> pool) {
    List<Ticket> bySkill =
        new ArrayList<>(
            pool.stream()
                .filter(ticket -> Double.isFinite(skill(ticket)))
                .sorted(Comparator.comparingDouble(this::skill))
                .toList());
    return new Row(bySkill, candidates).matches();
  }

  private double skill(Ticket ticket) {
    return ticket.searchFields().doubleArgs().getOrDefault(skillArg, Double.NaN);
  }

  private double windowOf(Ticket ticket, Instant now) {
    double waited = Math.max(0, Duration.between(ticket.createTime(), now).toMillis()) / 1_000.0;
    return Math.min(widest, window + waited * widensPerSecond);
  }

  /** Players side by side; a player who is taken leaves a gap that no match reaches across. */
  private final class Row {
    private final List<Ticket> bySkill;
    private final Candidates candidates;
    private final boolean[] taken;

    Row(List<Ticket> bySkill, Candidates candidates) {
      this.bySkill = bySkill;
      this.candidates = candidates;
      this.taken = new boolean[bySkill.size()];
    }

    List<Match> matches() {
      List<Match> found = new ArrayList<>();
      IntStream.range(0, bySkill.size())
          .boxed()
          .sorted(Comparator.comparing(i -> bySkill.get(i).createTime()))
          .forEach(
              oldest ->
                  bestRunAround(oldest)
                      .ifPresent(
                          from -> {
                            Arrays.fill(taken, from, from + players, true);
                            found.add(match(bySkill.subList(from, from + players)));
                          }));
      return found;
    }

    private OptionalInt bestRunAround(int one) {
      double allowed = windowOf(bySkill.get(one), candidates.now());
      return IntStream.rangeClosed(
              Math.max(0, one - players + 1), Math.min(one, bySkill.size() - players))
          .filter(this::isFree)
          .filter(from -> spread(from) <= allowed)
          .boxed()
          .min(Comparator.comparingDouble(this::spread))
          .map(OptionalInt::of)
          .orElseGet(OptionalInt::empty);
    }

    private boolean isFree(int from) {
      return IntStream.range(from, from + players).noneMatch(i -> taken[i]);
    }

    private double spread(int from) {
      return skill(bySkill.get(from + players - 1)) - skill(bySkill.get(from));
    }

    /** The closer together, the better. */
    private Match match(List<Ticket> run) {
      String profile = candidates.profile().name();
      double spread = skill(run.getLast()) - skill(run.getFirst());
      return new Match(profile + "-" + run.getFirst().id(), profile, run, -spread, Map.of());
    }
  }
}
