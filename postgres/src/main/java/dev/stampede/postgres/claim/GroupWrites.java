package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.column.EventCodes;
import dev.stampede.postgres.column.HoldColumns;
import dev.stampede.postgres.column.Micros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The statements that write the result of a group, one for each table, its rows as arrays.
 *
 * <p>The arrays are unnested side by side in a SELECT list, not by one {@code unnest} of several in
 * FROM: that would first copy each array into a table of its own (0.5 µs for each row of seven).
 */
public final class GroupWrites {

  /** Each seat stands in the arrays once: of two source rows only one would be applied. */
  private static final String UPDATE_SEATS =
      """
      UPDATE seat s
      SET version = w.version, state = w.state::"char", buyer = w.buyer, hold_id = w.hold_id,
        held_until = to_timestamp(nullif(w.held_until, 0) / 1e6::float8)
      FROM (
        SELECT unnest(?::bigint[]) AS show_id, unnest(?::integer[]) AS number,
          unnest(?::integer[]) AS version, unnest(?::text[]) AS state, unnest(?::text[]) AS buyer,
          unnest(?::uuid[]) AS hold_id, unnest(?::bigint[]) AS held_until) AS w
      WHERE s.show_id = w.show_id AND s.number = w.number""";

  private static final String INSERT_HOLDS =
      """
      INSERT INTO hold (id, show_id, buyer, seats, total, expires_at, state, created_at)
      SELECT w.id, w.show_id, w.buyer, w.seats::integer[], w.total,
        to_timestamp(w.expires_at / 1e6::float8), w.state::"char", to_timestamp(?::bigint / 1e6::float8)
      FROM (
        SELECT unnest(?::uuid[]) AS id, unnest(?::bigint[]) AS show_id, unnest(?::text[]) AS buyer,
          unnest(?::text[]) AS seats, unnest(?::bigint[]) AS total,
          unnest(?::bigint[]) AS expires_at, unnest(?::text[]) AS state) AS w""";

  private static final String INSERT_EVENTS_OF_BOOKINGS =
      """
      INSERT INTO seat_event (show_id, number, version, type, reason, buyer, hold_id, booking_id, at)
      SELECT w.show_id, w.number, w.version, w.type::"char", w.reason::"char", w.buyer, w.hold_id,
        w.booking_id, to_timestamp(?::bigint / 1e6::float8)
      FROM (
        SELECT unnest(?::bigint[]) AS show_id, unnest(?::integer[]) AS number,
          unnest(?::integer[]) AS version, unnest(?::text[]) AS type, unnest(?::text[]) AS reason,
          unnest(?::text[]) AS buyer, unnest(?::uuid[]) AS hold_id,
          unnest(?::uuid[]) AS booking_id) AS w""";

  /** The same for a group without bookings, which need not carry an array of nothing. */
  private static final String INSERT_EVENTS =
      """
      INSERT INTO seat_event (show_id, number, version, type, reason, buyer, hold_id, at)
      SELECT w.show_id, w.number, w.version, w.type::"char", w.reason::"char", w.buyer, w.hold_id,
        to_timestamp(?::bigint / 1e6::float8)
      FROM (
        SELECT unnest(?::bigint[]) AS show_id, unnest(?::integer[]) AS number,
          unnest(?::integer[]) AS version, unnest(?::text[]) AS type, unnest(?::text[]) AS reason,
          unnest(?::text[]) AS buyer, unnest(?::uuid[]) AS hold_id) AS w""";

  private static final String RELEASE_HOLDS =
      "UPDATE hold SET state = 'r' WHERE id = ANY (?::uuid[]) AND state <> 'r'";

  /**
   * A key that is there already fails the whole group: the transaction that wrote it was not
   * visible when the operations were looked up. On its retry the group finds the stored answer.
   */
  private static final String INSERT_OPERATIONS =
      """
      INSERT INTO operation (id, fingerprint, answer, subject_id, created_at)
      SELECT w.id, w.fingerprint, w.answer::"char", w.subject_id, to_timestamp(?::bigint / 1e6::float8)
      FROM (
        SELECT unnest(?::bytea[]) AS id, unnest(?::bytea[]) AS fingerprint,
          unnest(?::text[]) AS answer, unnest(?::uuid[]) AS subject_id) AS w""";

  private GroupWrites() {}

  public static List<SqlStep> steps(GroupResult.Writes writes, Instant now) {
    List<SqlStep> steps = new ArrayList<>();
    if (!writes.seats().isEmpty()) {
      steps.add(seats(writes.seats()));
    }
    if (!writes.holds().made().isEmpty()) {
      steps.add(holds(writes.holds().made(), now));
    }
    if (!writes.holds().released().isEmpty()) {
      UUID[] ids = writes.holds().released().stream().map(HoldId::value).toArray(UUID[]::new);
      steps.add(SqlStep.update(RELEASE_HOLDS, (Object) ids));
    }
    if (!writes.events().isEmpty()) {
      steps.add(events(writes.events(), now));
    }
    // Written while all its seats are locked, so outbox rows follow the order of the seat changes.
    steps.addAll(OutboxWrites.steps(writes));
    steps.addAll(PointWrites.steps(writes.points(), now));
    // From here on others may be waited for, everywhere in this order.
    steps.addAll(BookingWrites.steps(writes, now));
    if (!writes.operations().isEmpty()) {
      steps.add(operations(writes.operations(), now));
    }
    if (!writes.outcomes().isEmpty()) {
      steps.add(StoredOutcomes.insert(writes.outcomes()));
    }
    return steps;
  }

