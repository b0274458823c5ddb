package dev.stampede.bench.house;

import dev.stampede.embedded.DataDirectory;
import dev.stampede.embedded.EmbeddedServices;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * The services of one run: one PostgreSQL with fsync on and one Redis for everything that is
 * measured, so that all of it pays the same price for a commit. Each user takes a database of its
 * own; the data goes when the house is closed.
 */
public final class BenchServices implements AutoCloseable {

  private final Path folder;
  private final DataDirectory data;
  private final EmbeddedServices services;
  private final AtomicBoolean closed = new AtomicBoolean();

  private BenchServices(Path folder, DataDirectory data, EmbeddedServices services) {
    this.folder = folder;
    this.data = data;
    this.services = services;
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "stop-services"));
  }

  public static BenchServices start(Set<ServiceKind> wanted, ServiceReporter news)
      throws IOException {
    Path folder = Files.createTempDirectory("stampede-bench-");
    DataDirectory data = DataDirectory.open(folder.resolve("data"));
    try {
      return new BenchServices(folder, data, EmbeddedServices.start(data, wanted, news));
    } catch (RuntimeException e) {
      data.close();
      delete(folder);
      throw e;
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

  /** Once more is harmless: the run and the shutdown hook may both close. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      services.close();
      data.close();
      delete(folder);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the folder %s could not be deleted".formatted(folder), e);
    }
  }
}
