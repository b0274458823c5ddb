package dev.stampede.postgres.events;

import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.events.RangeLeases;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.OwnConnections;
import java.sql.Connection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleConsumer;
import org.jdbi.v3.core.Jdbi;

/**
 * Leases of ranges as rows. Every renewal locks all of them, one server after the other: there are
 * few, and it happens once a second at most.
 */
public final class PostgresLeases implements RangeLeases {

  private static final String LOCK_WAIT = "SET LOCAL lock_timeout = '2s'";

  /**
   * True of a lease that is over, and of one that lasts longer than any lease is given for: it was
   * given before the database's clock stepped back, and nobody renews it.
   */
  private static final String IS_OVER =
      """
      %1$s NOT BETWEEN (SELECT stampede_now())
        AND (SELECT stampede_now()) + %2$d * interval '1 millisecond'""";

  private static final long LONGER_THAN_ANY_MILLIS = 2 * LEASE.toMillis();

  private static final String LOCK =
      """
      SELECT range, owner, lease_until IS NULL OR %s AS free
      FROM relay_range
      ORDER BY range
      FOR UPDATE"""
          .formatted(IS_OVER.formatted("lease_until", LONGER_THAN_ANY_MILLIS));

  private static final String SAY_ALIVE =
      """
      INSERT INTO relay_server (id, alive_until)
      VALUES (:me, stampede_now() + :millis * interval '1 millisecond')
      ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until""";

  private static final String FORGET_DEAD =
      "DELETE FROM relay_server WHERE " + IS_OVER.formatted("alive_until", LONGER_THAN_ANY_MILLIS);

  private static final String COUNT_ALIVE = "SELECT count(*) FROM relay_server";

  private static final String OWN =
      """
      UPDATE relay_range
      SET owner = :me, lease_until = stampede_now() + :millis * interval '1 millisecond'
      WHERE range = ANY (:ranges)""";

  private static final String FREE =
      """
      UPDATE relay_range
      SET owner = NULL, lease_until = NULL
      WHERE owner = :me AND range <> ALL (:ranges)""";

  private static final String LEAVE = "DELETE FROM relay_server WHERE id = :me";

  private final OwnConnections connections;
  private final AtomicReference<Connection> lent = new AtomicReference<>();
  private final Jdbi jdbi = Jdbi.create(new Lent());
  private final UUID me = UUID.randomUUID();

  public PostgresLeases(Database database) {
    this.connections = database.polls();
  }

  /** Lends JDBI the current connection; the lender gives it back. */
  private final class Lent implements ConnectionFactory {
    @Override
    public Connection openConnection() {
      return Objects.requireNonNull(lent.get());
    }

    @Override
    public void closeConnection(Connection connection) {}
  }

  private record Row(int range, Optional<UUID> owner, boolean free) {}

  @Override
  public Leased renew(Set<Integer> kept) {
    AtomicReference<Leased> leased = new AtomicReference<>();
    inTransaction(handle -> leased.set(renew(handle, kept)));
    return leased.get();
  }

  private synchronized void inTransaction(HandleConsumer<RuntimeException> work) {
    connections.use(
        connection -> {
          lent.set(connection);
          jdbi.useTransaction(work);
        });
  }

  private Leased renew(Handle handle, Set<Integer> kept) {
    handle.execute(LOCK_WAIT);
    List<Row> rows = rows(handle);
    int share = share(handle);
    Set<Integer> ours = ours(rows, kept, share);
    Integer[] ranges = ours.toArray(Integer[]::new);
    handle
        .createUpdate(OWN)
        .bind("me", me)
        .bind("millis", LEASE.toMillis())
        .bindArray("ranges", Integer.class, (Object[]) ranges)
        .execute();
    free(handle, ranges);
    return new Leased(ours, share);
  }

  private static List<Row> rows(Handle handle) {
    return handle
        .createQuery(LOCK)
        .map(
            (row, _) ->
                new Row(
                    row.getInt(1),
                    Optional.ofNullable(row.getObject(2, UUID.class)),
                    row.getBoolean(3)))
        .list();
  }

  /** Rounded up, so that nothing is left over. */
  private int share(Handle handle) {
    handle.execute(FORGET_DEAD);
    handle.createUpdate(SAY_ALIVE).bind("me", me).bind("millis", LEASE.toMillis()).execute();
    int alive = handle.createQuery(COUNT_ALIVE).mapTo(Integer.class).one();
    return Math.ceilDiv(EventRange.COUNT, alive);
  }

  /**
   * Returns the ranges that are kept and still ours, lapsed or not; then free ones, up to the
   * share.
   */
  private Set<Integer> ours(List<Row> rows, Set<Integer> kept, int share) {
    Set<Integer> ours = new TreeSet<>();
    rows.stream()
        .filter(row -> kept.contains(row.range()) && row.owner().filter(me::equals).isPresent())
        .forEach(row -> ours.add(row.range()));
    // From a place of one's own, so that servers that start at once do not all want the first.
    int from = Math.floorMod(me.hashCode(), EventRange.COUNT);
    rows.stream()
        .filter(row -> row.free() && !kept.contains(row.range()))
        .sorted(Comparator.comparingInt(row -> Math.floorMod(row.range() - from, EventRange.COUNT)))
        .limit(Math.max(0, share - ours.size()))
        .forEach(row -> ours.add(row.range()));
    return ours;
  }

  private void free(Handle handle, Integer[] but) {
    handle
        .createUpdate(FREE)
        .bind("me", me)
        .bindArray("ranges", Integer.class, (Object[]) but)
        .execute();
  }

  @Override
  public void leave() {
    inTransaction(
        handle -> {
          handle.execute(LOCK_WAIT);
          free(handle, new Integer[0]);
          handle.createUpdate(LEAVE).bind("me", me).execute();
        });
  }
}
