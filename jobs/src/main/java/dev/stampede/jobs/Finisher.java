package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes down how runs ended, as many as have gathered by one transaction. When the database does
 * not answer they wait here, and the workers behind them.
 */
final class Finisher {

  /** Nobody waits for a completion; within this time more of them gather. */
  private static final Duration GATHER = Duration.ofMillis(10);

  /** An ending, and the end of the worker, end this wait early. */
  private static final Duration IDLE_LOOK = Duration.ofSeconds(10);

  private final Store store;
  private final CompletionStatements completions;
  private final Holdings holdings;
  private final WakeSignal claimer;
  private final JobListener listener;
  private final int batch;
  private final BlockingQueue<Ending> ended;

  /** The endings that could not be written the last time. Only the loop's thread touches it. */
  private final List<Ending> writing = new ArrayList<>();

  /** Rung with every ending, and when the worker is to end. */
  private final WakeSignal arrived = new WakeSignal();

  /** Rung when a whole batch has gathered. */
  private final WakeSignal gathering = new WakeSignal();

  private final AtomicInteger unwritten = new AtomicInteger();

  Finisher(
      Store store,
      CompletionStatements completions,
      Holdings holdings,
      WakeSignal claimer,
      JobListener listener,
      WorkerSettings settings) {
    this.store = store;
    this.completions = completions;
    this.holdings = holdings;
    this.claimer = claimer;
    this.listener = listener;
    this.batch = settings.batch();
    this.ended = new LinkedBlockingQueue<>(2 * settings.batch() + settings.threads());
  }

  /** Removes a run whose end is written already. */
  void written(JobRun run) {
    holdings.remove(run);
    if (run.recurring()) {
      claimer.raise();
    }
  }

  /** Waits while too many are waiting already. */
  void add(Ending ending) throws InterruptedException {
    unwritten.incrementAndGet();
    ended.put(ending);
    arrived.raise();
    if (ended.size() >= batch) {
      gathering.raise();
    }
  }

  boolean isIdle() {
    return unwritten.get() == 0;
  }

  /** Ends a round that waits for endings. */
  void wake() {
    arrived.raise();
  }

  /** Waits for endings and writes them. */
  void round() throws InterruptedException {
    if (writing.isEmpty()) {
      Ending first = ended.poll();
      if (first == null) {
        var unused = arrived.await(IDLE_LOOK);
        return;
      }
      writing.add(first);
      if (ended.size() < batch) {
        var unused = gathering.await(GATHER);
      }
      var unused = ended.drainTo(writing, batch - 1);
    }
    // A worker that wrongly believes these jobs to be its own locks their rows in the same order.
    writing.sort(Comparator.comparing(ending -> ending.run().id()));
    Set<JobId> believed =
        store.inOrder("ended runs could not be written down", connection -> write(connection));
    for (Ending ending : writing) {
      holdings.remove(ending.run());
      if (!believed.contains(ending.run().id())) {
        listener.fenced(ending.run());
      }
    }
    unwritten.addAndGet(-writing.size());
    if (writing.stream().anyMatch(Finisher::comesBack)) {
      // It has just got a time at which it is due, which the claimer cannot know.
      claimer.raise();
    }
    writing.clear();
  }

  private static boolean comesBack(Ending ending) {
    return switch (ending) {
      case Ending.Done done -> done.run().recurring();
      case Ending.Failed unused -> true;
      case Ending.GivenBack unused -> true;
      case Ending.Died unused -> false;
    };
  }

  private Set<JobId> write(Connection connection) throws SQLException {
    List<JobRun> done = new ArrayList<>();
    List<Ending.Done> again = new ArrayList<>();
    List<JobRun> back = new ArrayList<>();
    List<CompletionStatements.Failure> failed = new ArrayList<>();
    List<CompletionStatements.Failure> died = new ArrayList<>();
    for (Ending ending : writing) {
      switch (ending) {
        case Ending.Done ended when ended.run().recurring() -> again.add(ended);
        case Ending.Done ended -> done.add(ended.run());
        case Ending.GivenBack(JobRun run) -> back.add(run);
        case Ending.Failed(CompletionStatements.Failure failure) -> failed.add(failure);
        case Ending.Died(CompletionStatements.Failure failure) -> died.add(failure);
      }
    }
    Set<JobId> believed = new HashSet<>();
    if (!done.isEmpty()) {
      believed.addAll(completions.done(connection, done));
    }
    if (!again.isEmpty()) {
      believed.addAll(completions.recur(connection, again));
    }
    if (!back.isEmpty()) {
      believed.addAll(completions.giveBack(connection, back));
    }
    if (!failed.isEmpty()) {
      believed.addAll(completions.retry(connection, failed));
    }
    if (!died.isEmpty()) {
      believed.addAll(completions.bury(connection, died));
    }
    return believed;
  }
}
