package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.column.BookingColumns;
import dev.stampede.postgres.column.Micros;
import dev.stampede.postgres.column.OutcomeForm;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The table of requests' outcomes: written with a group, and read again. */
public final class StoredOutcomes {

  private static final String READ_DECIDED =
      "SELECT o.id FROM request_outcome o WHERE o.id = ANY (?::uuid[])";

  /**
   * A request that is there already fails the whole group, as with operations: the transaction that
   * wrote it was not visible when it was looked for. On its retry the group finds it.
   */
  private static final String INSERT =
      """
      INSERT INTO request_outcome (id, show_id, decided_at, booking_id, kind, numbers)
      SELECT w.id, w.show_id, to_timestamp(w.decided_at / 1e6::float8), w.booking_id, w.kind,
        w.numbers::bigint[]
      FROM (
        SELECT unnest(?::uuid[]) AS id, unnest(?::bigint[]) AS show_id,
          unnest(?::bigint[]) AS decided_at, unnest(?::uuid[]) AS booking_id,
          unnest(?::text[]) AS kind, unnest(?::text[]) AS numbers) AS w""";

  private static final int BOOKING = 5;

  /** Id, show, kind, numbers, and the booking, if there is one. */
  static final String COLUMNS = "o.id, o.show_id, o.kind, o.numbers, " + BookingColumns.LIST;

  private StoredOutcomes() {}

  static SqlStep readDecided(Collection<BookingRequestId> ids, SqlStep.RowReader reader) {
    UUID[] values = ids.stream().map(BookingRequestId::value).toArray(UUID[]::new);
    return SqlStep.query(READ_DECIDED, reader, (Object) values);
  }

  /** Sorted, so that two groups with the same requests do not wait for each other in a circle. */
  static SqlStep insert(List<GroupResult.OutcomeWrite> writes) {
    List<GroupResult.OutcomeWrite> sorted =
        writes.stream().sorted((one, other) -> one.id().compareTo(other.id())).toList();
    int size = sorted.size();
    UUID[] ids = new UUID[size];
    long[] shows = new long[size];
    long[] moments = new long[size];
    @Nullable UUID[] bookings = new @Nullable UUID[size];
    String[] kinds = new String[size];
    String[] numbers = new String[size];
    for (int i = 0; i < size; i++) {
      GroupResult.OutcomeWrite write = sorted.get(i);
      OutcomeForm form = OutcomeForm.of(write.outcome());
      ids[i] = write.id().value();
      shows[i] = write.show().value();
      moments[i] = Micros.of(write.at());
      bookings[i] = form.booking().orElse(null);
      kinds[i] = form.kind();
      numbers[i] = form.numbersLiteral();
    }
    return SqlStep.update(INSERT, ids, shows, moments, bookings, kinds, numbers);
  }

  static BookingRequestId id(ResultSet row) throws SQLException {
    return new BookingRequestId(row.getObject(1, UUID.class));
  }

  static ShowId show(ResultSet row) throws SQLException {
    return new ShowId(row.getLong(2));
  }

  static ClaimOutcome outcome(ResultSet row) throws SQLException {
    List<Long> numbers = List.of((Long[]) row.getArray(4).getArray());
    String kind = row.getString(3);
    return switch (kind) {
      case OutcomeForm.BOOKED -> new ClaimOutcome.Booked(BookingColumns.asConfirmed(row, BOOKING));
      case OutcomeForm.ALREADY_BOOKED ->
          new ClaimOutcome.AlreadyBooked(BookingColumns.read(row, BOOKING));
      case String refusal -> new OutcomeForm(refusal, numbers, Optional.empty()).refusal();
    };
  }
}
