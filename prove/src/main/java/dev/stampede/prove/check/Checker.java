package dev.stampede.prove.check;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks the record of a run, apart from the run and from the product.
 *
 * <p>It loads the record into a PostgreSQL of its own and asks one query for each invariant: sorts
 * and joins that do not fit into memory are that database's business. Order comes from the versions
 * that the product has written, so that nothing is searched.
 */
public final class Checker {

  /** Violations of one invariant that are fetched with a witness; all are counted. */
  static final int MOST_SHOWN = 100;

  /** One query over the largest record takes a few minutes. */
  private static final Duration LONGEST_QUERY = Duration.ofMinutes(30);

  private static final List<String> FACTS =
      List.of(
          "1-tolerances", "2-calls", "3-keys", "4-effects", "5-versions", "6-events", "7-indexes");

  private final Connection connection;
  private final int mostShown;

  Checker(Connection connection, int mostShown) {
    this.connection = connection;
    this.mostShown = mostShown;
  }

  /**
   * Checks the record in this folder.
   *
   * @param progress is told what is being done, a line at a time
   */
  public static CheckedRecord check(Path folder, PrintWriter progress) {
    try (CheckServer server = CheckServer.start();
        Connection connection = DriverManager.getConnection(server.jdbcUrl())) {
      return on(connection, MOST_SHOWN).check(new RecordFolder(folder), progress);
    } catch (SQLException e) {
      throw new CheckException("the checker's database failed: " + e.getMessage(), e);
    }
  }

  /** A checker on a database of which it may use the schemas history, product and prove. */
  static Checker on(Connection connection, int mostShown) throws SQLException {
    ProductSchema.create(connection);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET search_path = history, product, prove, public");
      statement.execute("SET statement_timeout = " + LONGEST_QUERY.toMillis());
    }
    return new Checker(connection, mostShown);
  }

  CheckedRecord check(RecordFolder folder, PrintWriter progress) {
    return check(folder, Set.copyOf(Invariants.names()), progress);
  }

  /** Checks some invariants only. */
  CheckedRecord check(RecordFolder folder, Set<String> names, PrintWriter progress) {
    long begun = System.nanoTime();
    try {
      progress.println("loading " + folder.path());
      new LoadedRecord(connection).load(folder);
      for (String facts : FACTS) {
        progress.printf("%d s: %s%n", secondsSince(begun), facts);
        execute(SqlFile.read("facts/" + facts + ".sql"));
      }
      List<InvariantResult> results = results(names, progress);
      return new CheckedRecord(
          number("SELECT count(*) FROM call"),
          number(
              "SELECT (SELECT count(*) FROM call WHERE meaning = 'd') - (SELECT count(*) FROM promise)"),
          results,
          Duration.ofNanos(System.nanoTime() - begun));
    } catch (SQLException e) {
      throw new CheckException("the record could not be checked: " + e.getMessage(), e);
    }
  }

  private List<InvariantResult> results(Set<String> names, PrintWriter progress)
      throws SQLException {
    List<InvariantResult> results = new ArrayList<>();
    InvariantCheck check = new InvariantCheck(connection, mostShown);
    for (Invariant invariant : Invariants.queries()) {
      if (names.contains(invariant.name())) {
        results.add(printed(check.run(invariant), progress));
      }
    }
    if (names.contains(SerialOrder.NAME)) {
      results.add(printed(new SerialOrder(connection, mostShown).check(), progress));
    }
    return results;
  }

  private static InvariantResult printed(InvariantResult result, PrintWriter progress) {
    progress.printf(
        "%-24s %,12d checked %6d violations %6.1f s%n",
        result.name(), result.checked(), result.violations(), result.took().toMillis() / 1e3);
    progress.flush();
    return result;
  }

  private void execute(String script) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(script);
    }
  }

  private long number(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static long secondsSince(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos).toSeconds();
  }
}
