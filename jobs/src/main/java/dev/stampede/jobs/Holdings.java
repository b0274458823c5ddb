package dev.stampede.jobs;

import dev.stampede.jobs.Claims.Claimed;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The jobs that this worker knows to be its own, from the claim until its end is written.
 *
 * <p>What for: when the answer to a claim is lost with its connection, the claim may have been
 * committed. Those jobs are ours, we do not know of them, and as long as we live nobody would
 * rescue them. They are what the table says we have and this does not.
 */
final class Holdings {

  private final Set<JobId> held = ConcurrentHashMap.newKeySet();

  void add(List<Claimed> claimed) {
    claimed.forEach(each -> held.add(each.run().id()));
  }

  void remove(Run run) {
    held.remove(run.id());
  }

  Long[] ids() {
    return held.stream().map(JobId::value).toArray(Long[]::new);
  }
}
