package dev.stampede.postgres.show;

import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.WaitingRoomSettings;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A show's settings as columns. */
final class ShowColumns {

  static final String SETTINGS =
      """
      sale_opens_at, gate, max_seats_per_hold, max_seats_per_buyer, hold_millis, room_enabled,
      room_admit_rate, room_max_active, room_pass_millis, room_shuffle_early""";

  /** Types are named because an absent room is a null of no type. */
  static final String BOUND_SETTINGS =
      """
      :saleOpensAt, (:gate)::"char", :maxSeatsPerHold, (:maxSeatsPerBuyer)::integer, :holdMillis,
      (:roomEnabled)::boolean, (:roomAdmitRate)::integer, (:roomMaxActive)::integer,
      (:roomPassMillis)::bigint, (:roomShuffleEarly)::boolean""";

  private ShowColumns() {}

  /** The values of {@link #BOUND_SETTINGS} by their names. */
  static Map<String, Object> values(ShowSettings settings) {
    Optional<WaitingRoomSettings> room = settings.waitingRoom();
    OptionalInt perBuyer = settings.maxSeatsPerBuyer();
    return Map.of(
        "saleOpensAt", settings.saleOpensAt(),
        "gate", SaleSwitchCode.of(settings.saleSwitch()),
        "maxSeatsPerHold", settings.maxSeatsPerHold(),
        "maxSeatsPerBuyer", perBuyer,
        "holdMillis", settings.holdFor().toMillis(),
        "roomEnabled", room.map(WaitingRoomSettings::enabled),
        "roomAdmitRate", room.map(WaitingRoomSettings::admitPerSecond),
        "roomMaxActive", room.map(WaitingRoomSettings::maxActive),
        "roomPassMillis", room.map(WaitingRoomSettings::passFor).map(Duration::toMillis),
        "roomShuffleEarly", room.map(WaitingRoomSettings::shuffleEarly));
  }

  /** A row of the table, which knows nothing of the seats. */
  record Row(ShowId id, String name, Instant startsAt, ShowSettings settings, int version) {

    static Row read(ResultSet row) throws SQLException {
      int perBuyer = row.getInt("max_seats_per_buyer");
      return new Row(
          new ShowId(row.getLong("id")),
          row.getString("name"),
          moment(row, "starts_at"),
          new ShowSettings(
              moment(row, "sale_opens_at"),
              SaleSwitchCode.saleSwitch(row.getString("gate")),
              row.getInt("max_seats_per_hold"),
              perBuyer == 0 ? OptionalInt.empty() : OptionalInt.of(perBuyer),
              Duration.ofMillis(row.getLong("hold_millis")),
              room(row)),
          row.getInt("version"));
    }

    private static Optional<WaitingRoomSettings> room(ResultSet row) throws SQLException {
      boolean enabled = row.getBoolean("room_enabled");
      return row.wasNull()
          ? Optional.empty()
          : Optional.of(
              new WaitingRoomSettings(
                  enabled,
                  row.getInt("room_admit_rate"),
                  row.getInt("room_max_active"),
                  Duration.ofMillis(row.getLong("room_pass_millis")),
                  row.getBoolean("room_shuffle_early")));
    }

    private static Instant moment(ResultSet row, String column) throws SQLException {
      return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    Show withMap(SeatMap map) {
      return new Show(id, name, startsAt, map, settings, version);
    }
  }
}
