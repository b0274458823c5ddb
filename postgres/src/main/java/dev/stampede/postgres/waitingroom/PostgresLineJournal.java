package dev.stampede.postgres.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.engine.waitingroom.LineJournal;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.engine.waitingroom.LineState.Gone;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.engine.waitingroom.PlaceToken;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.column.Micros;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * Stores in PostgreSQL what must survive the loss of a line: epochs, reserved numbers and places
 * that are gone.
 */
public final class PostgresLineJournal implements LineJournal {

  private static final String FIRST_EPOCH =
      """
      INSERT INTO queue (show_id, reserved, epoch, database_epoch)
      SELECT :show, 0, 1, max(epoch) FROM database_epoch
      ON CONFLICT DO NOTHING""";

  /**
   * More numbers than a line gives out between two copies of a database. A line that is still there
   * goes on as it is; the numbers in between are skipped only if it is lost as well.
   */
  private static final long GIVEN_OUT_MEANWHILE = 1_000_000;

  /** More losses than a line has between two copies of a database; skipped in the same case. */
  private static final int LOST_MEANWHILE = 1_000;

  private static final String RAISE =
      """
      UPDATE queue q SET reserved = greatest(q.reserved + :meanwhile, :limit),
        epoch = CASE :epoch WHEN 0 THEN q.epoch + :losses ELSE greatest(q.epoch, :epoch) END,
        database_epoch = d.epoch
      FROM (SELECT max(epoch) AS epoch FROM database_epoch) AS d
      WHERE q.show_id = :show AND q.database_epoch < d.epoch""";

  private static final String RESTORE =
      """
      INSERT INTO queue (show_id, reserved, epoch, database_epoch)
      SELECT :show, :limit, :epoch, max(epoch) FROM database_epoch
      ON CONFLICT DO NOTHING""";

  private static final String CURRENT_EPOCH =
      "SELECT epoch, reserved, kept FROM queue WHERE show_id = :show FOR UPDATE";

  private static final String MAY_EXIST =
      "SELECT EXISTS (SELECT FROM queue WHERE show_id = :show AND kept)";

  private static final String NEXT_EPOCH =
      "UPDATE queue SET epoch = epoch + 1, kept = true WHERE show_id = :show";

  private static final String RESERVE =
      """
      UPDATE queue SET reserved = reserved + :count
      WHERE show_id = :show AND epoch = :epoch
      RETURNING reserved""";

  /** No other epoch begins before the transaction ends; numbers may be reserved meanwhile. */
  private static final String KEEP_EPOCH =
      "SELECT epoch FROM queue WHERE show_id = :show FOR KEY SHARE";

  /** The caller sorts the rows, so that two servers that write the same ones cannot deadlock. */
  private static final String INSERT_GONE =
      """
      INSERT INTO queue_gone (show_id, number, epoch, kind, pass_until, buyer)
      SELECT :show, w.number, w.epoch, w.kind::"char",
        to_timestamp(nullif(w.pass_until, 0) / 1e6::float8), w.buyer
      FROM unnest(:numbers, :epochs, :kinds, :ends, :buyers)
        AS w (number, epoch, kind, pass_until, buyer)
      ON CONFLICT DO NOTHING""";

  /** The pass ends on the row that claims look at, and is not given back after a loss. */
  private static final String END_PASSES =
      """
      WITH ended AS (
        UPDATE queue_gone SET pass_until = least(pass_until, stampede_now())
        WHERE show_id = :show AND kind = 'a' AND number = ANY (:numbers)
        RETURNING buyer, number)
      INSERT INTO show_buyer AS b (show_id, buyer, spent_pass)
      SELECT :show, buyer, max(number) FROM ended GROUP BY buyer ORDER BY buyer
      ON CONFLICT (show_id, buyer) DO UPDATE
      SET spent_pass = greatest(b.spent_pass, excluded.spent_pass)""";

  /** A pass that was spent or given up is none. */
  private static final String GONE =
      """
      SELECT g.number, g.buyer,
        CASE WHEN g.kind = 'a' AND g.pass_until > stampede_now()
          AND g.number > coalesce(b.spent_pass, 0) THEN g.pass_until END AS pass_until
      FROM queue_gone g
      LEFT JOIN show_buyer b ON b.show_id = g.show_id AND b.buyer = g.buyer AND g.kind = 'a'
      WHERE g.show_id = :show AND g.number > :above
      ORDER BY g.number
      LIMIT :limit""";

