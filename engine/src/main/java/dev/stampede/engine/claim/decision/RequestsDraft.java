package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The booking requests of a group while it is being decided. */
final class RequestsDraft {

  private final Set<BookingRequestId> decided;

  /** Partitions of which one was carried over in this group: nobody behind it is decided. */
  private final Set<Integer> stopped = new HashSet<>();

  private final List<GroupResult.OutcomeWrite> writes = new ArrayList<>();

  RequestsDraft(Set<BookingRequestId> decidedBefore) {
    this.decided = new HashSet<>(decidedBefore);
  }

  boolean isDecided(BookingRequestId id) {
    return decided.contains(id);
  }

  boolean isStopped(int partition) {
    return stopped.contains(partition);
  }

  void stop(int partition) {
    stopped.add(partition);
  }

  void decide(Claim.Requested claim, ClaimOutcome outcome, Instant at) {
    decided.add(claim.request().id());
    writes.add(new GroupResult.OutcomeWrite(claim.request().id(), claim.show(), outcome, at));
  }

  List<GroupResult.OutcomeWrite> writes() {
    return writes;
  }
}
