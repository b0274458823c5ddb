package dev.stampede.server.sale;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The last quarter of an hour of the sales that this process has to do with, a sample of each every
 * five seconds. It is kept in memory alone: a server that starts has none, and two servers sample
 * what is their own each.
 */
public final class SaleHistory {

  /** The interval at which to tick; a sample that exists is not taken twice. */
  public static final Duration TICK = Duration.ofSeconds(1);

  /** The same while nobody is there: a sample does not come late. */
  public static final Duration QUIET_TICK = Duration.ofSeconds(5);

  static final Duration EVERY = Duration.ofSeconds(5);
  static final Duration KEPT = Duration.ofMinutes(15);
  static final int MAX_SAMPLES = (int) KEPT.dividedBy(EVERY);

  private final Supplier<Set<ShowId>> shows;
  private final Sampler sampler;
  private final InstantSource clock;
  private final Map<ShowId, Series> kept = new ConcurrentHashMap<>();
  private long last = Long.MIN_VALUE;

  /** Looks at shows as they are at the moment. */
  @FunctionalInterface
  interface Sampler {

    /** A sample of each show, in any order. */
    Map<ShowId, SaleSample> sample(Set<ShowId> shows, long at);
  }

  public SaleHistory(SaleSampler sampler, Traffic traffic, InstantSource clock) {
    this(traffic::recent, sampler, clock);
  }

  /**
   * A history.
   *
   * @param shows those to keep one of; bounded
   * @param clock the sale's
   */
  SaleHistory(Supplier<Set<ShowId>> shows, Sampler sampler, InstantSource clock) {
    this.shows = shows;
    this.sampler = sampler;
    this.clock = clock;
  }

  /** The samples of one show, oldest first. */
  private static final class Series {
    private final Deque<SaleSample> samples = new ArrayDeque<>();

    /** One from a time that is still to come was taken before the clock was set back. */
    synchronized void add(SaleSample sample) {
      samples.removeIf(
          old -> old.at() <= sample.at() - KEPT.toSeconds() || old.at() >= sample.at());
      samples.addLast(sample);
    }

    synchronized List<SaleSample> after(long at) {
      return samples.stream().filter(sample -> sample.at() > at).toList();
    }
  }

  /** Takes a sample of every show if it is time to. */
  public synchronized void tick() {
    long now = clock.instant().getEpochSecond();
    long at = now - Math.floorMod(now, EVERY.toSeconds());
    if (at == last) {
      return;
    }
    last = at;
    Set<ShowId> recent = shows.get();
    kept.keySet().retainAll(recent);
    sampler
        .sample(recent, at)
        .forEach((show, sample) -> kept.computeIfAbsent(show, _ -> new Series()).add(sample));
  }

  /** Returns the samples of a show after a moment, in seconds of the epoch. */
  List<SaleSample> after(ShowId show, long at) {
    Series series = kept.get(show);
    return series == null ? List.of() : series.after(at);
  }

  /** Returns the samples of a show that are not older than a history goes. */
  List<SaleSample> of(ShowId show) {
    return after(show, clock.instant().getEpochSecond() - KEPT.toSeconds());
  }
}
