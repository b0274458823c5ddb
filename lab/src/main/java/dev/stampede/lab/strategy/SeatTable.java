package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lab.services.LabStores;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The product's tables as the lab's ways read and write them. By every way, a sale writes the rows
 * that the product writes for a hold: the seat, the hold, its event and its note in the outbox.
 *
 * <p>Nothing here keeps anybody out. The version of a seat is counted on from what it is when it is
 * written, not from what it was when it was read, so that a way that sells twice does so without
 * stumbling over the key of {@code seat_event}.
 */
public final class SeatTable {

  private static final String FIRST_FREE =
      """
      SELECT number, version, coalesce(buyer, '')
      FROM seat
      WHERE show_id = ? AND state = 'f'
      ORDER BY number
      LIMIT ?\s""";

  private static final String NAMED =
      """
      SELECT number, version, coalesce(buyer, '')
      FROM seat
      WHERE show_id = ? AND number = ANY (?)
      ORDER BY number\s""";

  private static final String ALL =
      "SELECT number, version, coalesce(buyer, '') FROM seat WHERE show_id = ? ORDER BY number";

  private static final String FENCE =
      """
      passed AS (
        UPDATE lab.fence f SET fence = p.fence
        FROM params p
        WHERE f.resource = ANY (p.resources) AND f.fence <= p.fence
        RETURNING f.resource),""";

  /** {@code %1$s}: what comes first; {@code %2$s}: what else must be true of a seat. */
  private static final String WRITE =
      """
      WITH params AS (
        SELECT ?::bigint AS show_id, ?::text AS buyer, ?::uuid AS hold_id, ?::bigint AS price,
          stampede_now() AS at, ?::bigint AS fence, ?::text[] AS resources),
      wanted AS (
        SELECT unnest(?::integer[]) AS number, unnest(?::integer[]) AS version,
          unnest(?::smallint[]) AS range),
      %1$s
      taken AS (
        UPDATE seat s
        SET version = s.version + 1, state = 'h', buyer = p.buyer, hold_id = p.hold_id,
          held_until = p.at + interval '1 hour'
        FROM wanted w, params p
        WHERE s.show_id = p.show_id AND s.number = w.number %2$s
        RETURNING s.number, s.version, w.range),
      noted AS (
        INSERT INTO seat_event (show_id, number, version, type, reason, buyer, hold_id, at)
        SELECT p.show_id, t.number, t.version, 'h', 'c', p.buyer, p.hold_id, p.at
        FROM taken t, params p),
      told AS (
        INSERT INTO outbox (range, show_id, numbers, versions)
        SELECT t.range, p.show_id, array_agg(t.number), array_agg(t.version)
        FROM taken t, params p
        GROUP BY t.range, p.show_id),
      held AS (
        INSERT INTO hold (id, show_id, buyer, seats, total, expires_at, state, created_at)
        SELECT p.hold_id, p.show_id, p.buyer, array_agg(t.number ORDER BY t.number),
          p.price * count(*), p.at + interval '1 hour', 'l', p.at
        FROM taken t, params p
        GROUP BY p.hold_id, p.show_id, p.buyer, p.price, p.at)
      SELECT count(*) FROM taken""";

  private static final String WRITE_BLINDLY = WRITE.formatted("", "");

  private static final String WRITE_IF_UNCHANGED = WRITE.formatted("", "AND s.version = w.version");

  private static final String WRITE_IF_FENCE_HOLDS =
      WRITE.formatted(FENCE, "AND (SELECT count(*) FROM passed) = cardinality(p.resources)");

  private static final List<String> NO_RESOURCES = List.of();

  private SeatTable() {}

  /**
   * The tickets that a claim is about: the first that are unsold, or the ones that it names.
   *
   * @param locking the end of the SELECT
   */
  static List<LabSeatRow> look(Connection connection, Claim.Hold claim, String locking)
      throws SQLException {
    return switch (claim.wanted()) {
      case Wanted.Best(int quantity, _, _) -> {
        try (PreparedStatement statement = connection.prepareStatement(FIRST_FREE + locking)) {
          statement.setLong(1, claim.show().value());
          statement.setInt(2, quantity);
          yield tickets(statement);
        }
      }
      case Wanted.Seats(List<Integer> numbers) -> {
        try (PreparedStatement statement = connection.prepareStatement(NAMED + locking)) {
          statement.setLong(1, claim.show().value());
          statement.setObject(2, numbers.stream().mapToInt(Integer::intValue).toArray());
          yield tickets(statement);
        }
      }
    };
  }

  /** Every ticket of a show as it is now. */
  public static List<LabSeatRow> all(Connection connection, ShowId show) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ALL)) {
      statement.setLong(1, show.value());
      return tickets(statement);
    }
  }

  /** Makes the tickets the buyer's, whoever may have taken them since they were read. */
  static boolean write(Connection connection, Claim.Hold claim, List<LabSeatRow> tickets)
      throws SQLException {
    return write(WRITE_BLINDLY, connection, claim, tickets, 0, NO_RESOURCES);
  }

  /** The same, but only if all of them still are as they were read. */
  static boolean writeIfUnchanged(Connection connection, Claim.Hold claim, List<LabSeatRow> tickets)
      throws SQLException {
    return write(WRITE_IF_UNCHANGED, connection, claim, tickets, 0, NO_RESOURCES);
  }

  /** The same, but only if nobody with a higher fence has announced themselves. */
  static boolean writeIfFenceHolds(
      Connection connection, Claim.Hold claim, List<LabSeatRow> tickets, Fence fence)
      throws SQLException {
    return write(
        WRITE_IF_FENCE_HOLDS, connection, claim, tickets, fence.number(), fence.resources());
  }

  private static boolean write(
      String sql,
      Connection connection,
      Claim.Hold claim,
      List<LabSeatRow> tickets,
      long fence,
      List<String> resources)
      throws SQLException {
    int size = tickets.size();
    int[] numbers = new int[size];
    int[] versions = new int[size];
    short[] ranges = new short[size];
    for (int i = 0; i < size; i++) {
      numbers[i] = tickets.get(i).seat();
      versions[i] = tickets.get(i).version();
      ranges[i] = (short) EventRange.of(claim.show(), numbers[i]);
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, claim.show().value());
      statement.setString(2, claim.buyer().sub());
      statement.setObject(3, claim.id().value());
      statement.setLong(4, LabStores.PRICE);
      statement.setLong(5, fence);
      statement.setObject(6, resources.toArray(String[]::new));
      statement.setObject(7, numbers);
      statement.setObject(8, versions);
      statement.setObject(9, ranges);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getInt(1) == size;
      }
    }
  }

  private static List<LabSeatRow> tickets(PreparedStatement statement) throws SQLException {
    List<LabSeatRow> tickets = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        tickets.add(new LabSeatRow(rows.getInt(1), rows.getInt(2), rows.getString(3)));
      }
    }
    return tickets;
  }
}
