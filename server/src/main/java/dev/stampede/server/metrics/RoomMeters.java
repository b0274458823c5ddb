package dev.stampede.server.metrics;

import dev.stampede.engine.waitingroom.RoomListener;
import dev.stampede.engine.waitingroom.RoomStats;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The meters of the lines: the work that this process does in them, and the state of each line as
 * this process sees it. The {@link #MOST} longest lines in use have gauges of their own; all others
 * share one.
 */
public final class RoomMeters implements RoomListener {

  /** More would make every scrape longer, and no plot clearer. */
  static final int MOST = 100;

  private static final String OTHERS = "others";

  /** From "at once" to "go and have dinner". */
  private static final List<Duration> WAITS =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofMinutes(1),
          Duration.ofMinutes(2),
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          Duration.ofMinutes(20),
          Duration.ofHours(1),
          Duration.ofHours(2));

  private final Counter joined;
  private final Counter restored;
  private final Counter admitted;
  private final Counter expired;
  private final Counter left;
  private final Counter lost;
  private final Timer waited;
  private final MultiGauge waiting;
  private final MultiGauge active;
  private final MultiGauge conversion;
  private final AtomicInteger lines = new AtomicInteger();

  public RoomMeters(MeterRegistry registry) {
    this.joined = counter(registry, "joined", "Places given out");
    this.restored = counter(registry, "restored", "Places given back after Redis had lost them");
    this.admitted = counter(registry, "admitted", "People let in");
    this.expired = counter(registry, "expired", "Places given up for want of a sign of life");
    this.left = counter(registry, "left", "Places and passes given up by their buyers");
    this.lost = counter(registry, "lost", "Lines that Redis had lost or rewound");
    this.waited =
        Timer.builder("stampede.queue.wait")
            .description("Time that admitted buyers had waited, if it is known")
            .serviceLevelObjectives(WAITS.toArray(Duration[]::new))
            .register(registry);
    this.waiting = gauge(registry, "waiting", "People in line");
    this.active = gauge(registry, "active", "People inside: with a pass that is not spent");
    Gauge.builder("stampede.queue.lines", lines, AtomicInteger::get)
        .description("Lines in use: asked for lately, or with somebody in them or inside")
        .register(registry);
    this.conversion = gauge(registry, "conversion", "The share of passes that ended in a booking");
  }

  private static Counter counter(MeterRegistry registry, String what, String description) {
    return Counter.builder("stampede.queue." + what).description(description).register(registry);
  }

  private static MultiGauge gauge(MeterRegistry registry, String what, String description) {
    return MultiGauge.builder("stampede.queue." + what).description(description).register(registry);
  }

  /** To be called now and then with all lines in use: others are no longer shown. */
  public void see(List<RoomStats> inUse) {
    lines.set(inUse.size());
    List<RoomStats> longest =
        inUse.stream()
            .sorted(
                Comparator.comparingLong((RoomStats line) -> line.waiting() + line.active())
                    .reversed())
            .toList();
    List<RoomStats> most = longest.subList(0, Math.min(MOST, longest.size()));
    List<RoomStats> others = longest.subList(most.size(), longest.size());
    show(waiting, most, others, all -> sum(all, RoomStats::waiting));
    show(active, most, others, all -> sum(all, RoomStats::active));
    show(conversion, most, others, RoomMeters::conversion);
  }

  private static void show(
      MultiGauge gauge,
      List<RoomStats> most,
      List<RoomStats> others,
      ToDoubleFunction<List<RoomStats>> value) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    most.forEach(line -> rows.add(row(line.show().toString(), value.applyAsDouble(List.of(line)))));
    if (!others.isEmpty()) {
      rows.add(row(OTHERS, value.applyAsDouble(others)));
    }
    gauge.register(rows, true);
  }

  private static MultiGauge.Row<?> row(String show, double value) {
    return MultiGauge.Row.of(Tags.of("show", show), value);
  }

  /** Not a number while no pass has ended. */
  private static double conversion(List<RoomStats> lines) {
    double ended = sum(lines, RoomStats::ended);
    return ended == 0 ? Double.NaN : sum(lines, RoomStats::booked) / ended;
  }

  private static double sum(List<RoomStats> lines, ToLongFunction<RoomStats> value) {
    return lines.stream().mapToLong(value).sum();
  }

  @Override
  public void joined() {
    joined.increment();
  }

  @Override
  public void restored() {
    restored.increment();
  }

  @Override
  public void admitted(Duration wait) {
    admitted.increment();
    if (wait.isPositive()) {
      waited.record(wait);
    }
  }

  @Override
  public void expired(int count) {
    expired.increment(count);
  }

  @Override
  public void left() {
    left.increment();
  }

  @Override
  public void lost() {
    lost.increment();
  }
}
