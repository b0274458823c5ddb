package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.decision.Locked;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.lane.Committer;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.prove.simulation.world.Dice;
import dev.stampede.prove.simulation.world.SimulatedScenario;
import dev.stampede.prove.simulation.world.SimulatedTask;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Holds that end while others want their seats: claims, lanes and decisions are the product's, for
 * two servers; the database is a model with row locks, whose clock steps, whose commits fail and
 * whose answers are lost. Reaper and extension are modelled after the product's SQL.
 *
 * <p>Promises: a seat goes from one owner to the next by the database's clock alone, with dense
 * versions; what another took over does not come back when the clock steps back; no buyer books
 * more than the limit; each booking is paid once; an answer comes after its commit, a refusal has
 * no effect, and a repeat has none of its own.
 */
public class ExpiryScenario implements SimulatedScenario {

  private static final int SERVERS = 2;
  private static final int LANES = 2;
  private static final int MOST_BUYERS = 4;
  private static final Duration HOLD = Duration.ofSeconds(1);

  /** The tables of the sale. */
  ExpiryStore store(World world, int limit, List<Buyer> buyers) {
    return new ExpiryStore(world, limit, buyers);
  }

  @Override
  public void run(World world) throws InterruptedException {
    Dice dice = world.dice();
    List<Buyer> buyers =
        IntStream.rangeClosed(1, (int) dice.between(2, MOST_BUYERS))
            .mapToObj(n -> new Buyer("b" + n))
            .toList();
    int limit = (int) dice.between(1, 2);
    ExpiryStore store = store(world, limit, buyers);
    int trouble = dice.pick(List.of(0, 30, 150));
    List<Claims> servers = new ArrayList<>();
    List<SimulatedTask> tasks = new ArrayList<>();
    for (int i = 0; i < SERVERS; i++) {
      List<Committer<Claim, ClaimOutcome>> committers = new ArrayList<>();
      for (int lane = 0; lane < LANES; lane++) {
        committers.add(new ExpiryCommitter(world, store, terms(limit), trouble));
      }
      tasks.add(
          world.start(
              world.node("server-" + (i + 1)), "start", () -> servers.add(claims(committers))));
    }
    join(tasks);
    for (Buyer buyer : buyers) {
      tasks.add(
          world.start(
              world.node("client"),
              buyer.sub(),
              () -> new ExpiryBuyer(world, store, servers, buyer).live()));
    }
    ExpiryKeepers keepers = new ExpiryKeepers(world, store);
    world.start(world.node("reaper"), "reaper", () -> reap(world, keepers));
    trouble(world, store, keepers);
    join(tasks);
  }

  private static LaneClaims claims(List<Committer<Claim, ClaimOutcome>> committers) {
    return new LaneClaims(
        committers,
        new LaneSettings(64, 8, Duration.ofMillis(8), Duration.ofSeconds(1)),
        _ -> LaneListener.NONE,
        Duration.ofSeconds(2));
  }

  private static Locked.Terms terms(int limit) {
    return new Locked.Terms(
        new ShowTerms(
            ExpiryStore.SHOW,
            World.BEGINNING.minus(Duration.ofDays(1)),
            ShowTerms.SaleSwitch.OPEN,
            ShowSettings.DEFAULT_SEATS_PER_HOLD,
            OptionalInt.of(limit),
            HOLD,
            World.BEGINNING.plus(Duration.ofDays(1)),
            false),
        new SeatMap(List.of(new Section.Mapped("A", ExpiryStore.PRICE, 1, ExpiryStore.SEATS))));
  }

  private static void join(List<SimulatedTask> tasks) throws InterruptedException {
    for (SimulatedTask task : List.copyOf(tasks)) {
      task.thread().join();
    }
  }

  private static void reap(World world, ExpiryKeepers keepers) {
    try {
      while (true) {
        Thread.sleep(world.dice().between(50, 1_000));
        keepers.reap();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the reaper", e);
    }
  }

  private static void trouble(World world, ExpiryStore store, ExpiryKeepers keepers)
      throws InterruptedException {
    Dice dice = world.dice();
    for (long n = dice.between(0, 4); n > 0; n--) {
      Thread.sleep(dice.between(0, 1_200));
      switch (dice.below(3)) {
        case 0 -> keepers.extend(Duration.ofMillis(dice.between(100, 1_500)));
        default -> store.step(Duration.ofMillis(dice.between(-1_500, 1_000)));
      }
    }
  }
}
