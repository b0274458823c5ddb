package dev.stampede.engine.waitingroom;

import java.time.Duration;
import java.util.Optional;

/**
 * How fast people are let in, as seen from how many were: a mean in which what was seen {@link
 * #MEMORY} ago counts a third.
 */
final class Pace {

  static final Duration MEMORY = Duration.ofSeconds(30);

  static final Pace UNKNOWN = new Pace(0, 0, 0, false);

  private final double perSecond;
  private final long admitted;
  private final long atNanos;
  private final boolean known;

  private Pace(double perSecond, long admitted, long atNanos, boolean known) {
    this.perSecond = perSecond;
    this.admitted = admitted;
    this.atNanos = atNanos;
    this.known = known;
  }

  /**
   * With another look.
   *
   * @param total how many were let in since the line began
   * @param expected what is set, which is believed until something is seen
   */
  Pace seen(long total, double expected, long nowNanos) {
    if (!known || total < admitted) {
      return new Pace(expected, total, nowNanos, true);
    }
    double seconds = (nowNanos - atNanos) / 1e9;
    if (seconds <= 0) {
      return this;
    }
    double weight = 1 - Math.exp(-seconds / (MEMORY.toMillis() / 1e3));
    double now = (total - admitted) / seconds;
    return new Pace(perSecond + weight * (now - perSecond), total, nowNanos, true);
  }

  /**
   * How long it takes until so many are let in, rounded up as people say it: to ten seconds, to a
   * minute from two minutes on, to five from ten on. Empty when nobody is being let in.
   */
  Optional<Duration> until(long people) {
    if (perSecond < 1e-3) {
      return Optional.empty();
    }
    return Optional.of(rounded(people / perSecond));
  }

  static Duration rounded(double seconds) {
    long step = seconds < 120 ? 10 : seconds < 600 ? 60 : 300;
    return Duration.ofSeconds((long) Math.ceil(seconds / step) * step);
  }
}