  /**
   * A token is void when its very place is gone, and when its buyer left or was let in from a later
   * place, or in a later epoch: then they had come back without it. A place that was exchanged for
   * an older one voids nothing but itself.
   */
  private static final String GOOD =
      """
      SELECT NOT EXISTS (
        SELECT FROM queue_gone g
        WHERE g.show_id = :show AND g.buyer = w.buyer
          AND (g.number = w.number
            OR (g.kind <> 'x' AND (g.number > w.number OR g.epoch > w.epoch))))
      FROM unnest(:buyers, :numbers, :epochs) WITH ORDINALITY AS w (buyer, number, epoch, n)
      ORDER BY w.n""";

  private static final String UNUSED =
      """
      SELECT q.show_id
      FROM queue q
      JOIN show s ON s.id = q.show_id
      WHERE q.kept
        AND (s.room_enabled IS NOT TRUE OR s.gate = 'c'
          OR s.starts_at <= stampede_now() - interval '1 day')
      """;

  private static final String ALL_UNUSED = UNUSED + "ORDER BY q.show_id LIMIT :limit";

  /**
   * The show cannot be opened again while its line is removed. A line that another server works on
   * is left to it.
   */
  private static final String LOCK_UNUSED =
      UNUSED + "AND q.show_id = :show FOR UPDATE OF q SKIP LOCKED FOR SHARE OF s SKIP LOCKED";

  private static final String REMOVED = "UPDATE queue SET kept = false WHERE show_id = :show";

  private final Jdbi jdbi;

  public PostgresLineJournal(Database database) {
    this.jdbi = database.jdbi();
  }

  /**
   * The row is locked while the line begins, so that nobody else begins it too. If the commit fails
   * afterwards, the line is in an epoch for which no number can be reserved.
   */
  @Override
  public void next(ShowId show, IntPredicate isKept, Consumer<Epoch> begin) {
    var _ =
        with(
            handle ->
                handle.inTransaction(
                    within -> {
                      boolean first =
                          within.createUpdate(FIRST_EPOCH).bind("show", show.value()).execute()
                              == 1;
                      Epoch current = current(within, show, first);
                      if (first) {
                        begin.accept(current);
                      } else if (!isKept.test(current.number())) {
                        within.createUpdate(NEXT_EPOCH).bind("show", show.value()).execute();
                        begin.accept(
                            new Epoch(current.number() + 1, current.reserved(), current.lost()));
                      }
                      return current;
                    }));
  }

  /** If its line is not there, it was lost, unless it was removed or never was. */
  private static Epoch current(Handle handle, ShowId show, boolean first) {
    return handle
        .createQuery(CURRENT_EPOCH)
        .bind("show", show.value())
        .map((row, _) -> new Epoch(row.getInt(1), row.getLong(2), row.getBoolean(3) && !first))
        .one();
  }

  @Override
  public boolean mayExist(ShowId show) {
    return with(
        handle ->
            handle.createQuery(MAY_EXIST).bind("show", show.value()).mapTo(Boolean.class).one());
  }

  @Override
  public void raise(ShowId show, int epoch, long limit) {
    var _ =
        with(
            handle ->
                handle
                        .createUpdate(RAISE)
                        .bind("show", show.value())
                        .bind("meanwhile", GIVEN_OUT_MEANWHILE)
                        .bind("losses", LOST_MEANWHILE)
                        .bind("limit", limit)
                        .bind("epoch", epoch)
                        .execute()
                    + (epoch == 0 ? 0 : restore(handle, show, epoch, limit)));
  }

  /** A line that is there has been written down, unless that was undone. */
  private static int restore(Handle handle, ShowId show, int epoch, long limit) {
    return handle
        .createUpdate(RESTORE)
        .bind("show", show.value())
        .bind("limit", limit)
        .bind("epoch", epoch)
        .execute();
  }

