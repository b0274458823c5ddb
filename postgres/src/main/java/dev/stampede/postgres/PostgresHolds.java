package dev.stampede.postgres;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Holds;
import dev.stampede.engine.claim.Locked.HoldRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/** Holds as their owners read them, from the primary. */
public final class PostgresHolds implements Holds {

  private static final String FIND =
      "SELECT "
          + HoldColumns.LIST
          + ", h.expires_at > stampede_now() FROM hold h WHERE h.id = :id AND h.buyer = :owner";

  /** The clock in a sub-select is read once; written plainly, the index could not be used. */
  private static final String LIVE =
      "SELECT "
          + HoldColumns.LIST
          + """
           FROM hold h
          WHERE h.buyer = :owner AND h.state = 'l' AND h.expires_at > (SELECT stampede_now())
          ORDER BY h.created_at, h.id
          LIMIT :limit""";

  /** What ends or begins between two pages moves nothing: the place is an id, not a number. */
  private static final String LIVE_AFTER =
      "SELECT "
          + HoldColumns.LIST
          + """
           FROM hold h
          WHERE h.buyer = :owner AND h.state = 'l' AND h.expires_at > (SELECT stampede_now())
            AND h.id > :after
          ORDER BY h.id
          LIMIT :limit""";

  /** Before every id there is. */
  private static final UUID FIRST = new UUID(0, 0);

  private final Jdbi jdbi;

  public PostgresHolds(Database database) {
    this.jdbi = database.jdbi();
  }

  @Override
  public Optional<Found> find(HoldId id, Buyer owner) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(FIND)
                .bind("id", id.value())
                .bind("owner", owner.sub())
                .map((row, context) -> found(row))
                .findOne());
  }

  private static Found found(ResultSet row) throws SQLException {
    HoldRow hold = HoldColumns.read(row, 1);
    boolean live = hold.state() == HoldRow.State.LIVE && row.getBoolean(8);
    return live ? new Found.Live(hold.hold()) : new Found.Ended(hold.hold());
  }

  @Override
  public List<HeldSeats> live(Buyer owner, int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(LIVE)
                .bind("owner", owner.sub())
                .bind("limit", limit)
                .map((row, context) -> HoldColumns.read(row, 1).hold())
                .list());
  }

  /**
   * The buyer's live holds in the order of their ids, which is about that of their making: those
   * after a place, at most {@code limit}. The place need not be a hold's that is still live.
   */
  public List<HeldSeats> liveAfter(Buyer owner, Optional<HoldId> place, int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(LIVE_AFTER)
                .bind("owner", owner.sub())
                .bind("after", place.map(HoldId::value).orElse(FIRST))
                .bind("limit", limit)
                .map((row, context) -> HoldColumns.read(row, 1).hold())
                .list());
  }
}
