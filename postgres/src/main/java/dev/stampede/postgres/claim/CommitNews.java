package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.decision.GroupResult;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The news of a committed transaction, for this process's listeners. */
record CommitNews(List<SeatChange> changes, List<BookedPass> passes) {

  private static final Logger log = LoggerFactory.getLogger(CommitNews.class);

  CommitNews {
    changes = List.copyOf(changes);
    passes = List.copyOf(passes);
  }

  static CommitNews of(GroupResult.Writes writes, Instant at) {
    return new CommitNews(SeatChanges.of(writes, at), writes.bookings().passes());
  }

  /**
   * Tells all listeners. The transaction is committed, so a listener's failure must not make it
   * look as if it were not.
   */
  void tell(ClaimNews... listeners) {
    for (ClaimNews listener : listeners) {
      try {
        listener.committed(changes);
        if (!passes.isEmpty()) {
          listener.booked(passes);
        }
      } catch (RuntimeException | Error e) {
        log.error(
            "cannot publish {} committed seat changes and {} spent passes; the changes are stored,"
                + " seat maps may be late",
            changes.size(),
            passes.size(),
            e);
      }
    }
  }
}
