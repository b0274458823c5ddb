package dev.stampede.server.metrics;

import dev.stampede.lane.Commit;
import dev.stampede.lane.LaneListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;

/** One lane in numbers: how large its groups are, how long they wait and take, what went wrong. */
public final class LaneMeters implements LaneListener {

  private final MeterRegistry registry;
  private final IntConsumer afterGroup;
  private final List<Tag> tags;
  private final DistributionSummary groupSize;
  private final Timer wait;
  private final Timer commit;
  private final Counter carried;
  private final Timer lockWait;
  private final Timer alone;
  private final Counter stayedLocked;
  private final Counter halved;
  private final Map<Commit.Fate, Counter> inDoubt = new EnumMap<>(Commit.Fate.class);

  /**
   * The meters of a lane.
   *
   * @param afterGroup called with the size of each group, after it was recorded
   */
  public LaneMeters(MeterRegistry registry, int lane, IntConsumer afterGroup) {
    this.registry = registry;
    this.afterGroup = afterGroup;
    this.tags = List.of(Tag.of("lane", Integer.toString(lane)));
    this.groupSize =
        DistributionSummary.builder("stampede.lane.group.size")
            .description("Claims in one transaction")
            .tags(tags)
            .serviceLevelObjectives(1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
            .register(registry);
    this.wait = timer("stampede.lane.wait", "Time that a group's first claim was queued");
    this.commit = timer("stampede.lane.commit", "Time that a group's transaction took");
    this.carried = counter("stampede.lane.carried", "Claims carried over to the next group");
    this.lockWait = lockWait(registry, Integer.toString(lane));
    this.alone =
        timer("stampede.lane.alone", "Time that the transaction of a claim took that ran alone");
    this.stayedLocked =
        counter("stampede.lane.locked", "Claims given up because a row stayed locked");
    for (Commit.Fate fate : Commit.Fate.values()) {
      inDoubt.put(fate, inDoubt(fate));
    }
    this.halved = counter("stampede.lane.halved", "Groups that failed and were tried in halves");
  }

  @Override
  public void committed(int size, Duration waited, Duration took) {
    groupSize.record(size);
    wait.record(waited);
    commit.record(took);
    afterGroup.accept(size);
  }

  @Override
  public void carriedOver(int count) {
    carried.increment(count);
  }

  @Override
  public void ranAlone(Duration took) {
    alone.record(took);
  }

  @Override
  public void lockWaited(Duration waited) {
    lockWait.record(waited);
  }

  @Override
  public void stayedLocked() {
    stayedLocked.increment();
  }

  @Override
  public void halved(int size) {
    halved.increment();
  }

  @Override
  public void inDoubt(int size, Commit.Fate fate) {
    Objects.requireNonNull(inDoubt.get(fate)).increment();
  }

  /** There from the start: what has never happened is a zero that can be watched. */
  private Counter inDoubt(Commit.Fate fate) {
    return Counter.builder("stampede.lane.in.doubt")
        .description("Commits whose answer was lost, by the outcome found later")
        .tags(tags)
        .tag("fate", fate.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  static Timer lockWait(MeterRegistry registry, String lane) {
    return timer(
        registry,
        "stampede.database.lock.wait",
        "Time that claims waited for rows that others had locked",
        List.of(Tag.of("lane", lane)));
  }

  private Timer timer(String name, String description) {
    return timer(registry, name, description, tags);
  }

  private static Timer timer(
      MeterRegistry registry, String name, String description, List<Tag> tags) {
    return Timer.builder(name)
        .description(description)
        .tags(tags)
        .publishPercentileHistogram()
        .minimumExpectedValue(Duration.ofMillis(1))
        .maximumExpectedValue(Duration.ofSeconds(10))
        .register(registry);
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).tags(tags).register(registry);
  }
}
