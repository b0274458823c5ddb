package dev.stampede.server;

import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.waitingroom.Passes;
import dev.stampede.engine.waitingroom.SpentPasses;
import dev.stampede.jobs.pool.Task;
import dev.stampede.kafka.KafkaCluster;
import dev.stampede.kafka.KafkaUnusableException;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.postgres.PostgresBookings;
import dev.stampede.postgres.PostgresDrawBook;
import dev.stampede.postgres.PostgresHoldExtender;
import dev.stampede.postgres.PostgresHolds;
import dev.stampede.postgres.PostgresSaleBook;
import dev.stampede.postgres.PostgresShows;
import dev.stampede.postgres.PostgresWallets;
import dev.stampede.postgres.StoredKeyring;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisChangeNews;
import dev.stampede.redis.RedisUnreachableException;
import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.Authenticator;
import dev.stampede.server.auth.DevelopmentIssuer;
import dev.stampede.server.auth.SessionCookies;
import dev.stampede.server.auth.TokenVerifier;
import dev.stampede.server.booking.BookingList;
import dev.stampede.server.booking.BookingRoutes;
import dev.stampede.server.buyer.BuyerRoutes;
import dev.stampede.server.claim.ClaimLimits;
import dev.stampede.server.claim.ClaimWindow;
import dev.stampede.server.claim.PassHeader;
import dev.stampede.server.config.ServiceSettings;
import dev.stampede.server.config.Settings;
import dev.stampede.server.demo.CrowdRoutes;
import dev.stampede.server.demo.Demo;
import dev.stampede.server.demo.DemoCrowd;
import dev.stampede.server.docs.DocsRoutes;
import dev.stampede.server.health.Health;
import dev.stampede.server.health.HealthRoutes;
import dev.stampede.server.health.Part;
import dev.stampede.server.hold.HoldRoutes;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.http.HttpServer;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.jobs.JobRoutes;
import dev.stampede.server.limit.StreamSlots;
import dev.stampede.server.metrics.Metrics;
import dev.stampede.server.metrics.MetricsRoutes;
import dev.stampede.server.pages.PageRoutes;
import dev.stampede.server.sale.ExtensionRoutes;
import dev.stampede.server.sale.SaleDesk;
import dev.stampede.server.sale.SaleHistory;
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
import io.micrometer.core.instrument.Gauge;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The composition root: the only place that constructs adapters and knows who needs whom. Read it
 * top to bottom to see the whole server; it stops in reverse.
 */
public final class Main implements AutoCloseable {

  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(1);

  private final ClosingStack started = new ClosingStack();
  private final HttpServer http;
  private final Demo demo;

  /** Starts the whole server, or throws and leaves nothing running. */
  public static Main start(Settings settings) {
    return new Main(settings, null);
  }

  /** The same for show: with a crowd that operators may call. It is closed with the server. */
  public static Main start(Settings settings, DemoCrowd crowd) {
    return new Main(settings, crowd);
  }

