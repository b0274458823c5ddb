package dev.stampede.jobs;

import dev.stampede.jobs.ClaimStatements.Claimed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The jobs that this worker knows to be its own, from the claim until its end is written.
 *
 * <p>It is needed because, when the answer to a claim is lost with its connection, the claim may
 * have been committed. Those jobs are ours, we do not know of them, and as long as we live nobody
 * would rescue them. A failover to a standby that lagged can undo the end of a run, with the same
 * result. They are what the table says we have and this does not.
 */
final class Holdings {

  /** Each with its attempt: a job may come back before the end of its last run is taken out. */
  private final Map<JobId, Integer> held = new ConcurrentHashMap<>();

  /** Rung when there is something again, and when nobody is to wait for it any more. */
  private final WakeSignal filled = new WakeSignal();

  void add(List<Claimed> claimed) {
    claimed.forEach(each -> held.put(each.run().id(), each.run().attempt()));
    if (!claimed.isEmpty()) {
      filled.raise();
    }
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Waits until the worker holds a job; false if the time ends first. */
  boolean awaitAny(Duration longest) throws InterruptedException {
    return !held.isEmpty() || filled.await(longest);
  }

  /** Ends the wait of {@link #awaitAny}. */
  void wake() {
    filled.raise();
  }

  void remove(JobRun run) {
    var unused = held.remove(run.id(), run.attempt());
  }

  Long[] ids() {
    return held.keySet().stream().map(JobId::value).toArray(Long[]::new);
  }
}
