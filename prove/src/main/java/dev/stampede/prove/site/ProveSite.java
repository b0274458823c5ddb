package dev.stampede.prove.site;

import dev.stampede.chaos.deployment.ChaosTokens;
import dev.stampede.crowd.Target;
import dev.stampede.prove.load.SaleSite;
import dev.stampede.prove.load.library.LibraryProcess;
import dev.stampede.testkit.OwnKafka;
import dev.stampede.testkit.OwnRedis;
import dev.stampede.testkit.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A deployment to be broken: servers as processes of their own, PostgreSQL with a replica, Redis in
 * one of its topologies, Kafka, and a proxy on every link of every server.
 */
public final class ProveSite implements SaleSite, AutoCloseable {

  private static final String TOPIC_PREFIX = "stampede.";
  private static final Duration LOOKS_APART = Duration.ofMillis(250);

  /**
   * A few clients do in a second what people do in an evening; leases are short, so that faults of
   * seconds outlast them; and lines go on soon after Redis has lost its data.
   */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "REDIS_KEY_PREFIX", "prove:",
          "KAFKA_TOPIC_PREFIX", TOPIC_PREFIX,
          "STAMPEDE_CLAIM_RATE_PER_BUYER", "0",
          "STAMPEDE_QUEUE_RATE_PER_BUYER", "0",
          "STAMPEDE_QUEUE_LONGEST_POLL", "2s",
          "STAMPEDE_QUEUE_PATIENCE", "60s",
          "TRANSACTION_TIMEOUT", "5s",
          "SEAT_LOCK_TIMEOUT", "10s");

  private final SiteOptions options;
  private final MatchAssigner assigner;
  private final SiteServices services;
  private final TcpProxy steady;
  private final ChaosTokens tokens = new ChaosTokens();
  private final List<SiteServer> servers = new ArrayList<>();
  private volatile List<LibraryProcess> libraries = List.of();

  private ProveSite(
      SiteOptions options, MatchAssigner assigner, SiteServices services, TcpProxy steady) {
    this.options = options;
    this.assigner = assigner;
    this.services = services;
    this.steady = steady;
  }

  /**
   * Starts a site with one broker and this build.
   *
   * @param folder exists, and is nobody else's
   */
  public static ProveSite start(Path folder, Topology topology, int servers) {
    return start(folder, SiteOptions.of(topology, servers));
  }

  /** Starts all of it and waits until every server is ready. */
  public static ProveSite start(Path folder, SiteOptions options) {
    try {
      MatchAssigner assigner = MatchAssigner.start();
      SiteServices services;
      try {
        services = SiteServices.start(folder, options);
      } catch (AssertionError | RuntimeException | IOException e) {
        assigner.close();
        throw e;
      }
      services.sql().run(Heartbeat.CREATE);
      ProveSite site =
          new ProveSite(options, assigner, services, TcpProxy.to(services.postgresPort()));
      try {
        site.startServers(folder);
        return site;
      } catch (AssertionError | RuntimeException | IOException e) {
        site.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the site could not be made in " + folder, e);
    }
  }

  /** The first server makes the tables; the others start side by side. */
  private void startServers(Path folder) throws IOException {
    Map<String, String> settings = new HashMap<>(SETTINGS);
    settings.put("AUTH_SECRET", tokens.secret());
    settings.put("MATCH_PROFILES", assigner.writeProfiles(folder).toAbsolutePath().toString());
    settings.putAll(options.settings());
    for (int i = 0; i < options.servers(); i++) {
      Path own = Files.createDirectories(folder.resolve(SiteServer.name(i)));
      servers.add(SiteServer.begin(i, own, services, options, settings));
      if (i == 0) {
        servers.getFirst().awaitReady();
      }
    }
    servers.forEach(SiteServer::awaitReady);
  }

  public SiteOptions options() {
    return options;
  }

  /** The sizes and the parts that decide which faults are possible. */
  public SiteShape shape() {
    Set<SiteShape.Feature> features = EnumSet.noneOf(SiteShape.Feature.class);
    if (servers.getFirst().clock().isPresent()) {
      features.add(SiteShape.Feature.CLOCKS);
    }
    if (services.smallDisk().isPresent()) {
      features.add(SiteShape.Feature.SMALL_DISK);
    }
    if (options.earlier().isPresent()) {
      features.add(SiteShape.Feature.UPGRADES);
    }
    return new SiteShape(
        options.topology(), options.servers(), options.brokers(), libraries.size(), features);
  }

  /** Lets faults be done to processes that use the libraries, too. */
  public void expose(List<LibraryProcess> processes) {
    libraries = List.copyOf(processes);
  }

  public List<LibraryProcess> libraries() {
    return libraries;
  }

  public SiteServices services() {
    return services;
  }

  public List<SiteServer> servers() {
    return List.copyOf(servers);
  }

  /** All links that can be broken. */
  public List<SiteLink> links() {
    return servers.stream().flatMap(server -> server.links().stream()).toList();
  }

  @Override
  public List<Target> targets() {
    return servers.stream().map(SiteServer::clients).toList();
  }

  @Override
  public String token(String sub) {
    return tokens.of(sub);
  }

  @Override
  public String databaseUrl() {
    return services.sql().jdbcUrl(steady.port());
  }

  @Override
  public String locksRedisUrl() {
    return services.locks().url();
  }

  @Override
  public int grpcPort(int server) {
    return servers.get(server).players();
  }

  @Override
  public String kafka() {
    return services.kafka();
  }

  /** The whole name of one of the product's topics. */
  public String topic(String name) {
    return TOPIC_PREFIX + name;
  }

  /** The product's prefix of topics and of consumer groups. */
  public String topicPrefix() {
    return TOPIC_PREFIX;
  }

  /** Kills the primary, promotes the replica with what that has, and leads every link to it. */
  public void failOverPostgres() {
    services.promoteReplica();
    servers.forEach(server -> server.leadPostgresTo(services.postgresPort()));
    steady.leadTo(services.postgresPort());
  }

  /** Names each part that is not as it should be; empty when all is well. */
  public List<String> complaints() throws InterruptedException {
    return SiteHealth.complaints(services, servers);
  }

  /** Waits until all is well, and returns what still is not when time is up. */
  public List<String> awaitHealthy(Duration within) throws InterruptedException {
    long until = System.nanoTime() + within.toNanos();
    List<String> complaints = complaints();
    while (!complaints.isEmpty() && System.nanoTime() - until < 0) {
      TimeUnit.NANOSECONDS.sleep(LOOKS_APART.toNanos());
      complaints = complaints();
    }
    return complaints;
  }

  /**
   * Undoes everything that faults may have left: links carry again, processes run, clocks show real
   * time, and an upgrade that was begun is finished. Returns what could not be undone.
   */
  public List<String> repair() {
    SiteRepair repair = new SiteRepair();
    repair.tryTo("mend the links", () -> links().forEach(link -> link.proxy().repair()));
    servers.forEach(server -> repair.tryTo("calm " + server.name(), () -> calm(server)));
    services.smallDisk().ifPresent(disk -> repair.tryTo("empty the disk", disk::empty));
    repair.tryTo("run PostgreSQL", () -> SiteRepair.run(services.postgres()));
    List<OwnRedis> nodes = services.redis().nodes();
    nodes.forEach(node -> repair.tryTo("run Redis", () -> SiteRepair.run(node)));
    repair.tryTo("run the Redis of the locks", () -> SiteRepair.run(services.locks()));
    for (int i = 0; i < options.topology().sentinels(); i++) {
      int number = i;
      repair.tryTo("run a Sentinel", () -> services.redis().startSentinelAgain(number));
    }
    for (OwnKafka broker : services.brokers()) {
      repair.tryTo("run Kafka", () -> SiteRepair.run(broker));
    }
    repair.tryTo("set the database's clock", () -> services.moveDatabaseClock(Duration.ZERO));
    servers.forEach(
        server ->
            repair.tryTo("run " + server.name(), () -> SiteRepair.run(server, options.build())));
    return repair.failures();
  }

  private static void calm(SiteServer server) {
    for (Point point : Point.values()) {
      server.points().disarm(point);
    }
    server.news().lose(false);
    server.clock().ifPresent(clock -> clock.move(Duration.ZERO));
  }

  /** Writes {@code tables/*.tsv} and {@code events.tsv}: the state after a run. */
  public void dump(Path record) throws IOException, SQLException {
    SiteDump.tables(services.sql(), record.resolve("tables"));
    SiteDump.events(kafka(), TOPIC_PREFIX, record.resolve("events.tsv"));
  }

  @Override
  public void close() {
    servers.forEach(SiteServer::close);
    try {
      steady.close();
    } catch (IOException e) {
      System.err.println("stampede prove: the way to PostgreSQL was not closed: " + e);
    }
    services.close();
    assigner.close();
  }
}
