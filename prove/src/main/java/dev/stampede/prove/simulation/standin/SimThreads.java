package dev.stampede.prove.simulation.standin;

import dev.stampede.prove.simulation.world.SimulatedTask;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.helpers.NOPLogger;

/** Stands in for single methods of {@link System}, {@link Thread} and others. */
public final class SimThreads {

  private static final long JOIN_LOOK_NANOS = 100_000;

  private SimThreads() {}

  public static long nanoTime() {
    SimulatedTask task = SimulatedTask.current();
    return task == null ? System.nanoTime() : task.world().nanos();
  }

  public static long currentTimeMillis() {
    return now().toEpochMilli();
  }

  public static Instant now() {
    SimulatedTask task = SimulatedTask.current();
    return task == null ? Instant.now() : task.world().now();
  }

  public static Clock systemUTC() {
    return new Clock() {
      @Override
      public ZoneOffset getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(java.time.ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return now();
      }
    };
  }

  public static void sleep(long millis) throws InterruptedException {
    sleep(TimeUnit.MILLISECONDS, millis);
  }

  public static void sleep(Duration duration) throws InterruptedException {
    sleep(TimeUnit.NANOSECONDS, duration.toNanos());
  }

  /** {@link TimeUnit#sleep}. */
  public static void sleep(TimeUnit unit, long time) throws InterruptedException {
    SimTasks.here().sleep(unit.toNanos(time));
  }

  /** {@link Thread#yield}. */
  @SuppressWarnings("NamedLikeContextualKeyword") // it stands in for the method of that name
  public static void yield() {
    SimTasks.point();
  }

  public static void join(Thread thread) throws InterruptedException {
    var _ = join(thread, Duration.ofDays(1));
  }

  /** {@link Thread#join(Duration)}. */
  public static boolean join(Thread thread, Duration longest) throws InterruptedException {
    SimulatedTask task = SimTasks.here();
    long end = task.world().nanos() + longest.toNanos();
    for (long look = JOIN_LOOK_NANOS; thread.isAlive(); look *= 2) {
      long left = end - task.world().nanos();
      if (left <= 0) {
        return false;
      }
      task.sleep(Math.min(look, left));
    }
    return true;
  }

  public static UUID randomUUID() {
    SimulatedTask task = SimulatedTask.current();
    return task == null
        ? UUID.randomUUID()
        : new UUID(task.world().dice().next(), task.world().dice().next());
  }

  public static double random() {
    return SimRandom.current().nextDouble();
  }

  /** Logs are of no use here: the trace tells more. */
  public static Logger logger(Class<?> unused) {
    return NOPLogger.NOP_LOGGER;
  }
}
