package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.requests.RequestOutcomes;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.column.OutcomeForm;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/** Outcomes of requests as they are asked for, from the primary. */
public final class PostgresRequestOutcomes implements RequestOutcomes {

  private static final String FIND =
      "SELECT "
          + StoredOutcomes.COLUMNS
          + """
           FROM request_outcome o
          LEFT JOIN booking b ON b.id = o.booking_id
          WHERE o.id = ANY (:ids)""";

  private static final String END =
      """
      INSERT INTO request_outcome (id, show_id, decided_at, kind, numbers)
      VALUES (:id, :show, stampede_now(), :kind, :numbers::bigint[])
      ON CONFLICT DO NOTHING""";

  private final Jdbi jdbi;

  public PostgresRequestOutcomes(Database database) {
    this.jdbi = database.jdbi();
  }

  @Override
  public Map<BookingRequestId, Settled> find(Collection<BookingRequestId> ids) {
    Map<BookingRequestId, Settled> found = new HashMap<>();
    if (ids.isEmpty()) {
      return found;
    }
    UUID[] values = ids.stream().map(BookingRequestId::value).toArray(UUID[]::new);
    jdbi.useHandle(
        handle ->
            handle
                .createQuery(FIND)
                .bindArray("ids", UUID.class, (Object[]) values)
                .map(
                    (row, context) ->
                        Map.entry(
                            StoredOutcomes.id(row),
                            new Settled(StoredOutcomes.show(row), StoredOutcomes.outcome(row))))
                .forEach(entry -> found.put(entry.getKey(), entry.getValue())));
    return found;
  }

  @Override
  public boolean end(BookingRequestId id, ShowId show, ClaimOutcome outcome) {
    OutcomeForm form = OutcomeForm.of(outcome);
    return jdbi.withHandle(
            handle ->
                handle
                    .createUpdate(END)
                    .bind("id", id.value())
                    .bind("show", show.value())
                    .bind("kind", form.kind())
                    .bind("numbers", form.numbersLiteral())
                    .execute())
        == 1;
  }
}
