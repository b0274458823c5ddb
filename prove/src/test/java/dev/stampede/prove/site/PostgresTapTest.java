package dev.stampede.prove.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.embedded.LoneProcess;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TcpProxy;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Points on a link to a real PostgreSQL, with the driver that the product uses. Has been seen to
 * fail with statements that were known by their text alone: from its fifth use on, the driver sends
 * a statement's name.
 */
final class PostgresTapTest {

  private static final String LOCK =
      "SELECT s.number FROM seat s WHERE s.number = ANY (?) ORDER BY s.number FOR UPDATE OF s";
  private static final String MARK = "INSERT INTO commit_mark (name) VALUES (?)";

  private final Points points = new Points();
  private TestDatabase database;
  private TcpProxy link;

  @BeforeEach
  void open() {
    database = TestServices.shared().freshDatabase();
    database.run("CREATE TABLE seat (number integer); INSERT INTO seat VALUES (1), (2)");
    database.run("CREATE TABLE commit_mark (name text)");
    link =
        TcpProxy.tapped(
            LoneProcess.freePort(),
            URI.create(database.url()).getPort(),
            () -> new PostgresTap(points));
  }

  @AfterEach
  void close() throws IOException {
    link.close();
    database.close();
  }

  @Test
  void aGroupIsCutOffAfterItsCommitAndIsCommitted() throws SQLException {
    try (Connection connection = connect()) {
      for (int i = 0; i < 10; i++) {
        group(connection, "kept " + i);
      }
      points.arm(Point.AFTER_COMMIT_BEFORE_ANSWER, () -> false);

      assertThatThrownBy(() -> group(connection, "untold")).isInstanceOf(SQLException.class);
    }
    assertThat(marks()).isEqualTo(11);
  }

  @Test
  void aGroupIsCutOffWhenItsRowsAreLockedAndIsRolledBack() throws SQLException {
    try (Connection connection = connect()) {
      for (int i = 0; i < 10; i++) {
        group(connection, "kept " + i);
      }
      points.arm(Point.AFTER_ROW_LOCKS, () -> false);

      assertThatThrownBy(() -> group(connection, "undone")).isInstanceOf(SQLException.class);
    }
    assertThat(marks()).isEqualTo(10);
  }

  @Test
  void anAnswerGoesOnWhenTheDeedIsDoneAndAPointIsReachedOnce() throws SQLException {
    AtomicInteger deeds = new AtomicInteger();
    points.arm(Point.AFTER_ROW_LOCKS, () -> deeds.incrementAndGet() > 0);
    try (Connection connection = connect()) {
      group(connection, "one");
      group(connection, "two");
    }

    assertThat(deeds).hasValue(1);
    assertThat(points.disarm(Point.AFTER_ROW_LOCKS)).isFalse();
    assertThat(marks()).isEqualTo(2);
  }

  @Test
  void otherStatementsReachNoPoint() throws SQLException {
    points.arm(Point.AFTER_ROW_LOCKS, () -> false);
    points.arm(Point.AFTER_COMMIT_BEFORE_ANSWER, () -> false);
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      try (ResultSet rows = statement.executeQuery("SELECT number FROM seat")) {
        assertThat(rows.next()).isTrue();
      }
      connection.commit();
    }

    assertThat(points.disarm(Point.AFTER_ROW_LOCKS)).isTrue();
    assertThat(points.disarm(Point.AFTER_COMMIT_BEFORE_ANSWER)).isTrue();
  }

  /** Locks and reads, then writes and commits in one round trip, as a group of claims does. */
  private static void group(Connection connection, String name) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
      lock.setArray(1, connection.createArrayOf("integer", new Object[] {1, 2}));
      try (ResultSet rows = lock.executeQuery()) {
        assertThat(rows.next()).isTrue();
      }
    }
    try (PreparedStatement write = connection.prepareStatement(MARK + ";\nCOMMIT")) {
      write.setString(1, name);
      boolean _ = write.execute();
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(new Sql(database.url()).jdbcUrl(link.port()));
  }

  private int marks() throws SQLException {
    try (Connection connection = new Sql(database.url()).connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM commit_mark")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
