package dev.stampede.postgres.column;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/**
 * Moments as PostgreSQL counts them: in microseconds. Arrays of moments travel as bigint, which the
 * driver sends in binary, and become timestamps by {@code to_timestamp(m / 1e6::float8)}; a double
 * has a quarter of a microsecond to spare until the year 2242.
 */
public final class Micros {

  private Micros() {}

  public static long of(Instant moment) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, moment);
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  public static Instant read(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
