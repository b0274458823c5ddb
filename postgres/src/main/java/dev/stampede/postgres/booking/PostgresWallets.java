package dev.stampede.postgres.booking;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.wallet.Wallets;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.ReadRouter;
import dev.stampede.postgres.column.LedgerCodes;
import dev.stampede.postgres.column.Micros;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/**
 * Wallets as their owners read them: what is in them from the primary, what was from wherever lists
 * are read.
 */
public final class PostgresWallets implements Wallets {

  private static final String BALANCE = "SELECT balance FROM wallet WHERE buyer = :buyer";

  private static final String ENTRIES =
      """
      SELECT e.number, t.at, t.kind::text, t.id, t.booking_id, e.amount, e.balance
      FROM entry e
      JOIN transfer t ON t.id = e.transfer_id
      WHERE e.account = 'w' AND e.buyer = :buyer AND e.number < :below
      ORDER BY e.number DESC
      LIMIT :limit""";

  private final Jdbi jdbi;
  private final ReadRouter reads;

  public PostgresWallets(Database database) {
    this(database, ReadRouter.of(database));
  }

  public PostgresWallets(Database database, ReadRouter reads) {
    this.jdbi = database.jdbi();
    this.reads = reads;
  }

  @Override
  public long balance(Buyer buyer) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(BALANCE)
                .bind("buyer", buyer.sub())
                .mapTo(Long.class)
                .findOne()
                .orElse(0L));
  }

  @Override
  public Statement entries(Buyer buyer, OptionalLong below, int limit) {
    List<Line> found =
        reads.read(
            buyer,
            handle ->
                handle
                    .createQuery(ENTRIES)
                    .bind("buyer", buyer.sub())
                    .bind("below", below.orElse(Long.MAX_VALUE))
                    .bind("limit", limit + 1)
                    .map((row, context) -> line(row))
                    .list());
    boolean more = found.size() > limit;
    List<Line> page = more ? found.subList(0, limit) : found;
    return new Statement(
        page, more ? OptionalLong.of(page.getLast().number()) : OptionalLong.empty());
  }

  private static Line line(ResultSet row) throws SQLException {
    return new Line(
        row.getLong(1),
        Micros.read(row, 2),
        LedgerCodes.kind(row.getString(3)),
        new TransferId(row.getObject(4, UUID.class)),
        Optional.ofNullable(row.getObject(5, UUID.class)).map(BookingId::new),
        row.getLong(6),
        row.getLong(7));
  }
}
