package dev.stampede.engine.waitingroom;

import java.time.Duration;
import java.util.Optional;

/**
 * The rate at which people are let in: a mean of the observed rate, in which a rate observed {@link
 * #MEMORY} ago counts a third.
 */
final class AdmissionRate {

  static final Duration MEMORY = Duration.ofSeconds(30);

  static final AdmissionRate UNKNOWN = new AdmissionRate(0, 0, 0, false);

  private final double perSecond;
  private final long admitted;
  private final long atNanos;
  private final boolean known;

  private AdmissionRate(double perSecond, long admitted, long atNanos, boolean known) {
    this.perSecond = perSecond;
    this.admitted = admitted;
    this.atNanos = atNanos;
    this.known = known;
  }

  /**
   * Returns the pace after one more observation.
   *
   * @param total the number of people let in since the line began
   * @param expected the configured rate, which counts until something is observed
   */
  AdmissionRate seen(long total, double expected, long nowNanos) {
    if (!known || total < admitted) {
      return new AdmissionRate(expected, total, nowNanos, true);
    }
    double seconds = (nowNanos - atNanos) / 1e9;
    if (seconds <= 0) {
      return this;
    }
    double weight = 1 - Math.exp(-seconds / (MEMORY.toMillis() / 1e3));
    double now = (total - admitted) / seconds;
    return new AdmissionRate(perSecond + weight * (now - perSecond), total, nowNanos, true);
  }

  /**
   * Estimates the time until this many people are let in, rounded up as people say it: to ten
   * seconds, to a minute from two minutes on, to five from ten on. Empty when nobody is being let
   * in.
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
