package dev.stampede.chaos.report;

import dev.stampede.chaos.load.AttemptReply.Meaning;
import dev.stampede.chaos.load.HealthPoller.Look;
import dev.stampede.chaos.load.Load.Heard;
import dev.stampede.chaos.load.RequestHistory;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The measurements of one experiment.
 *
 * @param detected how long after its beginning the fault was first noticed, and by what
 * @param recovered how long after its end goodput was back for a whole second
 * @param well how long after its end all servers said that all their parts are up
 * @param longestPause the longest time without anything acknowledged, from the fault's beginning on
 * @param answers how often each kind of reply was heard from the fault's beginning on
 */
public record ExperimentFigures(
    Optional<Sign> detected,
    Goodput goodput,
    Optional<Duration> recovered,
    Optional<Duration> well,
    Duration longestPause,
    Map<String, Map<String, Integer>> answers) {

  /** Goodput is back when it reaches this share of what it was before. */
  public static final double BACK = 0.8;

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** Somebody noticed. */
  public record Sign(Duration after, String by) {}

  /** Acknowledged changes a second. */
  public record Goodput(double before, double during, double after) {}

  /**
   * Of one experiment.
   *
   * @param signs words that name what was broken; a busy server or a seat that is taken do not
   */
  public static ExperimentFigures of(
      Moments moments,
      Collection<RequestHistory> deeds,
      Collection<Heard> heard,
      List<Look> looks,
      Set<String> signs) {
    long[] done =
        deeds.stream()
            .filter(deed -> deed.order().kind().moves() && deed.isAcknowledged())
            .mapToLong(RequestHistory::heardNanos)
            .sorted()
            .toArray();
    double before = rate(done, moments.calm(), moments.began());
    Optional<Duration> back = backAfter(done, moments, before);
    // Of a fault that mends itself, what it cost is from its beginning until all was back.
    long mended =
        moments.ended() > moments.began()
            ? moments.ended()
            : moments.began() + back.orElse(Duration.ZERO).plusSeconds(1).toNanos();
    return new ExperimentFigures(
        detected(moments, heard, looks, signs),
        new Goodput(
            before,
            rate(done, moments.began(), mended),
            rate(
                done,
                mended
                    + back.filter(_ -> moments.ended() > moments.began())
                        .orElse(Duration.ZERO)
                        .toNanos(),
                moments.over())),
        back,
        wellAfter(moments, looks),
        longestPause(done, moments),
        answers(moments, heard));
  }

  private static double rate(long[] done, long from, long to) {
    return to <= from ? 0 : count(done, from, to) * (double) SECOND / (to - from);
  }

  private static long count(long[] done, long from, long to) {
    return LongStream.of(done).filter(at -> at >= from && at < to).count();
  }

  /** True if goodput has been back for a whole second by now. */
  public static boolean isBack(Collection<RequestHistory> deeds, Moments moments) {
    long[] done =
        deeds.stream()
            .filter(deed -> deed.order().kind().moves() && deed.isAcknowledged())
            .mapToLong(RequestHistory::heardNanos)
            .sorted()
            .toArray();
    return backAfter(done, moments, rate(done, moments.calm(), moments.began())).isPresent();
  }

  /** The first whole second, begun at the end or with any later answer, in which it was back. */
  private static Optional<Duration> backAfter(long[] done, Moments moments, double before) {
    return LongStream.concat(LongStream.of(moments.ended()), LongStream.of(done))
        .filter(from -> from >= moments.ended() && from + SECOND <= moments.over())
        .filter(from -> count(done, from, from + SECOND) >= BACK * before)
        .mapToObj(from -> Duration.ofNanos(from - moments.ended()))
        .findFirst();
  }

  private static Duration longestPause(long[] done, Moments moments) {
    long longest = 0;
    long last = moments.began();
    for (long at : done) {
      if (at >= moments.began() && at <= moments.over()) {
        longest = Math.max(longest, at - last);
        last = at;
      }
    }
    return Duration.ofNanos(Math.max(longest, moments.over() - last));
  }

  /** By a server's health, or by a client who was told or heard nothing. */
  private static Optional<Sign> detected(
      Moments moments, Collection<Heard> heard, List<Look> looks, Set<String> signs) {
    Stream<Sign> byHealth =
        looks.stream()
            .filter(look -> look.atNanos() >= moments.began())
            .filter(look -> !Collections.disjoint(look.down(), signs))
            .map(look -> new Sign(since(moments, look.atNanos()), "health: " + look.down()));
    Stream<Sign> byClients =
        heard.stream()
            .map(Heard::attempt)
            .filter(attempt -> attempt.heardNanos() >= moments.began())
            .filter(attempt -> signs.contains(attempt.reply().label()))
            .map(
                attempt ->
                    new Sign(
                        since(moments, attempt.heardNanos()),
                        "a client: " + attempt.reply().label()));
    return Stream.concat(byHealth, byClients).min(Comparator.comparing(Sign::after));
  }

  private static Duration since(Moments moments, long atNanos) {
    return Duration.ofNanos(atNanos - moments.began());
  }

  /** Returns how long after the end all servers were well; zero if none was unwell. */
  private static Optional<Duration> wellAfter(Moments moments, List<Look> looks) {
    Map<Integer, Look> last = new HashMap<>();
    boolean unwell = false;
    for (Look look : looks) {
      if (unwell && isWell(last) && look.atNanos() >= moments.ended()) {
        return Optional.of(Duration.ZERO);
      }
      last.put(look.server(), look);
      unwell |= look.atNanos() >= moments.began() && !look.isWell();
      if (unwell && isWell(last) && look.atNanos() >= moments.ended()) {
        return Optional.of(Duration.ofNanos(look.atNanos() - moments.ended()));
      }
    }
    return isWell(last) ? Optional.of(Duration.ZERO) : Optional.empty();
  }

  private static boolean isWell(Map<Integer, Look> servers) {
    return servers.values().stream().allMatch(Look::isWell);
  }

  private static Map<String, Map<String, Integer>> answers(
      Moments moments, Collection<Heard> heard) {
    Map<String, Map<String, Integer>> counts = new TreeMap<>();
    for (Heard one : heard) {
      if (one.attempt().heardNanos() >= moments.began()) {
        Meaning meaning = one.attempt().meaning();
        String label =
            meaning == Meaning.ACKNOWLEDGED ? one.kind().label() : one.attempt().reply().label();
        counts
            .computeIfAbsent(meaning.name().toLowerCase(Locale.ROOT), _ -> new TreeMap<>())
            .merge(label, 1, Integer::sum);
      }
    }
    return counts;
  }

  /** Returns the number of attempts that were answered with this meaning. */
  public int heard(Meaning meaning) {
    return answers.getOrDefault(meaning.name().toLowerCase(Locale.ROOT), Map.of()).values().stream()
        .mapToInt(Integer::intValue)
        .sum();
  }
}
