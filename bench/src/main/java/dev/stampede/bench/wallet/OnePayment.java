package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.decision.Decider;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.claim.decision.Locked;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Decision;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * One payment in a transaction of its own, each statement in a round trip of its own. The rules are
 * the product's, so that ways of paying differ in how rows are read, guarded and written, and in
 * nothing else.
 */
final class OnePayment {

  /** The result of one try. */
  sealed interface Try {

    record Decided(ClaimOutcome outcome) implements Try {}

    /** Somebody else changed a row first. Nothing was written. */
    record LostRace() implements Try {}

    /** Somebody else kept a row for as long as we were ready to wait. Nothing was written. */
    record RowLocked() implements Try {}
  }

  /** lock_not_available */
  private static final String LOCK_TIMEOUT = "55P03";

  /** serialization_failure, deadlock_detected */
  private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

  private final DataSource connections;
  private final Function<ShowId, Optional<Show>> shows;
  private final Protection protection;

  /** The connections do not commit by themselves. */
  OnePayment(
      DataSource connections, Function<ShowId, Optional<Show>> shows, Protection protection) {
    this.connections = connections;
    this.shows = shows;
    this.protection = protection;
  }

  /** The claim as one to pay a hold with points, the only kind that is compared. */
  static Claim.Book only(Claim claim) {
    if (claim instanceof Claim.Book book
        && book.payment() instanceof Payment.Points
        && book.operation().isEmpty()) {
      return book;
    }
    throw new IllegalArgumentException(
        "%s is not made to be compared; this way pays a hold with points, without a key"
            .formatted(claim));
  }

  Try attempt(Claim.Book claim) throws SQLException {
    try (Connection connection = connections.getConnection()) {
      boolean committed = false;
      try {
        Locked rows = new PaymentRows(connection, protection, shows).read(claim);
        GroupResult decided = Decider.decide(List.of(claim), rows, Map.of());
        ClaimOutcome outcome = outcome(claim, decided);
        if (decided.writes().isEmpty()) {
          return new Try.Decided(outcome);
        }
        if (!new PaymentWrites(connection, protection, rows).write(decided.writes())) {
          return new Try.LostRace();
        }
        connection.commit();
        committed = true;
        return new Try.Decided(outcome);
      } finally {
        if (!committed) {
          connection.rollback();
        }
      }
    } catch (SQLException e) {
      if (LOCK_TIMEOUT.equals(e.getSQLState())) {
        return new Try.RowLocked();
      }
      if (CONFLICTS.contains(String.valueOf(e.getSQLState()))) {
        return new Try.LostRace();
      }
      throw e;
    }
  }

  /** All its rows were read, so that there is nothing to wait for. */
  private static ClaimOutcome outcome(Claim.Book claim, GroupResult decided) {
    if (decided.decisions().getFirst() instanceof Decision.Decided<ClaimOutcome> now) {
      return now.answer();
    }
    throw new IllegalStateException("%s was carried over with all its rows read".formatted(claim));
  }
}
