package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.events.RangeLeases;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The leases of ranges as {@code PostgresLeases} keeps them, by the database's clock. */
final class RelayLeases {

  /** A row: an owner, and until when. */
  private record Lease(@Nullable String owner, @Nullable Instant until) {}

  private static final Lease FREE = new Lease(null, null);

  private final World world;
  private final ReentrantLock rows = new ReentrantLock();
  private final Lease[] leases = new Lease[EventRange.COUNT];
  private final Map<String, Instant> alive = new HashMap<>();
  private Duration step = Duration.ZERO;
  private int troublePerMille;

  RelayLeases(World world) {
    this.world = world;
    Arrays.fill(leases, FREE);
  }

  void trouble(int perMille) {
    troublePerMille = perMille;
  }

  /** The database's clock goes so much before the others. */
  void step(Duration by) {
    world.note("the database's clock steps by %s", by);
    step = by;
  }

  private Instant now() {
    return world.now().plus(step);
  }

  private boolean isOver(@Nullable Instant until) {
    return until == null
        || until.isBefore(now())
        || until.isAfter(now().plus(RangeLeases.LEASE.multipliedBy(2)));
  }

  /**
   * The leases as one server asks for them.
   *
   * @param renewed hears when the server asked for those that it has from now on
   */
  RangeLeases of(String server, LongConsumer renewed) {
    return new RangeLeases() {
      @Override
      public Leased renew(Set<Integer> kept) {
        long asked = world.nanos();
        Leased leased = statement(() -> renewed(server, kept));
        renewed.accept(asked);
        return leased;
      }

      @Override
      public void leave() {
        var _ =
            statement(
                () -> {
                  free(server, Set.of());
                  return alive.remove(server);
                });
      }
    };
  }

  private <T> T statement(Supplier<T> work) {
    pause();
    fails("the database is away");
    T answer;
    rows.lock();
    try {
      answer = work.get();
      pause();
    } finally {
      rows.unlock();
    }
    fails("the commit's answer was lost");
    return answer;
  }

  private void pause() {
    try {
      TimeUnit.MICROSECONDS.sleep(world.dice().between(100, 5_000));
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a statement", e);
    }
  }

  private void fails(String why) {
    if (world.dice().chance(troublePerMille)) {
      throw new IllegalStateException(why);
    }
  }

  private RangeLeases.Leased renewed(String me, Set<Integer> kept) {
    alive.values().removeIf(this::isOver);
    alive.put(me, now().plus(RangeLeases.LEASE));
    int share = Math.ceilDiv(EventRange.COUNT, alive.size());
    Set<Integer> ours = new TreeSet<>();
    List<Integer> all = IntStream.range(0, EventRange.COUNT).boxed().toList();
    all.stream()
        .filter(range -> kept.contains(range) && me.equals(leases[range].owner()))
        .forEach(ours::add);
    int from = Math.floorMod(me.hashCode(), EventRange.COUNT);
    all.stream()
        .filter(range -> isOver(leases[range].until()) && !kept.contains(range))
        .sorted(Comparator.comparingInt(range -> Math.floorMod(range - from, EventRange.COUNT)))
        .limit(Math.max(0, share - ours.size()))
        .forEach(ours::add);
    ours.forEach(range -> leases[range] = new Lease(me, now().plus(RangeLeases.LEASE)));
    free(me, ours);
    world.note("%s has the ranges %s, its share is %d", me, ours, share);
    return new RangeLeases.Leased(ours, share);
  }

  private void free(String me, Set<Integer> but) {
    for (int range = 0; range < leases.length; range++) {
      if (Objects.equals(leases[range].owner(), me) && !but.contains(range)) {
        leases[range] = FREE;
      }
    }
  }
}
