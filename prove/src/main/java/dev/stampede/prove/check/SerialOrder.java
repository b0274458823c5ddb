package dev.stampede.prove.check;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks that all committed operations could have happened one after the other: the versions of
 * seats, the entries of wallets and the clients' clock do not contradict each other.
 */
final class SerialOrder {

  static final String NAME = "no-cycles";

  private static final String SENTENCE =
      "All operations could have happened one after the other, each between its call and its answer.";

  private static final int FETCHED_AT_A_TIME = 10_000;

  private static final String OPERATIONS =
      "SELECT node, coalesce(began, -1), coalesce(ended, 9223372036854775807) FROM effect";

  private static final String ORDER =
      """
      SELECT before, node
      FROM (
        SELECT node, lag(node) OVER (PARTITION BY show_id, number ORDER BY version) AS before
        FROM seat_version
        WHERE node IS NOT NULL
        UNION ALL
        SELECT node, lag(node) OVER (PARTITION BY buyer ORDER BY number)
        FROM wallet_version
        WHERE node IS NOT NULL) AS step
      WHERE before <> node""";

  private static final String OPERATION =
      """
      SELECT CASE kind WHEN 'h' THEN 'hold ' WHEN 'r' THEN 'release of hold '
          WHEN 'b' THEN 'booking ' WHEN 'x' THEN 'cancellation of booking ' ELSE 'top-up ' END || id,
        asked_by, answered_by
      FROM effect
      WHERE node = ?""";

  private static final String STEP =
      """
      SELECT seat_ref(a.show_id, a.number, a.version), seat_ref(b.show_id, b.number, b.version)
      FROM seat_version a
      JOIN seat_version b ON b.show_id = a.show_id AND b.number = a.number AND b.version > a.version
      WHERE a.node = ?1 AND b.node = ?2
      UNION ALL
      SELECT 'entry ' || a.buyer || '/' || a.number, 'entry ' || b.buyer || '/' || b.number
      FROM wallet_version a
      JOIN wallet_version b ON b.buyer = a.buyer AND b.number > a.number
      WHERE a.node = ?1 AND b.node = ?2
      LIMIT 1""";

  private final Connection connection;
  private final int mostShown;

  SerialOrder(Connection connection, int mostShown) {
    this.connection = connection;
    this.mostShown = mostShown;
  }

  InvariantResult check() throws SQLException {
    long begun = System.nanoTime();
    DependencyGraph graph = graph();
    List<int[]> knots = graph.knots();
    List<Violation> shown = new ArrayList<>();
    for (int[] knot : knots.subList(0, Math.min(mostShown, knots.size()))) {
      shown.add(violation(graph, new ShortestCycle(graph, knot).find()));
    }
    return new InvariantResult(
        NAME,
        SENTENCE,
        number("SELECT count(*) FROM effect"),
        knots.size(),
        shown,
        Duration.ofNanos(System.nanoTime() - begun));
  }

  private DependencyGraph graph() throws SQLException {
    int operations = (int) number("SELECT count(*) FROM effect");
    long[] began = new long[operations];
    long[] ended = new long[operations];
    Arrays.fill(ended, Long.MAX_VALUE);
    read(
        OPERATIONS,
        row -> {
          began[row.getInt(1)] = row.getLong(2);
          ended[row.getInt(1)] = row.getLong(3);
        });
    Pairs order = new Pairs();
    read(ORDER, row -> order.add(row.getInt(1), row.getInt(2)));
    return new DependencyGraph(began, ended, order);
  }

  @FunctionalInterface
  private interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  /** Within a transaction rows come a few at a time, and are not gathered in memory. */
  private void read(String query, RowReader reader) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(FETCHED_AT_A_TIME);
      try (ResultSet rows = statement.executeQuery(query)) {
        while (rows.next()) {
          reader.read(rows);
        }
      }
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private Violation violation(DependencyGraph graph, List<Integer> cycle) throws SQLException {
    List<String> steps = new ArrayList<>();
    List<Long> calls = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < cycle.size(); i++) {
      int node = cycle.get(i);
      int next = cycle.get((i + 1) % cycle.size());
      String name = describe(node, calls);
      List<String> versions = graph.isFollowedBy(node, next) ? step(node, next) : List.of();
      rows.addAll(versions);
      steps.add(
          versions.isEmpty()
              ? name + " was answered before the next began"
              : "%s came before the next (%s, %s)"
                  .formatted(name, versions.get(0), versions.get(1)));
    }
    return new Violation(
        "cycle of " + cycle.size(),
        String.join("; ", steps) + "; which is the first",
        new WitnessReader(connection).read(calls, rows));
  }

  private String describe(int node, List<Long> calls) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(OPERATION)) {
      statement.setInt(1, node);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        for (int column = 2; column <= 3; column++) {
          long call = row.getLong(column);
          if (!row.wasNull()) {
            calls.add(call);
          }
        }
        return row.getString(1);
      }
    }
  }

  private List<String> step(int node, int next) throws SQLException {
    String query = STEP.replace("?1", Integer.toString(node)).replace("?2", Integer.toString(next));
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? List.of(row.getString(1), row.getString(2)) : List.of();
    }
  }

  private long number(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
