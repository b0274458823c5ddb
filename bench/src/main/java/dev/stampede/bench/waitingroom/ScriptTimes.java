package dev.stampede.bench.waitingroom;

import dev.stampede.bench.report.Rounds;
import dev.stampede.redis.Redis;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures how long Redis was busy with one script, by its own log of slow commands. That is time
 * on the clock: on a machine where others want the processor too, it includes what they took from
 * Redis.
 */
final class ScriptTimes {

  /** Faster commands are not noted. */
  static final double NOTED_FROM_MILLIS = 2;

  private static final int KEPT = 4_096;

  private final Redis redis;
  private final ScriptNames names = new ScriptNames();

  private ScriptTimes(Redis redis) {
    this.redis = redis;
  }

  static ScriptTimes on(Redis redis) throws InterruptedException {
    String micros = Integer.toString((int) (NOTED_FROM_MILLIS * 1_000));
    var _ = RedisAwait.answer(redis.commands().configSet("slowlog-log-slower-than", micros));
    var _ =
        RedisAwait.answer(redis.commands().configSet("slowlog-max-len", Integer.toString(KEPT)));
    ScriptTimes watch = new ScriptTimes(redis);
    watch.forget();
    return watch;
  }

  /**
   * The longest; its time is the least that is noted where none was longer.
   *
   * @param noted how many calls of the same script were noted
   * @param medianMillis of these: far below the longest, it was the machine that was slow then
   */
  record Longest(double millis, String script, int noted, double medianMillis) {

    static final Longest NONE = new Longest(NOTED_FROM_MILLIS, "none", 0, NOTED_FROM_MILLIS);

    @Override
    public String toString() {
      return noted == 0
          ? String.format(Locale.ROOT, "none was noted, from %.1f ms on", NOTED_FROM_MILLIS)
          : String.format(
              Locale.ROOT,
              "%.1f ms (%s, noted %d times, median %.1f ms)",
              millis,
              script,
              noted,
              medianMillis);
    }
  }

  private record Noted(double millis, String script) {}

  /** The longest since the last look. */
  Longest look() throws InterruptedException {
    List<Object> log = RedisAwait.answer(redis.commands().slowlogGet(KEPT));
    forget();
    List<Noted> noted = log.stream().flatMap(entry -> script((List<?>) entry).stream()).toList();
    return noted.stream()
        .max(Comparator.comparingDouble(Noted::millis))
        .map(longest -> among(noted, longest))
        .orElse(Longest.NONE);
  }

  private static Longest among(List<Noted> noted, Noted longest) {
    List<Noted> same = noted.stream().filter(one -> one.script().equals(longest.script())).toList();
    return new Longest(
        longest.millis(), longest.script(), same.size(), Rounds.median(same, Noted::millis));
  }

  void forget() throws InterruptedException {
    var _ = RedisAwait.answer(redis.commands().slowlogReset());
  }

  /** An entry has id, time, microseconds, then the command with its arguments. */
  private Optional<Noted> script(List<?> entry) {
    List<?> command = (List<?>) entry.get(3);
    double millis = (Long) entry.get(2) / 1e3;
    return switch (command.getFirst().toString().toUpperCase(Locale.ROOT)) {
      case "EVALSHA" -> Optional.of(new Noted(millis, names.of(command.get(1).toString())));
      case "EVAL" -> Optional.of(new Noted(millis, "a script on its first call"));
      // Ours alone are of interest, not what is asked to measure them.
      default -> Optional.empty();
    };
  }
}
