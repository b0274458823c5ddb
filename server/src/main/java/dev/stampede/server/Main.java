package dev.stampede.server;

import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.waitingroom.Passes;
import dev.stampede.engine.waitingroom.SpentPasses;
import dev.stampede.jobs.pool.Task;
import dev.stampede.kafka.KafkaCluster;
import dev.stampede.kafka.KafkaUnusableException;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseChangePoll;
import dev.stampede.postgres.DatabaseEpochs;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.postgres.PostgresBookings;
import dev.stampede.postgres.PostgresDrawStore;
import dev.stampede.postgres.PostgresHoldExtender;
import dev.stampede.postgres.PostgresHolds;
import dev.stampede.postgres.PostgresRefunds;
import dev.stampede.postgres.PostgresSaleStatistics;
import dev.stampede.postgres.PostgresShows;
import dev.stampede.postgres.PostgresWallets;
import dev.stampede.postgres.StoredKeyring;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisBreaker;
import dev.stampede.redis.RedisChangeNews;
import dev.stampede.redis.RedisLogMarks;
import dev.stampede.redis.RedisUnreachableException;
import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.Authenticator;
import dev.stampede.server.auth.DevelopmentIssuer;
import dev.stampede.server.auth.SessionCookies;
import dev.stampede.server.auth.TokenVerifier;
import dev.stampede.server.booking.BookingList;
import dev.stampede.server.booking.BookingRoutes;
import dev.stampede.server.buyer.BuyerRoutes;
import dev.stampede.server.claim.ClaimEndpoint;
import dev.stampede.server.claim.ClaimLimits;
import dev.stampede.server.claim.PassHeader;
import dev.stampede.server.config.ServiceSettings;
import dev.stampede.server.config.Settings;
import dev.stampede.server.consumers.ConsumerRoutes;
import dev.stampede.server.demo.CrowdRoutes;
import dev.stampede.server.demo.Demo;
import dev.stampede.server.demo.DemoCrowd;
import dev.stampede.server.docs.DocsRoutes;
import dev.stampede.server.health.Dependency;
import dev.stampede.server.health.DependencyDownException;
import dev.stampede.server.health.Health;
import dev.stampede.server.health.HealthRoutes;
import dev.stampede.server.hold.HoldRoutes;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.http.HttpServer;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.jobs.JobRoutes;
import dev.stampede.server.limit.StreamSlots;
import dev.stampede.server.logging.LoggingRoutes;
import dev.stampede.server.metrics.Metrics;
import dev.stampede.server.metrics.MetricsRoutes;
import dev.stampede.server.pages.PageRoutes;
import dev.stampede.server.refund.RefundRoutes;
import dev.stampede.server.sale.ExtensionRoutes;
import dev.stampede.server.sale.SaleHistory;
import dev.stampede.server.sale.SaleOverviews;
import dev.stampede.server.sale.SaleRoutes;
import dev.stampede.server.sale.SaleSampler;
import dev.stampede.server.sale.SaleStreams;
import dev.stampede.server.sale.Traffic;
import dev.stampede.server.seats.SeatRoutes;
import dev.stampede.server.seats.SeatStreams;
import dev.stampede.server.session.DevelopmentRoutes;
import dev.stampede.server.session.SessionRoutes;
import dev.stampede.server.show.SaleClock;
import dev.stampede.server.show.ShowCache;
import dev.stampede.server.show.ShowRoutes;
import dev.stampede.server.waitingroom.PlaceStreams;
import dev.stampede.server.waitingroom.ProofRoutes;
import dev.stampede.server.waitingroom.QueueLimits;
import dev.stampede.server.waitingroom.QueueRoutes;
import dev.stampede.server.wallet.EntryList;
import dev.stampede.server.wallet.WalletRoutes;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The composition root: the only place that constructs adapters and knows who needs whom. Read it
 * top to bottom to see the whole server; it stops in reverse.
 */
