package dev.stampede.crowd.demo;

import dev.stampede.crowd.CrowdException;
import dev.stampede.crowd.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A crowd at one show. It ends by itself: when everybody has come to an end, when nothing is left
 * and the rest are turned away, or when it is late and they go home. A failure of one of them is
 * counted and hurts no other.
 */
public final class SimulatedCrowd implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** The time to leave the line and give back seats, once told to go home. */
  private static final Duration GOODBYE = Duration.ofSeconds(15);

  private final CrowdPlan plan;
  private final CrowdStop crowdStop = new CrowdStop();
  private final StageCounts stageCounts;
  private final ShowClient venue;
  private final Instant startedAt = Instant.now();
  private final CountDownLatch arrived;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<Thread> people = new ArrayList<>();
  private final Thread supervisor;
  private volatile Optional<Instant> endedAt = Optional.empty();

  private SimulatedCrowd(Target target, CrowdPlan plan) {
    this.plan = plan;
    this.stageCounts = new StageCounts(plan.buyers());
    this.venue = new ShowClient(target, plan.show(), crowdStop);
    this.arrived = new CountDownLatch(plan.buyers());
    this.supervisor = Thread.ofVirtual().name("rush").unstarted(this::watchOver);
    SplittableRandom chances = new SplittableRandom(plan.seed());
    SimulatedBuyer.Moods moods = new SimulatedBuyer.Moods(crowdStop, stageCounts);
    for (int i = 1; i <= plan.buyers(); i++) {
      SimulatedBuyer fan =
          new SimulatedBuyer(plan.name() + "-" + i, venue, plan.tempo(), moods, chances.split());
      people.add(Thread.ofVirtual().unstarted(() -> live(fan)));
    }
  }

  /** Lets the crowd go. */
  public static SimulatedCrowd start(Target target, CrowdPlan plan) {
    SimulatedCrowd rush = new SimulatedCrowd(target, plan);
    rush.supervisor.start();
    return rush;
  }

  private void live(SimulatedBuyer fan) {
    try {
      fan.run();
    } finally {
      arrived.countDown();
    }
  }

  private void watchOver() {
    try {
      people.forEach(Thread::start);
      long lateNanos = System.nanoTime() + plan.tempo().atMost().toNanos();
      while (!crowdStop.isCalled() && !arrived.await(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS)) {
        if (System.nanoTime() - lateNanos >= 0) {
          crowdStop.goHome();
        } else if (isOver()) {
          crowdStop.soldOut();
        }
      }
      if (!arrived.await(GOODBYE.toNanos(), TimeUnit.NANOSECONDS)) {
        crowdStop.goHome();
        people.forEach(Thread::interrupt);
        arrived.await(GOODBYE.toNanos(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } finally {
      venue.close();
      endedAt = Optional.of(Instant.now());
      ended.countDown();
    }
  }

  private boolean isOver() throws InterruptedException {
    try {
      return venue.page().isOver();
    } catch (CrowdException unanswered) {
      return false;
    }
  }

  public CrowdPlan plan() {
    return plan;
  }

  public Headcount headcount() {
    return stageCounts.headcount();
  }

  public Instant startedAt() {
    return startedAt;
  }

  /** Empty while it lasts. */
  public Optional<Instant> endedAt() {
    return endedAt;
  }

  /** Sends everybody home and waits until they have left the line and given back their seats. */
  public void stop() throws InterruptedException {
    crowdStop.goHome();
    awaitEnd(GOODBYE.multipliedBy(2));
  }

  /** Says whether it ended within this time. */
  public boolean awaitEnd(Duration time) throws InterruptedException {
    return ended.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Ends it at once, without goodbyes: the server is going away. */
  @Override
  public void close() {
    crowdStop.goHome();
    supervisor.interrupt();
    people.forEach(Thread::interrupt);
    venue.close();
  }
}
