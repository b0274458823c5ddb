package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.events.Outbox;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.engine.events.OutboxLag;
import dev.stampede.engine.events.RangeLeases;
import dev.stampede.engine.events.Relay;
import dev.stampede.engine.events.RelayListener;
import dev.stampede.kafka.KafkaEvents;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.prove.simulation.world.Dice;
import dev.stampede.prove.simulation.world.Node;
import dev.stampede.prove.simulation.world.SimulatedScenario;
import dev.stampede.prove.simulation.world.SimulatedTask;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Relays of several servers between an outbox and a topic: relay and channel to Kafka are the
 * product's; the tables and Kafka are models. Servers are frozen beyond their leases and killed,
 * the database fails and its clock steps, and Kafka loses records, answers, or delivers them late.
 *
 * <p>Promises: whoever sends, the events of a key arrive in the order of their versions, without a
 * gap. An event is deleted when it has arrived. A server that was frozen sends at most the batch
 * that it had under way. In the end all events have arrived.
 */
public class RelayScenario implements SimulatedScenario {

  private static final int SLOWEST_TICK_MILLIS = 400;
  private static final KafkaSettings KAFKA = new KafkaSettings(List.of("kafka:9092"));

  /** One server's relay, which a task each ticks. */
  private record Server(Node node, Relay relay) {}

  /** The unsent events, as one server reads them. */
  Outbox outbox(Outbox whole) {
    return whole;
  }

  @Override
  public void run(World world) throws InterruptedException {
    Dice dice = world.dice();
    KafkaModel kafka = new KafkaModel(world);
    world.put(KafkaModel.class, kafka);
    RelayStore store = new RelayStore(world);
    RelayLeases leases = new RelayLeases(world);
    List<Server> servers = new ArrayList<>();
    for (long n = dice.between(1, 3); n > 0; n--) {
      servers.add(server(world, "server-" + n, store, leases));
    }
    SimulatedTask writer = world.start(world.node("writer"), "writer", () -> write(world, store));
    boolean troubled = dice.chance(800);
    if (troubled) {
      trouble(world, kafka, store, leases, servers);
    }
    writer.thread().join();
    kafka.trouble(0, 0);
    leases.trouble(0);
    while (!store.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(200);
    }
    store
        .versions()
        .forEach(
            (seat, version) ->
                world.check(
                    kafka.highest(RelayStore.key(seat)) == version,
                    "in the end all events have arrived",
                    "%d of seat %d, of %d",
                    kafka.highest(RelayStore.key(seat)),
                    seat,
                    version));
  }

  @Override
  public Duration longest() {
    return Duration.ofMinutes(3);
  }

  private static void write(World world, RelayStore store) {
    for (long n = world.dice().between(3, 15); n > 0; n--) {
      store.write();
      pause(world, 700);
    }
  }

  private static void pause(World world, long mostMillis) {
    try {
      TimeUnit.MICROSECONDS.sleep(world.dice().between(1_000, mostMillis * 1_000));
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this", e);
    }
  }

  @SuppressWarnings("NullAway") // the stand-in for Kafka asks for no cluster
  private Server server(World world, String name, RelayStore store, RelayLeases leases) {
    Node node = world.node(name);
    LateReads late = new LateReads(world, name);
    Relay relay =
        new Relay(
            outbox(new WatchedOutbox(world, store, late)),
            new KafkaEvents(null, KAFKA),
            leases.of(name, late::renewed),
            RelayListener.NONE);
    world.start(node, "share", () -> loop(world, relay::share, Relay.SHARE_EVERY.toMillis() * 2));
    world.start(
        node,
        "tick",
        () ->
            loop(
                world,
                () -> {
                  try {
                    relay.tick();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException("nobody interrupts a tick", e);
                  }
                },
                SLOWEST_TICK_MILLIS));
    return new Server(node, relay);
  }

  private static void loop(World world, Runnable tick, long mostMillis) {
    while (true) {
      try {
        tick.run();
      } catch (IllegalStateException away) {
        world.note("a tick failed: %s", away.getMessage());
      }
      pause(world, mostMillis);
    }
  }

  private void trouble(
      World world, KafkaModel kafka, RelayStore store, RelayLeases leases, List<Server> servers)
      throws InterruptedException {
    Dice dice = world.dice();
    for (long n = dice.between(1, 5); n > 0; n--) {
      pause(world, 2_000);
      Server server = dice.pick(servers);
      switch (dice.below(6)) {
        case 0 -> kafka.trouble((int) dice.between(0, 200), (int) dice.between(0, 200));
        case 1 -> kafka.trouble(0, 0);
        case 2 -> {
          world.freeze(server.node());
          world.after(Duration.ofMillis(dice.between(10, 12_000)), () -> world.thaw(server.node()));
        }
        case 3 -> {
          world.kill(server.node());
          servers.remove(server);
          servers.add(server(world, "server-" + (10 + n), store, leases));
        }
        case 4 -> leases.trouble((int) dice.between(0, 300));
        default -> leases.step(Duration.ofHours(dice.between(-1, 1)));
      }
    }
  }

  /** Counts the batches that a server begins after its leases have ended, as it counts time. */
  private static final class LateReads {

    private final World world;
    private final String server;
    private long askedNanos = Long.MIN_VALUE / 2;
    private int reads;

    LateReads(World world, String server) {
      this.world = world;
      this.server = server;
    }

    void renewed(long asked) {
      askedNanos = asked;
      reads = 0;
    }

    void reads(Set<Integer> ranges) {
      if (world.nanos() - askedNanos > RangeLeases.LEASE.toNanos()) {
        reads++;
        world.note("%s reads the ranges %s after its leases have ended", server, ranges);
        world.check(
            reads <= 1,
            "a server that was frozen sends at most one batch",
            "%s begins another one, of the ranges %s",
            server,
            ranges);
      }
    }
  }

  /** The outbox as one server uses it. */
  private record WatchedOutbox(World world, RelayStore store, LateReads late) implements Outbox {

    @Override
    public Unsent read(Set<Integer> ranges, int limit) {
      late.reads(ranges);
      pause(world, 5);
      List<OutboxEvent> events = new ArrayList<>();
      store.rows().values().stream()
          .filter(row -> ranges.contains(row.range()))
          .forEach(row -> events.addAll(row.events()));
      pause(world, 5);
      return new Unsent(events, false);
    }

    @Override
    public void delete(List<OutboxEvent> sent) {
      pause(world, 5);
      KafkaModel kafka = world.part(KafkaModel.class);
      Set<Long> ids = new HashSet<>();
      for (OutboxEvent event : sent) {
        OutboxEvent.OfSeat seat = (OutboxEvent.OfSeat) event;
        world.check(
            kafka.highest(RelayStore.key(seat.event().seat())) >= seat.event().version(),
            "an event is deleted when it has arrived",
            "%s had not",
            seat);
        ids.add(event.id());
      }
      world.note("deletes the rows %s", ids);
      store.rows().keySet().removeAll(ids);
      pause(world, 5);
    }

    @Override
    public OutboxLag lag(int most) {
      return OutboxLag.NONE;
    }
  }
}
