package dev.stampede.prove.simulation.scenario;

import dev.stampede.locks.HeldLock;
import dev.stampede.locks.LockOutcome;
import dev.stampede.locks.LockRequest;
import dev.stampede.locks.LockSettings;
import dev.stampede.locks.RedisLocks;
import dev.stampede.locks.Waiting;
import dev.stampede.prove.simulation.redis.RedisLatency;
import dev.stampede.prove.simulation.redis.RedisServer;
import dev.stampede.prove.simulation.redis.SimulatedRedisClient;
import dev.stampede.prove.simulation.world.Dice;
import dev.stampede.prove.simulation.world.Node;
import dev.stampede.prove.simulation.world.SimulatedScenario;
import dev.stampede.prove.simulation.world.SimulatedTask;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Processes that share locks over Redis: the whole library, its Lua scripts included, with callers
 * that hold too long, are interrupted, frozen or killed, and a Redis that is slow, cut off,
 * emptied, restarted or taken back.
 *
 * <p>Promises: while Redis forgets nothing, no two callers believe at the same moment that a lock
 * is theirs, and the one that does has the highest fence. A lock that is free is had by one who
 * waits, a poll later at most although messages are lost. Whatever happened, in the end every
 * process gets every lock.
 */
public class LockScenario implements SimulatedScenario {

  static final Duration POLL = Duration.ofMillis(50);

  private static final List<String> KEYS = List.of("a", "b");
  private static final int MOST_NODES = 3;
  private static final int MOST_CALLERS = 3;
  private static final int MOST_TIMES = 3;
  private static final Duration IN_THE_END = Duration.ofSeconds(60);

  private World world;
  private LockWatch watch;
  private RedisServer redis;
  private long fence;

  /** Needs no world before it runs. */
  @SuppressWarnings("NullAway.Init") // set by run, before anything else
  public LockScenario() {}

  /** The locks of a process. */
  private record Instance(Node node, RedisLocks locks) {}

  @Override
  public void run(World in) throws InterruptedException {
    world = in;
    Dice dice = world.dice();
    redis = new RedisServer(world);
    world.put(RedisServer.class, redis);
    RedisLatency latency = RedisLatency.of(dice);
    world.put(RedisLatency.class, latency);
    watch = new LockWatch(world, redis, latency.isQuick());
    boolean troubled = dice.chance(600);
    List<Instance> instances = new ArrayList<>();
    List<SimulatedTask> callers = new ArrayList<>();
    for (long n = dice.between(1, MOST_NODES); n > 0; n--) {
      Node node = world.node("node-" + n);
      callers.add(world.start(node, "opener", () -> open(node, instances)));
    }
    join(callers);
    world.start(world.node("watch"), "watch", () -> watch.look(KEYS));
    for (Instance instance : instances) {
      for (long n = dice.between(1, MOST_CALLERS); n > 0; n--) {
        callers.add(world.start(instance.node(), "caller-" + n, () -> ask(instance, troubled)));
      }
    }
    if (troubled) {
      trouble(instances, callers);
    }
    join(callers);
    end(instances);
  }

  private void join(List<SimulatedTask> tasks) throws InterruptedException {
    for (SimulatedTask task : List.copyOf(tasks)) {
      task.thread().join();
    }
  }

  private void open(Node node, List<Instance> instances) {
    Dice dice = world.dice();
    LockSettings settings =
        new LockSettings(
            "",
            Duration.ofMillis(dice.pick(List.of(30L, 1_000L))),
            (int) dice.between(0, 3),
            Duration.ofMillis(20),
            dice.below(4) == 0 ? 1 : 100);
    instances.add(
        new Instance(node, RedisLocks.open(SimulatedRedisClient.ONE, settings, () -> draw())));
  }

  private long draw() throws InterruptedException {
    pause(world.dice().below(20) == 0 ? 300 : 3);
    long drawn = ++fence;
    pause(3);
    return drawn;
  }