  private Main(Settings settings, @Nullable DemoCrowd crowd) {
    try {
      ServiceSettings services = settings.services();
      Metrics metrics = started.add(new Metrics());
      Task<Database> openedDatabase;
      Task<Redis> openedRedis;
      Task<KafkaCluster> openedKafka;
      try (Opening opening = new Opening(started)) {
        openedDatabase = opening.begin("PostgreSQL", () -> Database.open(services.postgres()));
        openedRedis = opening.begin("Redis", () -> Redis.open(services.redis()));
        openedKafka = opening.begin("Kafka", () -> KafkaCluster.of(services.kafka()));
        opening.await();
      }
      Database database = Opening.opened(openedDatabase);
      Redis redis = Opening.opened(openedRedis);
      KafkaCluster kafka = Opening.opened(openedKafka);

      ReadDesk readDesk =
          started.add(new ReadDesk(database, services.readReplica(), metrics.registry()));
      Freshness freshness = readDesk.freshness();

      PostgresShows shows = new PostgresShows(database, readDesk.reads());
      SaleClock saleClock = new SaleClock(shows::now);
      RedisChangeNews changes = started.add(new RedisChangeNews(redis, services.redisKeyPrefix()));
      ShowCache showCache = new ShowCache(shows, changes);
      SpentPasses spent = new SpentPasses();
      Traffic traffic = new Traffic();
      ClaimDesk desk =
          started.add(
              new ClaimDesk(
                  new ClaimDesk.Stores(database, shows, redis),
                  services.redisKeyPrefix(),
                  settings.claims(),
                  saleClock,
                  new ClaimDesk.Ears(spent::tell, metrics.registry(), traffic)));
      JobDesk jobs = started.add(new JobDesk(database, desk.boards(), metrics.registry()));

      InstantSource clock = InstantSource.system();
      Keyring keyring = StoredKeyring.loadOrCreate(database);
      boolean development = settings.auth() instanceof AuthSettings.Development;
      SessionCookies cookies = new SessionCookies(() -> keyring, clock, !development);
      RoomDesk roomDesk =
          started.add(
              new RoomDesk(
                  new RoomDesk.Stores(database, shows, redis, services.redisKeyPrefix()),
                  new RoomDesk.Sale(desk.boards(), showCache, spent, saleClock),
                  keyring,
                  settings.rooms(),
                  metrics.registry()));
      started.add(
          new RelayDesk(
              new RelayDesk.Stores(database, shows, kafka),
              services.kafka(),
              settings.sale().outboxAlertRows(),
              metrics.registry()));
      Drain drain = new Drain();
      PlaceStreams places =
          new PlaceStreams(
              roomDesk.rooms(),
              saleClock,
              drain,
              new StreamSlots<>(
                  PlaceStreams.DEFAULT_MAX_WATCHERS, settings.limits().streamsPerBuyer()));
      started.add(Loop.start("place streams", PlaceStreams.TICK, places::tick));
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
      started.add(Loop.start("seat streams", SeatStreams.TICK, streams::tick));
      Gauge.builder("stampede.seats.watchers", streams, SeatStreams::watchers)
          .description("Open streams of seat changes")
          .register(metrics.registry());
      List<Part> parts = new ArrayList<>();
      parts.add(new Part("postgresql", true, () -> database.ping(SIGN_OF_LIFE)));
      readDesk.part(SIGN_OF_LIFE).ifPresent(parts::add);
      parts.add(new Part("redis", false, () -> redis.ping(SIGN_OF_LIFE)));
      parts.add(new Part("kafka", false, () -> kafka.ping(SIGN_OF_LIFE)));
      Health health = new Health(parts);

      List<RouteSet> features = new ArrayList<>();
      features.add(new PageRoutes());
      features.add(new DocsRoutes());
      features.add(new HealthRoutes(health, drain));
      features.add(new MetricsRoutes(metrics));
      features.add(new SessionRoutes(cookies));
      features.add(new ShowRoutes(shows, showCache, desk.boards(), saleClock, freshness));
      features.add(new SeatRoutes(desk.boards(), streams, showCache::exists, saleClock, freshness));
      features.add(
          new QueueRoutes(
              roomDesk.rooms(), places, new QueueLimits(settings.rooms().rates()), saleClock));
      ClaimWindow window =
          new ClaimWindow(
              desk.claims(),
              showCache,
              saleClock,
              readDesk.noting(traffic),
              freshness,
              new ClaimLimits(settings.limits(), metrics.registry()));
      PostgresHolds holds = new PostgresHolds(database);
      PostgresBookings bookings = new PostgresBookings(database, readDesk.reads());
      PostgresWallets wallets = new PostgresWallets(database, readDesk.reads());
      demo = new Demo(shows, desk.claims(), wallets, settings.claims().wallets().limits());
      PassHeader passes = new PassHeader(new Passes(keyring), saleClock);
      features.add(new HoldRoutes(window, passes, holds, showCache, saleClock));
      features.add(new BookingRoutes(window, passes, holds, bookings, showCache, saleClock));
      features.add(new WalletRoutes(window, wallets, settings.claims().wallets(), saleClock));
      PostgresDrawBook draws = new PostgresDrawBook(database);
      features.add(new ProofRoutes(draws, showCache, saleClock));
      PostgresSaleBook saleBook = new PostgresSaleBook(database);
      SaleDesk saleDesk =
          new SaleDesk(
              new SaleDesk.All(desk.boards(), roomDesk::stats, saleBook),
              new SaleDesk.Here(
                  () -> settings.http().name(port()), traffic, desk::laneDepth, health::services),
              saleClock);
      SaleHistory saleHistory =
          new SaleHistory(new SaleSampler(saleDesk, traffic, saleBook), traffic, saleClock);
      started.add(Loop.start("sale history", SaleHistory.TICK, saleHistory::tick));
      SaleStreams saleStreams =
          new SaleStreams(
              saleDesk,
              saleHistory,
              drain,
              new StreamSlots<>(SaleStreams.DEFAULT_MAX_WATCHERS, SaleStreams.DEFAULT_MAX_EACH));
      started.add(Loop.start("sale streams", SaleStreams.TICK, saleStreams::tick));
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
      features.add(new SaleRoutes(saleDesk, saleHistory, saleStreams, showCache, saleClock));
      features.add(new JobRoutes(jobs.office()));
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
                  traffic::responded,
                  drain));
      http.start();
      if (crowd != null) {
        started.add(crowd); // last, so that it goes before the server it talks to
      }
    } catch (DatabaseException | RedisUnreachableException | KafkaUnusableException e) {
      started.close();
      throw new ServerException(String.valueOf(e.getMessage()), e);
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /** The port it listens on. */
  public int port() {
    return http.port();
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
