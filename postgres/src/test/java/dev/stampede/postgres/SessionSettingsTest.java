package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.postgres.PoolingProxy.Pooling;
import dev.stampede.testkit.OwnPostgres;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connection means the same whatever was set for the database, the role or in the address. */
final class SessionSettingsTest {

  private static final Map<String, String> CONTRARY =
      Map.of(
          "default_transaction_isolation", "serializable",
          "default_transaction_read_only", "on",
          "synchronous_commit", "off",
          "transaction_timeout", "1h",
          "statement_timeout", "1min",
          "lock_timeout", "1ms",
          "idle_in_transaction_session_timeout", "1min",
          "idle_session_timeout", "1min",
          "row_security", "on",
          "array_nulls", "off");

  private static final Map<String, String> SET =
      Map.of(
          "default_transaction_isolation", "read committed",
          "default_transaction_read_only", "off",
          "synchronous_commit", "on",
          "transaction_timeout", "10s",
          "statement_timeout", "0",
          "lock_timeout", "0",
          "idle_in_transaction_session_timeout", "0",
          "idle_session_timeout", "0",
          "row_security", "off",
          "array_nulls", "on");

  private static final String NO_SHARING = "use session pooling, or connect to PostgreSQL itself";

  private TestDatabase data;

  @BeforeEach
  void createADatabase() {
    data = TestServices.shared().freshDatabase();
  }

  @AfterEach
  void dropIt() {
    data.close();
  }

  /** Seen to fail before sessions set anything but the time-out and the planner. */
  @Test
  void aSessionOverridesContrarySettingsOfTheDatabase() throws Exception {
    setForDatabase(CONTRARY);

    assertSet(data.url());
    try (Connection lane = LaneConnection.connect(settings(data.url()))) {
      assertThat(shown(lane, List.of("plan_cache_mode", "enable_seqscan", "jit")).values())
          .containsExactly("off", "off", "force_generic_plan");
    }
  }

  @Test
  void aSessionOverridesContrarySettingsInTheUrl() throws Exception {
    StringBuilder options = new StringBuilder("?readOnly=true&options=");
    CONTRARY.forEach(
        (name, value) ->
            options.append("-c%20").append(name).append('=').append(value).append("%20"));
    assertSet(data.url() + options);
  }

  @Test
  void aStricterCommitIsLeftAsItIs() throws Exception {
    setForDatabase(Map.of("synchronous_commit", "remote_apply"));

    try (Connection lane = LaneConnection.connect(settings(data.url()))) {
      assertThat(shown(lane, List.of("synchronous_commit")).values())
          .containsExactly("remote_apply");
    }
  }

  /** Only a superuser may set it for a database: the shared one has none that may connect. */
  @Test
  void openingFailsWithTheNameOfASettingThatSessionsMayNotChange(@TempDir Path folder) {
    try (OwnPostgres own = OwnPostgres.start(folder)) {
      new Sql(own.url()).run("ALTER DATABASE stampede SET session_replication_role = 'replica'");

      assertThatThrownBy(() -> Database.open(settings(own.url())))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("session_replication_role is 'replica' and must be 'origin'")
          .hasMessageContaining("remove the setting from");
      assertThatThrownBy(() -> LaneConnection.connect(settings(own.url())))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> assertThat(SqlFailure.of(e)).isEqualTo(SqlFailure.CONNECTION));
    }
  }

  @Test
  void commitsThatAreNotDurableByDefaultAreWarnedOf() throws Exception {
    assertThat(ServerCheck.run(source(data.url()))).isEmpty();
    setForDatabase(Map.of("synchronous_commit", "local"));

    assertThat(ServerCheck.run(source(data.url())))
        .singleElement()
        .asString()
        .contains("synchronous_commit is 'local'", "uses 'on' instead");
  }

  @Test
  void aProxyMayPoolBySession(@TempDir Path folder) throws Exception {
    try (OwnPostgres own = OwnPostgres.start(folder);
        PoolingProxy proxy = new PoolingProxy(own.url(), Pooling.BY_SESSION)) {
      assertSet(proxy.url());
    }
  }

  /** Seen to fail without the look at process numbers: the start hung, for Flyway needs two. */
  @Test
  void aProxyMustNotPoolByTransaction(@TempDir Path folder) throws Exception {
    try (OwnPostgres own = OwnPostgres.start(folder);
        PoolingProxy proxy = new PoolingProxy(own.url(), Pooling.BY_TRANSACTION)) {
      assertThatThrownBy(() -> Database.open(settings(proxy.url())))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("a proxy shares PostgreSQL sessions between connections")
          .hasMessageContaining(NO_SHARING);
    }
  }

  private static void assertSet(String url) throws SQLException {
    try (Database database = Database.open(settings(url));
        Connection pooled = database.connection();
        Connection lane = LaneConnection.connect(settings(url))) {
      for (Connection connection : List.of(pooled, lane)) {
        assertThat(shown(connection, SET.keySet())).isEqualTo(SET);
        assertThat(connection.isReadOnly()).isFalse();
      }
    }
  }

  private static Map<String, String> shown(Connection connection, Iterable<String> names)
      throws SQLException {
    Map<String, String> shown = new TreeMap<>();
    try (Statement statement = connection.createStatement()) {
      for (String name : names) {
        try (ResultSet row = statement.executeQuery("SHOW " + name)) {
          row.next();
          shown.put(name, row.getString(1));
        }
      }
    }
    return shown;
  }

  /** In one statement: the first may make the next session read only. */
  private void setForDatabase(Map<String, String> settings) {
    StringBuilder alter = new StringBuilder("DO $$ BEGIN ");
    settings.forEach(
        (name, value) ->
            alter.append(
                "EXECUTE format('ALTER DATABASE %%I SET %s = %%L', current_database(), '%s');"
                    .formatted(name, value)));
    data.run(alter.append(" END $$").toString());
  }

  private static ConnectionSource source(String url) {
    return new ConnectionSource(
        DatabaseUrl.parse(url),
        "test",
        SessionSettings.ofPool(
            new PostgresSettings(
                DatabaseUrl.parse(url), PostgresSettings.MIN_POOL_SIZE, Duration.ofSeconds(10))));
  }

  private static PostgresSettings settings(String url) {
    return new PostgresSettings(DatabaseUrl.parse(url), 2, Duration.ofSeconds(10));
  }
}