public final class Main implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Main.class);

  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(1);

  /** The interval of stream ticks while all is quiet; a client that opens a stream ends that. */
  private static final Duration QUIET_STREAMS = Duration.ofSeconds(5);

  private final ClosingStack started = new ClosingStack();
  private final HttpServer http;
  private final MatchmakerSubsystem match;
  private final Demo demo;
  private volatile boolean rehearsed;

  /** Starts the whole server, or throws and leaves nothing running. */
  public static Main start(Settings settings) {
    return new Main(settings, null, null);
  }

  /** The same for show: with a crowd that operators may call. It is closed with the server. */
  public static Main start(Settings settings, DemoCrowd crowd) {
    return new Main(settings, crowd, null);
  }

  /**
   * The same with crowds, where there are any.
   *
   * @param rehearsal claims before the server says that it is ready, and before this returns
   */
  public static Main start(
      Settings settings, @Nullable DemoCrowd crowd, @Nullable RehearsalCrowd rehearsal) {
    return new Main(settings, crowd, rehearsal);
  }

  private Main(Settings settings, @Nullable DemoCrowd crowd, @Nullable RehearsalCrowd rehearsal) {
    try {
      ServiceSettings services = settings.services();
      Metrics metrics = started.add(new Metrics());
      Activity activity = new Activity(settings.sale().quietAfter());
      Task<Database> openedDatabase;
      Task<Redis> openedRedis;
      Task<KafkaCluster> openedKafka;
      try (ParallelStart opening = new ParallelStart(started)) {
        openedDatabase = opening.begin("PostgreSQL", () -> Database.open(services.postgres()));
        openedRedis = opening.begin("Redis", () -> Redis.open(services.redis()));
        openedKafka = opening.begin("Kafka", () -> KafkaCluster.of(services.kafka()));
        opening.await();
      }
      Database database = ParallelStart.opened(openedDatabase);
      Redis redis = ParallelStart.opened(openedRedis);
      KafkaCluster kafka = ParallelStart.opened(openedKafka);

      DatabaseEpochs epochs =
          DatabaseEpochs.open(database, new RedisLogMarks(redis, services.redisKeyPrefix()));

      ReadSubsystem readSubsystem =
          started.add(
              new ReadSubsystem(database, services.readReplica(), activity, metrics.registry()));
      Freshness freshness = readSubsystem.freshness();
      DatabaseChangePoll pulse = new DatabaseChangePoll(database);
      LoopInterval beats = activity.pace(DatabaseChangePoll.BEAT, DatabaseChangePoll.QUIET_BEAT);
      started.add(Loop.start("database pulse", beats, () -> feel(pulse, activity)));
      LoopInterval probes = activity.pace(Redis.PROBE, Redis.QUIET_PROBE);
      started.add(Loop.start("redis probes", probes, redis::probe));
      redis.breakers().forEach(breaker -> meter(breaker, metrics.registry()));

      PostgresShows shows = new PostgresShows(database, readSubsystem.reads());
      SaleClock saleClock = new SaleClock(shows::now, activity::isQuiet);
      RedisChangeNews changes = started.add(new RedisChangeNews(redis, services.redisKeyPrefix()));
      activity.share(changes);
      Gauge.builder("stampede.quiet", activity, seen -> seen.isQuiet() ? 1 : 0)
          .description("1 while nobody uses the deployment and this server looks less often")
          .register(metrics.registry());
      ShowCache showCache = new ShowCache(shows, changes);
      SpentPasses spent = new SpentPasses();
      Traffic traffic = new Traffic();
      RelaySubsystem relay =
          started.add(
              new RelaySubsystem(
                  new RelaySubsystem.Stores(database, shows, kafka),
                  services.kafka(),
                  settings.sale().outboxAlertRows(),
                  activity,
                  metrics.registry()));
      ClaimSubsystem desk =
          started.add(
              new ClaimSubsystem(
                  new ClaimSubsystem.Stores(database, epochs, shows, redis),
                  services.redisKeyPrefix(),
                  settings.claims(),
                  saleClock,
                  new ClaimSubsystem.Ears(
                      spent::tell, relay::wake, metrics.registry(), traffic, activity)));
      desk.refusals().set(settings.sale().explainRefusals());
      VerifySubsystem verify =
          started.add(
              new VerifySubsystem(
                  new VerifySubsystem.Stores(
                      database,
                      redis,
                      services.redisKeyPrefix(),
                      desk::epoch,
                      settings.claims().seatLockTimeout()),
                  activity,
                  metrics.registry()));
      JobSubsystem jobs =
          started.add(
              new JobSubsystem(
                  database, desk.boards(), verify.checks(), activity, metrics.registry()));

      InstantSource clock = InstantSource.system();
      Keyring keyring = StoredKeyring.loadOrCreate(database);
      LoopInterval refreshes = activity.pace(Keyring.REFRESH_EVERY, Keyring.QUIET_REFRESH);
      started.add(Loop.start("signing keys", refreshes, keyring::refresh));
      boolean development = settings.auth() instanceof AuthSettings.Development;
      SessionCookies cookies = new SessionCookies(keyring, clock, !development);
      WaitingRoomSubsystem waitingRoomSubsystem =
          started.add(
              new WaitingRoomSubsystem(
                  new WaitingRoomSubsystem.Stores(
                      database, shows, redis, services.redisKeyPrefix()),
                  new WaitingRoomSubsystem.Sale(
                      desk.boards(), showCache, spent, saleClock, activity),
                  keyring,
                  settings.rooms(),
                  metrics.registry()));
      StatisticsSubsystem statistics =
          started.add(
              new StatisticsSubsystem(
                  new StatisticsSubsystem.Stores(database, epochs, kafka),
                  services.kafka(),
                  activity,
                  metrics.registry()));
      RewindRecovery rewind =
          started.add(
              new RewindRecovery(
                  epochs,
                  List.of(
                      _ -> showCache.startOver(),
                      desk::startOver,
                      _ -> waitingRoomSubsystem.startOver()),
                  activity,
                  metrics.registry()));
      match =
          started.add(
              new MatchmakerSubsystem(
                  new MatchmakerSubsystem.Stores(
                      redis, services.redisReplica(), services.redisKeyPrefix()),
                  settings.matching(),
                  settings.http(),
                  activity,
                  metrics.registry()));
      Drain drain = new Drain();
      PlaceStreams places =
          new PlaceStreams(
              waitingRoomSubsystem.rooms(),
              saleClock,
              drain,
              new StreamSlots<>(
                  PlaceStreams.DEFAULT_MAX_WATCHERS, settings.limits().streamsPerBuyer()));
      activity.notQuietWhile(() -> places.watchers() > 0);
      LoopInterval placeTicks = activity.pace(PlaceStreams.TICK, QUIET_STREAMS);
      started.add(Loop.start("place streams", placeTicks, places::tick));
      Gauge.builder("stampede.queue.watchers", places, PlaceStreams::watchers)
          .description("Open streams of places in line")
          .register(metrics.registry());
      SeatStreams streams =
          new SeatStreams(
              desk.boards(),
              saleClock,
              drain,
              new StreamSlots<>(
                  SeatStreams.DEFAULT_MAX_WATCHERS, settings.limits().streamsPerAddress()));
      activity.notQuietWhile(() -> streams.watchers() > 0);
      LoopInterval seatTicks = activity.pace(SeatStreams.TICK, QUIET_STREAMS);
      started.add(Loop.start("seat streams", seatTicks, streams::tick));
      Gauge.builder("stampede.seats.watchers", streams, SeatStreams::watchers)
          .description("Open streams of seat changes")
          .register(metrics.registry());
      ClaimEndpoint window =
          new ClaimEndpoint(
              desk.claims(),
              showCache,
              saleClock,
              readSubsystem.noting(traffic),
              freshness,
              new ClaimLimits(settings.limits(), metrics.registry()));
      BookingRequestSubsystem requests =
          started.add(
              new BookingRequestSubsystem(
                  new BookingRequestSubsystem.Stores(database, kafka, services.kafka(), keyring),
                  new BookingRequestSubsystem.Sale(desk.inOrder(), window, saleClock, activity),
                  settings.sale().requestLagLimit(),
                  changes,
                  drain,
                  metrics.registry()));
      List<Dependency> parts = new ArrayList<>();
      parts.add(new Dependency("postgresql", true, () -> database.ping(SIGN_OF_LIFE)));
      readSubsystem.part(SIGN_OF_LIFE).ifPresent(parts::add);
      parts.add(new Dependency("redis", false, () -> redis.ping(SIGN_OF_LIFE)));
      redis.breakers().forEach(breaker -> parts.add(part(breaker)));
      parts.add(new Dependency("kafka", false, () -> kafka.ping(SIGN_OF_LIFE)));
      parts.add(desk.part());
      parts.add(requests.part());
      Health health = new Health(parts);

      AlertSubsystem alerts =
          started.add(
              new AlertSubsystem(
                  database,
                  new AlertSubsystem.Desks(desk, jobs, relay, verify, rewind, activity),
                  health,
                  settings.sale().outboxAlertRows(),
                  saleClock,
                  metrics.registry()));

      List<RouteSet> features = new ArrayList<>();
      features.add(new PageRoutes());
      features.add(new DocsRoutes());
      features.add(new HealthRoutes(health, () -> rehearsed && !drain.begun()));
      features.add(new MetricsRoutes(metrics));
      features.add(new SessionRoutes(cookies));
      features.add(new ShowRoutes(shows, showCache, desk.boards(), saleClock, freshness));
      features.add(new SeatRoutes(desk.boards(), streams, showCache::exists, saleClock, freshness));
      features.add(
          new QueueRoutes(
              waitingRoomSubsystem.rooms(),
              places,
              new QueueLimits(settings.rooms().rates()),
              saleClock));
      PostgresHolds holds = new PostgresHolds(database);
      PostgresBookings bookings = new PostgresBookings(database, readSubsystem.reads());
      PostgresWallets wallets = new PostgresWallets(database, readSubsystem.reads());
      demo = new Demo(shows, desk.claims(), wallets, settings.claims().wallets().limits());
      PassHeader passes = new PassHeader(new Passes(keyring), saleClock);
      features.add(new HoldRoutes(window, passes, holds, showCache, saleClock));
      features.add(
          new BookingRoutes(
              window,
              requests.window(),
              passes,
              new BookingRoutes.Stores(holds, bookings, showCache),
              saleClock));
      features.add(requests.routes());
      features.add(new RefundRoutes(new PostgresRefunds(database)));
      features.add(new WalletRoutes(window, wallets, settings.claims().wallets(), saleClock));
      PostgresDrawStore draws = new PostgresDrawStore(database);
      features.add(new ProofRoutes(draws, showCache, saleClock));
      PostgresSaleStatistics saleStatistics = new PostgresSaleStatistics(database, relay::lag);
      SaleOverviews saleOverviews =
          new SaleOverviews(
              new SaleOverviews.All(desk.boards(), waitingRoomSubsystem::stats, saleStatistics),
              new SaleOverviews.Here(
                  () -> settings.http().name(port()), traffic, desk::laneDepth, health::services),
              saleClock);
      SaleHistory saleHistory =
          new SaleHistory(
              new SaleSampler(saleOverviews, traffic, saleStatistics), traffic, saleClock);
      LoopInterval samples = activity.pace(SaleHistory.TICK, SaleHistory.QUIET_TICK);
      started.add(Loop.start("sale history", samples, saleHistory::tick));
      SaleStreams saleStreams =
          new SaleStreams(
              saleOverviews,
              saleHistory,
              drain,
              new StreamSlots<>(SaleStreams.DEFAULT_MAX_WATCHERS, SaleStreams.DEFAULT_MAX_EACH));
      activity.notQuietWhile(() -> saleStreams.watchers() > 0);
      LoopInterval saleTicks = activity.pace(SaleStreams.TICK, SaleHistory.QUIET_TICK);
      started.add(Loop.start("sale streams", saleTicks, saleStreams::tick));
      PostgresHoldExtender extender = new PostgresHoldExtender(database, desk.boards());
      features.add(new ExtensionRoutes(extender, showCache, saleClock));
      features.add(
          new BuyerRoutes(
              holds,
              wallets,
              window.replies(),
              new BookingList(bookings, window.replies()),
              new EntryList(wallets, freshness),
              saleClock));
      features.add(new SaleRoutes(saleOverviews, saleHistory, saleStreams, showCache, saleClock));
      features.add(new JobRoutes(jobs.admin()));
      features.add(new ConsumerRoutes(List.of(statistics.admin())));
      features.add(match.routes());
      features.add(alerts.routes());
      features.add(new LoggingRoutes(() -> settings.http().name(port()), desk.refusals()));
      if (settings.auth() instanceof AuthSettings.Development own) {
        features.add(new DevelopmentRoutes(new DevelopmentIssuer(own, clock)));
      }
      if (crowd != null) {
        features.add(new CrowdRoutes(crowd, this::port, showCache::exists));
      }
      Authenticator authenticator =
          new Authenticator(TokenVerifier.of(settings.auth(), clock), cookies);
      http =
          started.add(
              new HttpServer(
                  settings.http(),
                  features,
                  authenticator,
                  metrics.registry(),
                  new RequestListeners(traffic, alerts.answers(), activity),
                  drain));
      http.start();
      log.info("listening on {}, port {}", settings.http().bind(), port());
      match.start();
      alerts.start(settings.http().name(port()));
      if (crowd != null) {
        started.add(crowd); // last, so that it goes before the server it talks to
      }
      if (rehearsal != null) {
        Rehearsal.Server server =
            new Rehearsal.Server(settings, database, epochs, keyring, saleClock);
        new Rehearsal(server, rehearsal).run();
      }
      rehearsed = true;
    } catch (DatabaseException | RedisUnreachableException | KafkaUnusableException e) {
      started.close();
      throw new ServerException(String.valueOf(e.getMessage()), e);
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /** A database that does not answer is looked at as often as during a sale, too. */
  private static void feel(DatabaseChangePoll pulse, Activity activity) {
    try {
      if (pulse.beat()) {
        activity.signHere();
      }
    } catch (DatabaseException away) {
      activity.signHere();
      throw away;
    }
  }

  private static void meter(RedisBreaker breaker, MeterRegistry registry) {
    Gauge.builder("stampede.redis.breaker", breaker, one -> one.state().level())
        .description("State of the circuit breaker for Redis: 0 closed, 1 half open, 2 open")
        .tag("breaker", breaker.name())
        .register(registry);
    FunctionCounter.builder("stampede.redis.breaker.opened", breaker, RedisBreaker::opened)
        .description("Times that the circuit breaker for Redis opened")
        .tag("breaker", breaker.name())
        .register(registry);
  }

  private static Dependency part(RedisBreaker breaker) {
    return new Dependency(
        breaker.name(),
        false,
        () -> {
          RedisBreaker.State state = breaker.state();
          if (state != RedisBreaker.State.CLOSED) {
            throw new DependencyDownException(
                "its breaker is %s: the server does without Redis"
                    .formatted(state == RedisBreaker.State.OPEN ? "open" : "half open"));
          }
        });
  }

  /** The port it listens on. */
  public int port() {
    return http.port();
  }

  /** The port it listens on for gRPC. */
  public int grpcPort() {
    return match.port();
  }

  /** Something to try things with: a show on sale, and points to spend. */
  public Demo demo() {
    return demo;
  }

  @Override
  public void close() {
    started.close();
  }
}