  private void pause(long mostMillis) throws InterruptedException {
    TimeUnit.MICROSECONDS.sleep(world.dice().between(0, mostMillis * 1_000));
  }

  private void ask(Instance instance, boolean troubled) {
    try {
      for (long n = world.dice().between(1, MOST_TIMES); n > 0; n--) {
        pause(30);
        LockRequest request = request();
        world.note("wants %s", request);
        LockOutcome outcome = instance.locks().acquire(request);
        world.note("hears %s", outcome.getClass().getSimpleName());
        watch.ended(request, outcome, troubled);
        if (outcome instanceof LockOutcome.Acquired(HeldLock lock)) {
          hold(lock);
        }
      }
    } catch (InterruptedException e) {
      world.note("was interrupted");
    }
  }

  private LockRequest request() {
    Dice dice = world.dice();
    List<String> keys = dice.chance(150) ? KEYS : List.of(dice.pick(KEYS));
    LockRequest request =
        new LockRequest(
            dice.chance(500) ? keys : List.of("a"),
            Duration.ofMillis(dice.pick(List.of(100L, 200L, 1_000L))),
            Duration.ofMillis(dice.pick(List.of(0L, 20L, 300L, 2_000L))),
            dice.pick(List.of(Waiting.PUBSUB, Waiting.PUBSUB, Waiting.SPIN, Waiting.SIMPLE)),
            dice.chance(200) ? Duration.ofSeconds(2) : Duration.ZERO,
            dice.chance(400));
    return request;
  }

  private void hold(HeldLock lock) throws InterruptedException {
    watch.acquired(lock);
    try {
      pause(world.dice().below(5) == 0 ? 400 : 20);
      if (world.dice().chance(200)) {
        world.note("confirms %s: %s", lock.keys(), lock.confirm());
        watch.check();
        pause(20);
      }
    } finally {
      watch.released(lock);
      var _ = lock.release();
      world.note("released %s", lock.keys());
    }
  }

  private void trouble(List<Instance> instances, List<SimulatedTask> callers)
      throws InterruptedException {
    Dice dice = world.dice();
    Object copy = redis.copy();
    for (long n = dice.between(1, 4); n > 0; n--) {
      pause(150);
      Node node = dice.pick(instances).node();
      switch (dice.below(9)) {
        case 0 -> forgets(redis::flush);
        case 1 -> forgets(redis::restartEmpty);
        case 2 -> {
          Object before = copy;
          forgets(() -> redis.failOver(before));
        }
        case 3 -> redis.cutAll();
        case 4, 5 -> redis.cutOne();
        case 6, 7 -> freeze(node);
        default -> dice.pick(callers).thread().interrupt();
      }
      if (dice.chance(300)) {
        copy = redis.copy();
      }
    }
  }

  private void forgets(Runnable step) {
    watch.forgotten();
    step.run();
  }

  private void freeze(Node node) {
    world.freeze(node);
    world.after(Duration.ofMillis(world.dice().between(1, 600)), () -> world.thaw(node));
  }

  /** Every process gets every lock, for nobody has it any more. */
  private void end(List<Instance> instances) throws InterruptedException {
    List<SimulatedTask> last = new ArrayList<>();
    for (Instance instance : instances) {
      for (String key : KEYS) {
        last.add(world.start(instance.node(), "last-" + key, () -> last(instance, key)));
      }
    }
    join(last);
  }

  private void last(Instance instance, String key) {
    LockRequest request =
        LockRequest.on(key).within(IN_THE_END).lasting(Duration.ofSeconds(1)).by(Waiting.PUBSUB);
    try {
      LockOutcome outcome = instance.locks().acquire(request);
      world.check(
          outcome instanceof LockOutcome.Acquired,
          "in the end every process gets every lock",
          "%s heard %s for %s",
          instance.node(),
          outcome,
          key);
      if (outcome instanceof LockOutcome.Acquired(HeldLock lock)) {
        watch.acquired(lock);
        watch.released(lock);
        var _ = lock.release();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts in the end", e);
    }
  }
}
