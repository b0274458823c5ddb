package dev.stampede.prove.fault;

import dev.stampede.prove.site.ProveSite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Does the faults of a schedule to a site, several at a time, writes each one down when it is over,
 * and repairs everything in the end.
 */
public final class FaultDriver implements AutoCloseable {

  /** A fault that cannot have its parts for so long is left out. */
  private static final Duration CLAIMED_WITHIN = Duration.ofSeconds(15);

  /** Servers may still start one after the other. */
  private static final Duration REPAIRED_WITHIN = Duration.ofMinutes(3);

  private static final Duration HEALTHY_WITHIN = Duration.ofMinutes(2);

  private final ProveSite site;
  private final FaultSchedule schedule;
  private final LongSupplier clock;
  private final FaultLog log;
  private final PartClaims claims;
  private final Set<Thread> working = ConcurrentHashMap.newKeySet();
  private final Queue<String> troubles = new ConcurrentLinkedQueue<>();
  private final CountDownLatch calm = new CountDownLatch(1);
  private Duration done = Duration.ZERO;
  private Optional<PlannedFault> next = Optional.empty();

  private FaultDriver(ProveSite site, FaultSchedule schedule, LongSupplier clock, FaultLog log) {
    this.site = site;
    this.schedule = schedule;
    this.clock = clock;
    this.log = log;
    this.claims = new PartClaims(site.shape());
  }

  /**
   * A driver.
   *
   * @param clock the record's, in microseconds
   * @param file is written anew
   */
  public static FaultDriver of(
      ProveSite site, long seed, FaultPlan plan, LongSupplier clock, Path file) {
    FaultSchedule schedule = new FaultSchedule(seed, plan.kinds(), site.shape(), plan.apart());
    return new FaultDriver(site, schedule, clock, FaultLog.to(file));
  }

  /**
   * Does faults for so long, and goes on with the schedule where the call before has ended. Faults
   * that are at work when it returns go on; {@link #repairAll()} ends them.
   */
  public void runFor(Duration time) throws InterruptedException {
    long begun = System.nanoTime() - done.toNanos();
    done = done.plus(time);
    while (true) {
      next = next.or(schedule::next);
      if (next.isEmpty() || next.get().at().compareTo(done) >= 0) {
        break;
      }
      PlannedFault fault = next.get();
      next = Optional.empty();
      sleepUntil(begun + fault.at().toNanos());
      Thread thread =
          Thread.ofVirtual()
              .name("fault %d, %s".formatted(fault.number(), fault.kind().label()))
              .unstarted(() -> work(fault));
      working.add(thread);
      thread.start();
    }
    sleepUntil(begun + done.toNanos());
  }

  private static void sleepUntil(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.max(0, nanos - System.nanoTime()));
  }

  private void work(PlannedFault fault) {
    List<PartClaim> needed = fault.kind().claims(site.shape(), fault.target());
    try {
      if (claims.take(needed, CLAIMED_WITHIN)) {
        try {
          harm(fault);
        } finally {
          claims.give(needed);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      working.remove(Thread.currentThread());
    }
  }

  private void harm(PlannedFault fault) throws InterruptedException {
    if (calm.getCount() == 0) {
      return;
    }
    FaultScene scene = new FaultScene(site, fault, clock);
    String failure = "";
    try {
      Optional<Injection.Repair> repair = fault.kind().injection().begin(scene);
      if (repair.isEmpty()) {
        return;
      }
      boolean _ = calm.await(fault.length().toMillis(), TimeUnit.MILLISECONDS);
      repair.get().run();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | AssertionError e) {
      failure = "failed: " + reasons(e);
      troubles.add("%s at %s %s".formatted(fault.kind().label(), fault.target(), failure));
    }
    log.write(scene.recorded(failure));
  }

  private static String reasons(Throwable e) {
    return e.getCause() == null ? e.toString() : e + ", since " + reasons(e.getCause());
  }

  /** Ends all faults, repairs the site and waits until it is healthy. */
  public void repairAll() throws InterruptedException {
    calm.countDown();
    long until = System.nanoTime() + REPAIRED_WITHIN.toNanos();
    List<String> broken = new ArrayList<>();
    for (Thread thread : List.copyOf(working)) {
      if (!thread.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())))) {
        broken.add("%s is still at work".formatted(thread.getName()));
      }
    }
    broken.addAll(site.repair());
    broken.addAll(site.awaitHealthy(HEALTHY_WITHIN));
    if (!broken.isEmpty()) {
      throw new IllegalStateException(
          "the site is not healthy %s after the last repair: %s; faults that went wrong: %s"
              .formatted(HEALTHY_WITHIN, String.join("; ", broken), troubles));
    }
  }

  /** The number of faults of each kind that were done. */
  public Map<String, Integer> counts() {
    return log.counts();
  }

  /** Faults that could not be done or repaired as they should; empty when all went well. */
  public List<String> troubles() {
    return List.copyOf(troubles);
  }

  /** Completes the record; {@link #repairAll()} comes before it. */
  @Override
  public void close() {
    calm.countDown();
    log.close();
  }
}
