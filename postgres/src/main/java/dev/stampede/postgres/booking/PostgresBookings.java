package dev.stampede.postgres.booking;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Bookings;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.ReadRouter;
import dev.stampede.postgres.column.BookingColumns;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/** Bookings as they are read: one from the primary, lists from wherever lists are read. */
public final class PostgresBookings implements Bookings {

  private static final String FIND =
      "SELECT " + BookingColumns.LIST + " FROM booking b WHERE b.id = :id";

  private static final String NEWEST =
      "SELECT "
          + BookingColumns.LIST
          + """
           FROM booking b
          WHERE b.buyer = :owner
          ORDER BY b.confirmed_at DESC, b.id DESC
          LIMIT :limit""";

  /** A booking that does not exist, or has another owner, has nothing below it. */
  private static final String BELOW =
      "SELECT "
          + BookingColumns.LIST
          + """
           FROM booking b
          WHERE b.buyer = :owner
            AND (b.confirmed_at, b.id) < (
              SELECT c.confirmed_at, c.id FROM booking c WHERE c.id = :below AND c.buyer = :owner)
          ORDER BY b.confirmed_at DESC, b.id DESC
          LIMIT :limit""";

  private final Jdbi jdbi;
  private final ReadRouter reads;

  public PostgresBookings(Database database) {
    this(database, ReadRouter.of(database));
  }

  public PostgresBookings(Database database, ReadRouter reads) {
    this.jdbi = database.jdbi();
    this.reads = reads;
  }

  @Override
  public Optional<Booking> find(BookingId id) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(FIND)
                .bind("id", id.value())
                .map((row, context) -> BookingColumns.read(row, 1))
                .findOne());
  }

  @Override
  public Page list(Buyer owner, Optional<BookingId> below, int limit) {
    List<Booking> found =
        reads.read(
            owner,
            handle -> {
              var query =
                  handle
                      .createQuery(below.isPresent() ? BELOW : NEWEST)
                      .bind("owner", owner.sub())
                      .bind("limit", limit + 1);
              below.ifPresent(id -> query.bind("below", id.value()));
              return query.map((row, context) -> BookingColumns.read(row, 1)).list();
            });
    boolean more = found.size() > limit;
    List<Booking> page = more ? found.subList(0, limit) : found;
    return new Page(page, more ? Optional.of(page.getLast().id()) : Optional.empty());
  }
}
