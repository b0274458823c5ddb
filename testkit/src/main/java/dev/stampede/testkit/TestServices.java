package dev.stampede.testkit;

import dev.stampede.embedded.ServiceKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.function.Consumer;

/**
 * Real PostgreSQL, Redis and Kafka, one set for a whole test run: all modules, all their JVMs, and
 * whatever an IDE starts meanwhile.
 *
 * <p>The services run in a daemon that the first test JVM starts. Every test JVM holds a lease on
 * it for as long as it lives; some time after the last one the daemon ends by itself and deletes
 * its data. Tests share the services, so each takes a database and prefixes of its own.
 */
public final class TestServices {

  private static final Duration IDLE_LIMIT = Duration.ofSeconds(20);

  private final DaemonRecord daemon;
  private final MigratedDatabases migrated = new MigratedDatabases(this::freshDatabase);

  private TestServices(DaemonRecord daemon) {
    this.daemon = daemon;
  }

  public static TestServices shared() {
    return Shared.SERVICES;
  }

  public String databaseUrl() {
    return daemon.databaseUrl();
  }

  public String redisUrl() {
    return daemon.redisUrl();
  }

  public String kafkaBootstrapServers() {
    return daemon.kafkaBootstrapServers();
  }

  /** A new, empty database; close it to drop it. */
  public TestDatabase freshDatabase() {
    return TestDatabase.create(new Sql(databaseUrl()), RandomName.withPrefix("test_"));
  }

  /**
   * A new database with the product's schema; close it to drop it.
   *
   * @param migrate brings an empty database, told by its address, to that schema; called once
   */
  public TestDatabase migratedDatabase(Consumer<String> migrate) {
    return migrated.next(migrate);
  }

  /** For REDIS_KEY_PREFIX: keys that no other test uses. */
  public String freshKeyPrefix() {
    return RandomName.withPrefix("test:") + ":";
  }

  /** Deletes the keys with this prefix, as if Redis had lost them; others share it. */
  public void loseKeys(String prefix) {
    RedisKeys.delete(redisUrl(), prefix);
  }

  /** For names of topics and consumer groups that no other test uses. */
  public String freshTopicPrefix() {
    return RandomName.withPrefix("test.") + ".";
  }

  /** Holds the lease until this JVM ends; the socket is closed by its end, however that comes. */
  private static final class Shared {
    private static final DaemonLease LEASE =
        DaemonLease.acquire(
            new DaemonSettings(
                projectRoot().resolve("target").resolve("testkit"),
                EnumSet.allOf(ServiceKind.class),
                IDLE_LIMIT));
    private static final TestServices SERVICES = new TestServices(LEASE.daemon());
  }

  /** Told by the build; in an IDE, the nearest directory above that holds {@code .mvn}. */
  private static Path projectRoot() {
    String told = System.getProperty("stampede.root", "");
    if (!told.isBlank()) {
      return Path.of(told);
    }
    Path start = Path.of("").toAbsolutePath();
    for (Path directory = start; directory != null; directory = directory.getParent()) {
      if (Files.isDirectory(directory.resolve(".mvn"))) {
        return directory;
      }
    }
    throw new TestkitException(
        "no directory above %s holds .mvn; run tests inside the repository, or set -Dstampede.root"
            .formatted(start));
  }
}