  @Override
  public OptionalLong reserve(ShowId show, int epoch, long count) {
    return with(
        handle ->
            handle
                .createQuery(RESERVE)
                .bind("show", show.value())
                .bind("epoch", epoch)
                .bind("count", count)
                .mapTo(Long.class)
                .findOne()
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty));
  }

  @Override
  public void gone(ShowId show, List<LineExit> moved) {
    List<LineExit> sorted =
        moved.stream().sorted(Comparator.comparingLong(LineExit::number)).toList();
    List<LineExit> places =
        sorted.stream().filter(one -> one.kind() != LineExit.Kind.PASS_GIVEN_UP).toList();
    long[] passes =
        sorted.stream()
            .filter(one -> one.kind() == LineExit.Kind.PASS_GIVEN_UP)
            .mapToLong(LineExit::number)
            .toArray();
    var _ =
        with(
            handle ->
                handle.inTransaction(
                    within -> {
                      if (!places.isEmpty()) {
                        requireCurrent(within, show, places);
                        insert(within, show, places);
                      }
                      if (passes.length > 0) {
                        within
                            .createUpdate(END_PASSES)
                            .bind("show", show.value())
                            .bind("numbers", passes)
                            .execute();
                      }
                      return moved.size();
                    }));
  }

  /** A rewound database may know only an earlier epoch, or none: what is later is no less good. */
  private static void requireCurrent(Handle handle, ShowId show, List<LineExit> places) {
    int epoch =
        handle
            .createQuery(KEEP_EPOCH)
            .bind("show", show.value())
            .mapTo(Integer.class)
            .findOne()
            .orElse(0);
    if (places.stream().anyMatch(one -> one.epoch() < epoch)) {
      throw new LineLostException(show);
    }
  }

  private static void insert(Handle handle, ShowId show, List<LineExit> moved) {
    handle
        .createUpdate(INSERT_GONE)
        .bind("show", show.value())
        .bind("numbers", moved.stream().mapToLong(LineExit::number).toArray())
        .bind("epochs", moved.stream().mapToInt(LineExit::epoch).toArray())
        .bind("kinds", moved.stream().map(one -> one.kind().letter()).toArray(String[]::new))
        .bind("ends", moved.stream().mapToLong(PostgresLineJournal::passEnd).toArray())
        .bind("buyers", moved.stream().map(one -> one.buyer().sub()).toArray(String[]::new))
        .execute();
  }

  /** In microseconds; 0 where there is none. */
  private static long passEnd(LineExit moved) {
    return moved.kind() == LineExit.Kind.ADMITTED ? Micros.of(moved.passUntil()) : 0;
  }

  @Override
  public List<Gone> gone(ShowId show, long above, int limit) {
    return with(
        handle ->
            handle
                .createQuery(GONE)
                .bind("show", show.value())
                .bind("above", above)
                .bind("limit", limit)
                .map(
                    (row, _) -> {
                      @Nullable Timestamp end = row.getTimestamp(3);
                      return new Gone(
                          row.getLong(1),
                          end == null ? Instant.EPOCH : end.toInstant(),
                          new Buyer(row.getString(2)));
                    })
                .list());
  }

  @Override
  public List<Boolean> areGood(ShowId show, List<PlaceToken> tokens) {
    return with(
        handle ->
            handle
                .createQuery(GOOD)
                .bind("show", show.value())
                .bind(
                    "buyers",
                    tokens.stream().map(token -> token.buyer().sub()).toArray(String[]::new))
                .bind("numbers", tokens.stream().mapToLong(PlaceToken::number).toArray())
                .bind("epochs", tokens.stream().mapToInt(PlaceToken::epoch).toArray())
                .mapTo(Boolean.class)
                .list());
  }

  @Override
  public List<ShowId> unused(int limit) {
    return with(
        handle ->
            handle
                .createQuery(ALL_UNUSED)
                .bind("limit", limit)
                .map((row, _) -> new ShowId(row.getLong(1)))
                .list());
  }

  @Override
  public void remove(ShowId show, BooleanSupplier remove) {
    var _ =
        with(
            handle ->
                handle.inTransaction(
                    within -> {
                      if (within
                          .createQuery(LOCK_UNUSED)
                          .bind("show", show.value())
                          .mapTo(Long.class)
                          .findOne()
                          .isEmpty()) {
                        return 0;
                      }
                      return remove.getAsBoolean()
                          ? within.createUpdate(REMOVED).bind("show", show.value()).execute()
                          : 0;
                    }));
  }

  private <T> T with(Function<Handle, T> work) {
    try {
      return jdbi.withHandle(work::apply);
    } catch (JdbiException e) {
      throw new LineUnavailableException(
          "the database did not store what the line must not lose", e);
    }
  }
}
