package dev.stampede.bench.services;

import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import dev.stampede.harness.TemporaryServices;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSettings;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * The services of one run: one PostgreSQL with fsync on and one Redis for everything that is
 * measured, so that all of it pays the same price for a commit. Each user takes a database of its
 * own; the data goes when the services are closed.
 */
public final class BenchServices implements AutoCloseable {

  /**
   * Fills pieces of PostgreSQL's log, which a checkpoint then keeps to be used again, as they are
   * kept in a cluster that has been running for a while. In a new one every piece of 16 MB is
   * filled with zeros while all commits wait, 45 ms every second or two of a sale.
   */
  private static final String FILL_LOG =
      """
      DO $$ BEGIN
        FOR i IN 1..60 LOOP
          PERFORM pg_logical_emit_message(false, 'bench', 'a piece is switched only if it has something');
          PERFORM pg_switch_wal();
        END LOOP;
      END $$""";

  private final TemporaryServices services;

  private BenchServices(TemporaryServices services) {
    this.services = services;
    Runtime.getRuntime().addShutdownHook(new Thread(services::close, "stop-services"));
  }

  public static BenchServices start(Set<ServiceKind> wanted, ServiceReporter news)
      throws IOException {
    BenchServices services = new BenchServices(TemporaryServices.start("bench", wanted, news));
    if (wanted.contains(ServiceKind.POSTGRESQL)) {
      services.fillLog();
    }
    return services;
  }

  private void fillLog() throws IOException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(FILL_LOG);
      statement.execute("CHECKPOINT");
    } catch (SQLException e) {
      close();
      throw new IOException("the log of PostgreSQL could not be filled", e);
    }
  }

  /** A new, empty database; the answer is its address. */
  public String newDatabase(String name) throws SQLException {
    try (Connection connection = connect(services.databaseUrl());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    String url = services.databaseUrl();
    return url.substring(0, url.lastIndexOf('/') + 1) + name;
  }

  /** The Redis; databases of it, counted from 0, keep users apart. */
  public String redisUrl(int database) {
    return services.redisUrl() + "/" + database;
  }

  public String kafkaBootstrapServers() {
    return services.kafkaBootstrapServers();
  }

  /** Connects to the database that belongs to nobody. */
  public Connection connect() throws SQLException {
    return connect(services.databaseUrl());
  }

  public static Connection connect(String url) throws SQLException {
    DatabaseUrl parsed = DatabaseUrl.parse(url);
    return DriverManager.getConnection(
        parsed.jdbc(), parsed.credentials().user(), parsed.credentials().password());
  }

  /** A connection to one of its databases. */
  public static Redis openRedis(String url) {
    return Redis.open(RedisSettings.Single.parse(url));
  }

  @Override
  public void close() {
    services.close();
  }
}
