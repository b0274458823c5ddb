package dev.stampede.locks;

import java.time.Duration;

/**
 * The settings that all locks of one instance share. Instances that share locks must agree on the
 * prefix.
 *
 * @param prefix of all keys and channels, 0..128 characters without braces
 * @param answerWithin how long Redis may take for one answer, 10 ms..60 s
 * @param handOvers how often a lock goes from one caller to the next inside this instance before
 *     another instance that waits gets it, 0..10,000. More is faster, fewer is fairer to others
 * @param reservation how long a lock is kept for an instance that was told, 1 ms..10 s: an instance
 *     that dies just then costs the others this long
 * @param lineLimit how many callers may wait here for one key, 1..1,000,000; one more is busy
 */
public record LockSettings(
    String prefix, Duration answerWithin, int handOvers, Duration reservation, int lineLimit) {

  private static final int MAX_PREFIX = 128;

  public LockSettings {
    LockBounds.check("length of prefix", prefix.length(), 0, MAX_PREFIX);
    if (prefix.indexOf('{') >= 0 || prefix.indexOf('}') >= 0) {
      throw new IllegalArgumentException(
          "prefix is '%s'; leave out braces, keys alone have hash tags".formatted(prefix));
    }
    LockBounds.check("answerWithin", answerWithin, Duration.ofMillis(10), Duration.ofSeconds(60));
    LockBounds.check("handOvers", handOvers, 0, 10_000);
    LockBounds.check("reservation", reservation, Duration.ofMillis(1), Duration.ofSeconds(10));
    LockBounds.check("lineLimit", lineLimit, 1, 1_000_000);
  }

  /** An answer within 1 s, 16 hand-overs, kept for 20 ms, 10,000 in line. */
  public static LockSettings withPrefix(String prefix) {
    return new LockSettings(prefix, Duration.ofSeconds(1), 16, Duration.ofMillis(20), 10_000);
  }

  public LockSettings answeredWithin(Duration limit) {
    return new LockSettings(prefix, limit, handOvers, reservation, lineLimit);
  }

  public LockSettings handedOverAtMost(int times) {
    return new LockSettings(prefix, answerWithin, times, reservation, lineLimit);
  }

  public LockSettings keptFor(Duration limit) {
    return new LockSettings(prefix, answerWithin, handOvers, limit, lineLimit);
  }

  public LockSettings withLineOfAtMost(int callers) {
    return new LockSettings(prefix, answerWithin, handOvers, reservation, callers);
  }
}
