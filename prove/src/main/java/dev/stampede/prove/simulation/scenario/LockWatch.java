package dev.stampede.prove.simulation.scenario;

import dev.stampede.locks.HeldLock;
import dev.stampede.locks.LockOutcome;
import dev.stampede.locks.LockRequest;
import dev.stampede.locks.Waiting;
import dev.stampede.prove.simulation.redis.RedisServer;
import dev.stampede.prove.simulation.world.SimulatedTask;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Watches who believes that a lock is theirs. */
final class LockWatch {

  private static final long LOOK_MICROS = 8_000;

  /** A poll, and the ways to Redis and back that it takes. */
  private static final Duration ENOUGH = LockScenario.POLL.plusMillis(100);

  /**
   * A lock may have been granted so long before its caller got it: it is handed from one to the
   * next without a question to Redis, for its time to live at most.
   */
  private static final Duration LONGEST_TENURE = Duration.ofMillis(1_100);

  /**
   * A lock as its caller got it.
   *
   * @param losses how often Redis had forgotten something by then
   * @param certain false if Redis forgot something that may have been this lock
   */
  private record Given(HeldLock lock, int losses, boolean certain) {}

  private final World world;
  private final RedisServer redis;
  private final List<Given> given = new ArrayList<>();
  private final Map<String, Long> freeSince = new HashMap<>();
  private final boolean quick;
  private int losses;
  private long lostNanos = Long.MIN_VALUE / 2;

  /**
   * A watch.
   *
   * @param quick true if the way to Redis is never slow
   */
  LockWatch(World world, RedisServer redis, boolean quick) {
    this.world = world;
    this.redis = redis;
    this.quick = quick;
  }

  /** Redis is about to forget. */
  void forgotten() {
    losses++;
    lostNanos = world.nanos();
  }

  void acquired(HeldLock lock) {
    given.add(new Given(lock, losses, world.nanos() - lostNanos > LONGEST_TENURE.toNanos()));
    check();
  }

  /** From now on the caller no longer relies on it. */
  void released(HeldLock lock) {
    check();
    given.removeIf(one -> one.lock().equals(lock));
  }

  /** Nothing else goes on while it looks, so that all are asked about the same moment. */
  void check() {
    SimulatedTask task = SimulatedTask.current();
    if (task != null) {
      task.beginQuiet();
    }
    try {
      for (Given one : given) {
        if (isCertain(one) && one.lock().isHeld()) {
          given.forEach(other -> compare(one, other));
        }
      }
    } finally {
      if (task != null) {
        task.endQuiet();
      }
    }
  }

  private boolean isCertain(Given one) {
    return one.certain() && one.losses() == losses;
  }

  private void compare(Given one, Given other) {
    boolean share = one.lock().keys().stream().anyMatch(other.lock().keys()::contains);
    if (one.equals(other) || !share) {
      return;
    }
    world.check(
        !other.lock().isHeld() || !isCertain(other),
        "one holder at a time",
        "%s is held twice, for %s and %s more",
        one.lock().keys(),
        one.lock().remaining(),
        other.lock().remaining());
    if (one.lock().fence().isPresent() && other.lock().fence().isPresent()) {
      world.check(
          one.lock().fence().getAsLong() > other.lock().fence().getAsLong(),
          "the holder has the highest fence",
          "%s is held with %s, and %s was drawn for another",
          one.lock().keys(),
          one.lock().fence(),
          other.lock().fence());
    }
  }

  /** Looks now and then which locks nobody has. */
  void look(List<String> keys) {
    try {
      while (true) {
        TimeUnit.MICROSECONDS.sleep(LOOK_MICROS);
        for (String key : keys) {
          if (redis.look("GET", lock(key)) == null) {
            freeSince.putIfAbsent(key, world.nanos());
          } else {
            freeSince.remove(key);
          }
        }
        check();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the watch", e);
    }
  }

  private static String lock(String key) {
    return "{" + key + "}";
  }

  /**
   * Nobody who waits to be told misses a lock that is free, unless Redis was in trouble. One who
   * draws a fence may lose the lock meanwhile.
   */
  void ended(LockRequest request, LockOutcome outcome, boolean troubled) {
    if (!(outcome instanceof LockOutcome.TimedOut)
        || troubled
        || !quick
        || request.wantsFence()
        || !(request.waiting() instanceof Waiting.Pubsub)
        || request.keys().size() > 1
        || request.patience().compareTo(ENOUGH) < 0) {
      return;
    }
    long free = world.nanos() - freeSince.getOrDefault(request.keys().getFirst(), world.nanos());
    world.check(
        free < ENOUGH.toNanos(),
        "a lost message costs one poll",
        "%s timed out, and was free for %d ms",
        request,
        free / 1_000_000);
  }
}
