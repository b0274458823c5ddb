package dev.stampede.jobs;

import dev.stampede.jobs.ClaimStatements.Claimed;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the jobs of a queue. Any number of workers, in any number of processes, may work on one
 * queue; no job is begun by two of them unless one has vanished.
 *
 * <p>Jobs are claimed in batches into a buffer, run on virtual threads, and completed in batches.
 * The buffer hides the time of a claim, and both batches share the price of a commit; that is where
 * the speed comes from. It holds one connection for hearing of new jobs and for its signs of life,
 * and borrows one for each claim, each completion and each transactional run.
 */
public final class JobWorker implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(JobWorker.class);
  private static final Duration LOOK_AT_TIMES = Duration.ofMillis(20);

  /** The awaited signal, and closing, end this wait early. */
  private static final Duration IDLE_LOOK = Duration.ofSeconds(10);

  private static final Duration PRUNE_EVERY = Duration.ofSeconds(15);
  private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);

  private final JobQueue queue;
  private final WorkerSettings settings;
  private final WakeSignal signal = new WakeSignal();
  private final WakeSignal vanished = new WakeSignal();
  private final WakeSignal room = new WakeSignal();
  private final Buffer buffer = new Buffer(room::raise);
  private final Holdings holdings = new Holdings();
  private final WorkerLease lease;
  private final Claimer claimer;
  private final Finisher finisher;
  private final JobRunner runner;
  private final Rescuer rescuer;
  private final List<Slot> slots = new ArrayList<>();
  private final WorkerLoop claiming;
  private final WorkerLoop finishing;
  private final List<WorkerLoop> housekeeping = new ArrayList<>();

  private JobWorker(
      JobQueue queue,
      String name,
      JobHandlers duties,
      WorkerSettings settings,
      JobListener listener) {
    this.queue = queue;
    this.settings = settings;
    Store store = queue.store();
    CompletionStatements completions =
        new CompletionStatements(settings.keepFinished().isPositive());
    lease = new WorkerLease(store, name, settings.lease());
    finisher = new Finisher(store, completions, holdings, signal, listener, settings);
    claimer =
        new Claimer(
            new ClaimStatements(store, duties.kinds()),
            new Claimer.Stock(lease, holdings, buffer, room),
            signal,
            settings,
            listener);
    rescuer = new Rescuer(store, listener);
    runner =
        new JobRunner(
            store,
            duties,
            buffer,
            lease,
            new JobRunner.Completion(completions, finisher, listener));
    for (int number = 1; number <= settings.threads(); number++) {
      slots.add(new Slot(name + "-" + number, runner));
    }
    slots.forEach(Slot::start);
    housekeeping.add(WorkerLoop.start(name + " rescuer", vanished::raise, this::rescue));
    housekeeping.add(
        WorkerLoop.every(name + " timekeeper", LOOK_AT_TIMES, holdings::wake, this::lookAtTimes));
    if (settings.keepFinished().isPositive()) {
      Pruner pruner = new Pruner(store, settings.keepFinished(), listener);
      housekeeping.add(WorkerLoop.every(name + " pruner", PRUNE_EVERY, () -> {}, pruner::tick));
    }
    finishing = WorkerLoop.start(name + " finisher", finisher::wake, finisher::round);
    claiming = WorkerLoop.start(name + " claimer", this::wakeClaimer, claimer::round);
    housekeeping.add(
        new WakeListener(name + " listener", store, signal, claimer::doubt, this::beat, queue)
            .loop());
    queue.join(signal);
  }

  /**
   * Starts a worker.
   *
   * @param name for people: in logs, as names of threads, and in the table of workers
   * @param duties the kinds of jobs it takes, and what does them
   */
  public static JobWorker start(
      JobQueue queue,
      String name,
      JobHandlers duties,
      WorkerSettings settings,
      JobListener listener) {
    Bounds.text("name", name, 1, NewJob.MAX_KIND_CHARS);
    return new JobWorker(queue, name, duties, settings, new SafeJobListener(listener));
  }

  private void wakeClaimer() {
    room.raise();
    signal.raise();
  }

  private Duration beat(Connection connection) throws SQLException {
    switch (lease.beat(connection)) {
      case ALONE -> {}
      case RESCUER_NEEDED -> vanished.raise();
      case TOO_LATE -> {
        buffer.clear().forEach(waiting -> holdings.remove(waiting.run()));
        lease.renew();
        signal.raise();
      }
    }
    // A lease that had ended for a moment is good again: a claimer that waits for that waits for
    // this ring.
    room.raise();
    return lease.heartbeat(holdings.isEmpty());
  }

  /** On a thread of its own: freeing a great many jobs must not keep the heart from beating. */
  private void rescue() throws InterruptedException {
    if (vanished.await(IDLE_LOOK) && rescuer.tick()) {
      claimer.sweepNext();
    }
  }

  /** While nothing runs, it waits for something to begin. */
  private void lookAtTimes() throws InterruptedException {
    if (!holdings.awaitAny(IDLE_LOOK)) {
      return;
    }
    long now = System.nanoTime();
    for (Slot slot : slots) {
      slot.look(now);
    }
  }

  /**
   * Claims no more, gives back what has not begun, and waits for what is running, within a bound;
   * then that is interrupted, and what is left of it is given to others.
   */
  @Override
  public void close() {
    queue.leave(signal);
    claiming.close();
    try {
      for (Claimed waiting : buffer.clear()) {
        finisher.add(new Ending.GivenBack(waiting.run()));
      }
      buffer.close();
      drain();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // All end at once: without a database each of them waits for a connection.
    finishing.end();
    housekeeping.forEach(WorkerLoop::end);
    finishing.close();
    housekeeping.forEach(WorkerLoop::close);
    lease.leave();
    queue.wake();
  }

  private void drain() throws InterruptedException {
    long deadline = System.nanoTime() + settings.drain().toNanos();
    long running = slots.size() - joined(deadline);
    if (running > 0) {
      log.warn(
          "{} jobs were still running after {} ms of draining; they are interrupted",
          running,
          settings.drain().toMillis());
      runner.stop();
      slots.forEach(Slot::interrupt);
      var unused = joined(System.nanoTime() + AFTER_INTERRUPT.toNanos());
    }
    long written = System.nanoTime() + settings.drain().toNanos();
    while (!finisher.isIdle() && System.nanoTime() - written < 0) {
      var unused = signal.await(LOOK_AT_TIMES);
    }
  }

  private long joined(long deadline) throws InterruptedException {
    long ended = 0;
    for (Slot slot : slots) {
      if (slot.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
        ended++;
      }
    }
    return ended;
  }
}
