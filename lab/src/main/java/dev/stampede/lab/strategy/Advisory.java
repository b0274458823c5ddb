package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.Wanted;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Takes a lock on a number before it looks: the show's, where any ticket will do, for the lock has
 * to guard the choice as well; else one for each seat, in their order. It ends with the
 * transaction.
 */
final class Advisory implements Way {

  private static final String LOCK =
      """
      SELECT pg_advisory_xact_lock(?, number)
      FROM (SELECT unnest(?::integer[]) AS number ORDER BY number) AS wanted""";

  /** No seat has this number. */
  private static final int WHOLE_SHOW = -1;

  private final Unsafe plainly;

  Advisory(WaySteps steps) {
    this.plainly = new Unsafe(steps);
  }

  @Override
  public Try within(Connection transaction, Claim.Hold claim) throws SQLException {
    int[] numbers =
        switch (claim.wanted()) {
          case Wanted.Best _ -> new int[] {WHOLE_SHOW};
          case Wanted.Seats(List<Integer> seats) ->
              seats.stream().mapToInt(Integer::intValue).toArray();
        };
    try (PreparedStatement statement = transaction.prepareStatement(LOCK)) {
      statement.setInt(1, Math.toIntExact(claim.show().value()));
      statement.setObject(2, numbers);
      statement.execute();
    }
    return plainly.within(transaction, claim);
  }
}
