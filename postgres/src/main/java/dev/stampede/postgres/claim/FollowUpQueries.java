package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.Transport;
import dev.stampede.postgres.column.BookingColumns;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Queries that turn out to be needed only when the rows are locked: that is rare, so they get a
 * round trip of their own.
 *
 * <ul>
 *   <li>A buyer who claims seats that are theirs already gets that answer, with the hold they have
 *       or the booking that it became. Nobody can change these while we have their seats, and a
 *       paid hold is final.
 *   <li>A wallet that could not be locked is either another's for the moment, or was never there
 *       and is empty.
 * </ul>
 */
final class FollowUpQueries {

  private static final String READ_BOOKINGS_OF_HOLDS =
      "SELECT " + BookingColumns.LIST + " FROM booking b WHERE b.hold_id = ANY (?::uuid[])";

  private static final String READ_EXISTING_WALLETS =
      "SELECT w.buyer FROM wallet w WHERE w.buyer = ANY (?::text[])";

  private final LockedRows rows;
  private final Set<HoldId> own = new HashSet<>();
  private final Set<HoldId> paid = new HashSet<>();
  private final Set<Buyer> unlocked = new TreeSet<>();

  FollowUpQueries(List<Claim> group, Footprint footprint, LockedRows rows) {
    this.rows = rows;
    group.forEach(this::ask);
    own.removeIf(hold -> rows.hold(hold) != null);
    footprint.wallets().all().stream()
        .filter(buyer -> !rows.hasLockedWallet(buyer))
        .forEach(unlocked::add);
  }

  private void ask(Claim claim) {
    switch (claim) {
      case Claim.Taking taking -> askIfOwn(taking);
      case Claim.Release release -> askIfPaid(release.id());
      case Claim.Book book -> askIfPaid(book.hold());
      case Claim.Requested requested -> ask(requested.bare());
      case Claim.Cancel _, Claim.TopUp _ -> {}
    }
  }

  private void askIfOwn(Claim.Taking claim) {
    if (claim.wanted() instanceof Wanted.Seats(List<Integer> numbers)) {
      for (int seat : numbers) {
        SeatRow row = rows.seat(new SeatKey(claim.show(), seat));
        if (row != null && row.isHeldBy(claim.buyer(), rows.now())) {
          own.add(row.owner().orElseThrow().hold());
        } else if (row != null && claim instanceof Claim.Buy && row.isSoldTo(claim.buyer())) {
          paid.add(row.owner().orElseThrow().hold());
        }
      }
    }
  }

  private void askIfPaid(HoldId id) {
    HoldRow hold = rows.hold(id);
    if (hold != null && hold.state() == HoldRow.State.PAID) {
      paid.add(id);
    }
  }

  /** Sends nothing when there is nothing to ask. */
  void read(Connection connection) throws SQLException {
    List<SqlStep> steps = new ArrayList<>();
    if (!own.isEmpty()) {
      steps.add(GroupLock.readHolds(own, rows));
    }
    if (!paid.isEmpty()) {
      UUID[] holds = paid.stream().map(HoldId::value).toArray(UUID[]::new);
      steps.add(SqlStep.query(READ_BOOKINGS_OF_HOLDS, rows::readBooking, (Object) holds));
    }
    Set<Buyer> absent = new HashSet<>(unlocked);
    if (!unlocked.isEmpty()) {
      steps.add(
          SqlStep.query(
              READ_EXISTING_WALLETS,
              row -> absent.remove(new Buyer(row.getString(1))),
              (Object) GroupLock.names(unlocked)));
    }
    if (!steps.isEmpty()) {
      Transport.TOGETHER.send(connection, steps);
      absent.forEach(rows::noWallet);
    }
  }
}
