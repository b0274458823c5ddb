package dev.stampede.jobs;

import dev.stampede.jobs.ClaimStatements.Claimed;
import java.time.Duration;
import java.util.List;

/**
 * Keeps the buffer filled. It looks again at once only after a batch as large as it wanted;
 * otherwise when somebody says that there is something new, when the next job is due, or after a
 * slow poll, and never more often than every {@link #AT_MOST_EVERY}.
 */
final class Claimer {

  /** Rings faster than this are answered together. */
  static final Duration AT_MOST_EVERY = Duration.ofMillis(10);

  private final ClaimStatements claims;
  private final WorkerLease lease;
  private final Holdings holdings;
  private final Buffer buffer;
  private final WakeSignal signal;
  private final WakeSignal room;
  private final Duration poll;
  private final JobListener listener;
  private final ClaimMark mark = new ClaimMark();
  private final ClaimBatchSize appetite;

  /** Nobody rings it. */
  private final WakeSignal pause = new WakeSignal();

  private long lastClaim = System.nanoTime();
  private boolean more = true;

  /** The time until the next job, as the last claim saw it; an earlier one since then has woken. */
  private Duration untilNext = Duration.ZERO;

  /** The last claim broke off: what it claimed, if it did, is not known here. */
  private boolean unsure;

  /** The same, of everything: see {@link #doubt}. */
  private volatile boolean doubted;

  /**
   * The jobs of a worker: its lease on them, all of them, and those that have not begun.
   *
   * @param room rings when there is room for more
   */
  record Stock(WorkerLease lease, Holdings holdings, Buffer buffer, WakeSignal room) {}

  Claimer(
      ClaimStatements claims,
      Stock stock,
      WakeSignal signal,
      WorkerSettings settings,
      JobListener listener) {
    this.claims = claims;
    this.lease = stock.lease;
    this.holdings = stock.holdings;
    this.buffer = stock.buffer;
    this.signal = signal;
    this.room = stock.room;
    this.poll = settings.poll();
    this.listener = listener;
    this.appetite = new ClaimBatchSize(settings.threads(), settings.batch());
  }

  /** Waits until a look is worthwhile, and looks. */
  void round() throws InterruptedException {
    if (buffer.size() > appetite.size() / 2 || !lease.isOurs()) {
      // The buffer rings when it is half empty; a lease comes back with a sign of life.
      var unused = room.await(poll);
      return;
    }
    if (more) {
      appetite.ate(Duration.ofNanos(System.nanoTime() - lastClaim));
    } else {
      awaitWork();
    }
    claim();
  }

  private void awaitWork() throws InterruptedException {
    Duration waited = Duration.ofNanos(System.nanoTime() - lastClaim);
    boolean woken = signal.await(untilNext.minus(waited));
    Duration sinceLast = Duration.ofNanos(System.nanoTime() - lastClaim);
    if (woken && sinceLast.compareTo(AT_MOST_EVERY) < 0) {
      // The same look finds all jobs that come within these milliseconds.
      var unused = pause.await(AT_MOST_EVERY.minus(sinceLast));
    }
  }

  private void claim() {
    int wanted = appetite.size();
    long began = System.nanoTime();
    if (doubted) {
      doubted = false;
      unsure = true;
    }
    if (unsure && claims.giveBackUnknown(lease.worker(), holdings) > 0) {
      mark.sweepNext();
    }
    unsure = true;
    ClaimStatements.Look look = claims.look(lease.worker(), mark.from(began), wanted, poll);
    List<Claimed> claimed = look.claimed();
    holdings.add(claimed);
    unsure = false;
    untilNext = look.untilNext();
    long ended = System.nanoTime();
    more = claimed.size() >= wanted;
    mark.ended(began, ended);
    lastClaim = ended;
    if (!claimed.isEmpty()) {
      mark.claimed(claimed.getLast().place(), more);
      listener.claimed(claimed.size(), Duration.ofNanos(ended - began));
      buffer.add(claimed);
    }
  }

  /**
   * The database may be another one: a standby that lagged and took over does not know of jobs
   * whose end was written last, and has them as this worker's, which lives. Nobody else would free
   * them.
   */
  void doubt() {
    doubted = true;
    signal.raise();
  }

  /** Something behind the mark is free again. */
  void sweepNext() {
    mark.sweepNext();
    signal.raise();
  }
}
