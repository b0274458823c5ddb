package dev.stampede.postgres.booking;

import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.RefundId;
import dev.stampede.engine.claim.Refunds;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.column.RefundColumns;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Refunds as they are read and settled, on the primary: a refund that was just settled must not be
 * listed as due, or an operator might pay it again.
 */
public final class PostgresRefunds implements Refunds {

  private static final String ALL = "p.refund_id IS NOT NULL";
  private static final String DUE = "p.refund_id IS NOT NULL AND p.settled_at IS NULL";
  private static final String PAID = "p.settled_at IS NOT NULL";

  private static final String BELOW =
      " AND (p.due_at, p.refund_id) < ("
          + "SELECT c.due_at, c.refund_id FROM outside_payment c WHERE c.refund_id = :below)";

  private static final String FIND =
      "SELECT " + RefundColumns.LIST + " FROM outside_payment p WHERE p.refund_id = :id";

  private static final String SETTLE =
      """
      UPDATE outside_payment
      SET settled_by = :reference, settled_at = stampede_now()
      WHERE refund_id = :id AND settled_at IS NULL""";

  private final Jdbi jdbi;

  public PostgresRefunds(Database database) {
    this.jdbi = database.jdbi();
  }

  @Override
  public Page list(Optional<Refund.State> state, Optional<RefundId> below, int limit) {
    String which =
        state
            .map(
                asked ->
                    switch (asked) {
                      case DUE -> DUE;
                      case PAID -> PAID;
                    })
            .orElse(ALL);
    String query =
        """
        SELECT %s
        FROM outside_payment p
        WHERE %s%s
        ORDER BY p.due_at DESC, p.refund_id DESC
        LIMIT :limit"""
            .formatted(RefundColumns.LIST, which, below.isPresent() ? BELOW : "");
    List<Refund> found =
        jdbi.withHandle(
            handle -> {
              var bound = handle.createQuery(query).bind("limit", limit + 1);
              below.ifPresent(id -> bound.bind("below", id.value()));
              return bound.map((row, context) -> RefundColumns.read(row)).list();
            });
    boolean more = found.size() > limit;
    List<Refund> page = more ? found.subList(0, limit) : found;
    return new Page(page, more ? Optional.of(page.getLast().id()) : Optional.empty());
  }

  /** Of two words at once the first is kept; the second waits for it and then hears of it. */
  @Override
  public Settled settle(RefundId id, String reference) {
    return jdbi.withHandle(
        handle -> {
          handle.createUpdate(SETTLE).bind("reference", reference).bind("id", id.value()).execute();
          return find(handle, id)
              .<Settled>map(
                  refund ->
                      refund.settlement().orElseThrow().reference().equals(reference)
                          ? new Settled.Paid(refund)
                          : new Settled.PaidOtherwise(refund))
              .orElseGet(Settled.NoSuchRefund::new);
        });
  }

  private static Optional<Refund> find(Handle handle, RefundId id) {
    return handle
        .createQuery(FIND)
        .bind("id", id.value())
        .map((row, context) -> RefundColumns.read(row))
        .findOne();
  }
}