  private static SqlStep seats(List<GroupResult.SeatWrite> writes) {
    int size = writes.size();
    long[] shows = new long[size];
    int[] numbers = new int[size];
    int[] versions = new int[size];
    String[] states = new String[size];
    @Nullable String[] buyers = new @Nullable String[size];
    @Nullable UUID[] holds = new @Nullable UUID[size];
    long[] ends = new long[size];
    for (int i = 0; i < size; i++) {
      SeatRow row = writes.get(i).row();
      shows[i] = writes.get(i).show().value();
      numbers[i] = row.seat();
      versions[i] = row.version();
      states[i] = String.valueOf(row.state().letter());
      SeatRow.Owner owner = row.owner().orElse(null);
      if (owner != null) {
        buyers[i] = owner.buyer().sub();
        holds[i] = owner.hold().value();
        ends[i] = Micros.of(owner.until());
      }
    }
    return SqlStep.update(UPDATE_SEATS, shows, numbers, versions, states, buyers, holds, ends);
  }

  private static SqlStep holds(List<HoldRow> rows, Instant now) {
    int size = rows.size();
    UUID[] ids = new UUID[size];
    long[] shows = new long[size];
    String[] buyers = new String[size];
    String[] seats = new String[size];
    long[] totals = new long[size];
    long[] ends = new long[size];
    String[] states = new String[size];
    for (int i = 0; i < size; i++) {
      HoldRow row = rows.get(i);
      ids[i] = row.hold().id().value();
      shows[i] = row.hold().show().value();
      buyers[i] = row.hold().buyer().sub();
      seats[i] = arrayLiteral(row.hold().seats());
      totals[i] = row.hold().total();
      ends[i] = Micros.of(row.hold().expiresAt());
      states[i] = HoldColumns.letter(row.state());
    }
    return SqlStep.update(
        INSERT_HOLDS, Micros.of(now), ids, shows, buyers, seats, totals, ends, states);
  }

  /** An array of arrays of different lengths does not exist in SQL; as text it does. */
  static String arrayLiteral(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
  }

  private static SqlStep events(List<SeatEvent> events, Instant now) {
    int size = events.size();
    long[] shows = new long[size];
    int[] numbers = new int[size];
    int[] versions = new int[size];
    String[] types = new String[size];
    String[] reasons = new String[size];
    String[] buyers = new String[size];
    UUID[] holds = new UUID[size];
    for (int i = 0; i < size; i++) {
      SeatEvent event = events.get(i);
      shows[i] = event.show().value();
      numbers[i] = event.seat();
      versions[i] = event.version();
      types[i] = EventCodes.of(event.type());
      reasons[i] = EventCodes.of(event.reason());
      buyers[i] = event.buyer().sub();
      holds[i] = event.hold().value();
    }
    long at = Micros.of(now);
    if (events.stream().allMatch(event -> event.booking().isEmpty())) {
      return SqlStep.update(
          INSERT_EVENTS, at, shows, numbers, versions, types, reasons, buyers, holds);
    }
    @Nullable UUID[] bookings = new @Nullable UUID[size];
    for (int i = 0; i < size; i++) {
      bookings[i] = events.get(i).booking().map(BookingId::value).orElse(null);
    }
    return SqlStep.update(
        INSERT_EVENTS_OF_BOOKINGS,
        at,
        shows,
        numbers,
        versions,
        types,
        reasons,
        buyers,
        holds,
        bookings);
  }

  /** Sorted, so that two groups with the same keys do not wait for each other in a circle. */
  private static SqlStep operations(List<GroupResult.OperationWrite> writes, Instant now) {
    List<GroupResult.OperationWrite> sorted =
        writes.stream()
            .sorted(
                Comparator.comparing((GroupResult.OperationWrite write) -> write.operation().id()))
            .toList();
    HexFormat hex = HexFormat.of();
    return SqlStep.update(
        INSERT_OPERATIONS,
        Micros.of(now),
        sorted.stream().map(w -> hex.parseHex(w.operation().id())).toArray(byte[][]::new),
        sorted.stream().map(w -> hex.parseHex(w.operation().fingerprint())).toArray(byte[][]::new),
        sorted.stream().map(w -> StoredAnswers.letter(w.answer())).toArray(String[]::new),
        sorted.stream().map(w -> StoredAnswers.subject(w.answer())).toArray(UUID[]::new));
  }
}
