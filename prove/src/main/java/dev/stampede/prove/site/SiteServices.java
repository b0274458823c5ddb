package dev.stampede.prove.site;

import dev.stampede.chaos.deployment.Services;
import dev.stampede.testkit.ClusterRedis;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.OwnKafka;
import dev.stampede.testkit.OwnPostgres;
import dev.stampede.testkit.OwnRedis;
import dev.stampede.testkit.PostgresPair;
import dev.stampede.testkit.SentinelRedis;
import dev.stampede.testkit.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The services of a site: PostgreSQL with a replica, Redis in one of its topologies, Kafka. */
public final class SiteServices implements AutoCloseable {

  /** A log that fills its file system is kept small, so that the rest of it can be filled. */
  private static final Map<String, String> ON_A_SMALL_DISK =
      Map.of("max_wal_size", "192MB", "min_wal_size", "80MB", "wal_keep_size", "64MB");

  private final Topology topology;
  private final Optional<SmallDisk> disk;
  private final Services services;
  private final PostgresPair pair;
  private final SiteRedis redis;
  private final OwnRedis locks;
  private volatile OwnPostgres postgres;

  private SiteServices(
      Topology topology, Optional<SmallDisk> disk, Services services, OwnRedis locks) {
    this.topology = topology;
    this.disk = disk;
    this.services = services;
    this.locks = locks;
    this.pair = services.the(PostgresPair.class);
    this.postgres = pair.primary();
    this.redis =
        switch (topology) {
          case SINGLE -> new AloneRedis(services.the(OwnRedis.class));
          case SENTINEL -> new WatchedRedis(services.the(SentinelRedis.class));
          case CLUSTER -> new ShardedRedis(services.the(ClusterRedis.class));
        };
  }

  static SiteServices start(Path folder, SiteOptions options) throws IOException {
    Optional<SmallDisk> disk =
        options.parts().contains(SiteOptions.Part.SMALL_DISK)
            ? SmallDisk.mount(folder.resolve("small-disk"))
            : Optional.empty();
    try {
      Services services =
          Services.start(
              folder, options.topology().shape(options.brokers()), inside -> pair(inside, disk));
      return new SiteServices(options.topology(), disk, services, locks(folder, options, services));
    } catch (AssertionError | RuntimeException | IOException e) {
      disk.ifPresent(SmallDisk::close);
      throw e;
    }
  }

  private static PostgresPair pair(Path folder, Optional<SmallDisk> disk) {
    return disk.map(small -> PostgresPair.start(folder, ON_A_SMALL_DISK, small::takeLog))
        .orElseGet(() -> PostgresPair.start(folder));
  }

  /** Locks are kept in one Redis: the site's, or one beside it where the site has several. */
  private static OwnRedis locks(Path folder, SiteOptions options, Services services)
      throws IOException {
    try {
      return options.topology() == Topology.SINGLE
          ? services.the(OwnRedis.class)
          : OwnRedis.start(Files.createDirectories(folder.resolve("locks")));
    } catch (AssertionError | RuntimeException | IOException e) {
      services.close();
      throw e;
    }
  }

  public Topology topology() {
    return topology;
  }

  /** The PostgreSQL that links lead to now. */
  public OwnPostgres postgres() {
    return postgres;
  }

  /** True until the replica has become the primary. */
  public boolean hasReplica() {
    return postgres == pair.primary();
  }

  /** From now on the replica receives nothing. */
  public void loseReplication() {
    pair.loseReplication();
  }

  /** Kills the primary and promotes the replica; links have to be led to it by the site. */
  void promoteReplica() {
    pair.failOver();
    postgres = pair.replica();
  }

  public SiteRedis redis() {
    return redis;
  }

  /** The Redis that locks are kept in. */
  public OwnRedis locks() {
    return locks;
  }

  public List<OwnKafka> brokers() {
    return services.brokers();
  }

  /** The file system of PostgreSQL's log, where the site has a small one and still writes to it. */
  public Optional<SmallDisk> smallDisk() {
    return hasReplica() ? disk : Optional.empty();
  }

  /** Moves the database's clock to so much ahead of real time; zero is real time again. */
  public void moveDatabaseClock(Duration ahead) {
    DatabaseClock clock = DatabaseClock.of(postgres.url());
    if (ahead.isZero()) {
      clock.reset();
    } else {
      clock.advance(ahead);
    }
  }

  List<Integer> brokerPorts() {
    return brokers().stream().map(OwnKafka::port).toList();
  }

  /** In the form of the setting KAFKA_BOOTSTRAP_SERVERS, past all links. */
  public String kafka() {
    return services.settings().getOrDefault("KAFKA_BOOTSTRAP_SERVERS", "");
  }

  String redisMaster() {
    return SentinelRedis.MASTER;
  }

  int postgresPort() {
    return postgres.port();
  }

  /** By way of a proxy, in the form of the setting DATABASE_URL. */
  String databaseUrl(int port) {
    return postgres.url().replace(":" + postgres.port() + "/", ":" + port + "/");
  }

  /** PostgreSQL as it is now, past all links. */
  public Sql sql() {
    return new Sql(postgres.url());
  }

  @Override
  public void close() {
    if (topology != Topology.SINGLE) {
      locks.close();
    }
    services.close();
    disk.ifPresent(SmallDisk::close);
  }
}
