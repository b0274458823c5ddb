package dev.stampede.postgres;

import dev.stampede.engine.show.ShowId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Temporary tables of the same names and shape as all tables of the deployment, empty but for one
 * show on sale. PostgreSQL looks for a name among a session's temporary tables first, so that no
 * statement of this session reaches a row that anybody else sees; and it drops them when the
 * session ends, however it ends.
 *
 * <p>Each session has tables of its own: no session sees the rows of another. The tables have no
 * triggers. A commit that wrote to nothing else does not wait for the disk.
 *
 * <p>PostgreSQL refuses them on a standby, and to a role without the right {@code TEMPORARY}.
 */
public final class ScratchTables {

  public static final ShowId SHOW = new ShowId(1);
  public static final String SECTION = "A";
  public static final int ROWS = 100;
  public static final int SEATS_PER_ROW = 500;

  /**
   * Asks PostgreSQL for the tables, so that none that a later version adds is forgotten; and for
   * their schema, before the first temporary table hides the real one.
   */
  private static final String CREATE =
      """
      DO $$
      DECLARE
        home regnamespace := (SELECT relnamespace FROM pg_class WHERE oid = 'show'::regclass);
        table_name text;
      BEGIN
        FOR table_name IN
          SELECT relname FROM pg_class WHERE relnamespace = home AND relkind IN ('r', 'p')
        LOOP
          EXECUTE format('CREATE TEMPORARY TABLE %1$I (LIKE %2$s.%1$I INCLUDING ALL)',
            table_name, home);
        END LOOP;
      END $$""";

  private static final String OPEN_SHOW =
      """
      INSERT INTO pg_temp.show (id, name, starts_at, sale_opens_at, gate, max_seats_per_hold,
        hold_millis, version)
      OVERRIDING SYSTEM VALUE
      VALUES (%1$s, 'scratch', stampede_now() + interval '1 day', stampede_now(), 'o', 8, 60000, 1);

      INSERT INTO pg_temp.section (show_id, position, name, price, row_count, seats_per_row)
      VALUES (%1$s, 0, '%2$s', 1, %3$d, %4$d);

      INSERT INTO pg_temp.seat (show_id, number, version, state)
      SELECT %1$s, number, 0, 'f' FROM generate_series(0, %3$d * %4$d - 1) AS number"""
          .formatted(SHOW, SECTION, ROWS, SEATS_PER_ROW);

  private ScratchTables() {}

  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(CREATE);
      statement.execute(OPEN_SHOW);
    }
  }
}
