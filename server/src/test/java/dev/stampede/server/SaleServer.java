package dev.stampede.server;

import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.KnownSeats;
import dev.stampede.engine.claim.LaneClaims;
import dev.stampede.engine.claim.RefusalLog;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.events.OutboxLag;
import dev.stampede.engine.news.ChangeNews;
import dev.stampede.engine.requests.Receipt;
import dev.stampede.engine.requests.Receipts;
import dev.stampede.engine.requests.RequestBacklogLimit;
import dev.stampede.engine.requests.RequestQueue;
import dev.stampede.engine.seats.BoardSettings;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.seats.SharedNews;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.engine.waitingroom.Pass;
import dev.stampede.engine.waitingroom.Passes;
import dev.stampede.engine.waitingroom.SpentPasses;
import dev.stampede.engine.waitingroom.WaitingRooms;
import dev.stampede.engine.waitingroom.draw.DrawStore;
import dev.stampede.jobs.JobQueue;
import dev.stampede.kafka.ToldBookingFormat;
import dev.stampede.kafka.consumer.ConsumerAdmin;
import dev.stampede.kafka.consumer.ReaderSettings;
import dev.stampede.kafka.consumer.Subscription;
import dev.stampede.lane.LaneSettings;
import dev.stampede.postgres.BookingStatistics;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.GroupCommitter;
import dev.stampede.postgres.PostgresAlertStore;
import dev.stampede.postgres.PostgresBookings;
import dev.stampede.postgres.PostgresDrawStore;
import dev.stampede.postgres.PostgresHoldExtender;
import dev.stampede.postgres.PostgresHolds;
import dev.stampede.postgres.PostgresRefunds;
import dev.stampede.postgres.PostgresRequestOutcomes;
import dev.stampede.postgres.PostgresSaleStatistics;
import dev.stampede.postgres.PostgresSeats;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.PostgresShows;
import dev.stampede.postgres.PostgresWallets;
import dev.stampede.postgres.StoredKeyring;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisNode;
import dev.stampede.redis.RedisSettings;
import dev.stampede.server.alert.AlertRoutes;
import dev.stampede.server.booking.BookingList;
import dev.stampede.server.booking.BookingRoutes;
import dev.stampede.server.buyer.BuyerRoutes;
import dev.stampede.server.claim.ClaimEndpoint;
import dev.stampede.server.claim.ClaimLimits;
import dev.stampede.server.claim.PassHeader;
import dev.stampede.server.consumers.ConsumerRoutes;
import dev.stampede.server.demo.CrowdRoutes;
import dev.stampede.server.demo.RecordingCrowd;
import dev.stampede.server.health.DependencyStatus;
import dev.stampede.server.hold.HoldRoutes;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.jobs.JobRoutes;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.limit.StreamSlots;
import dev.stampede.server.logging.LoggingRoutes;
import dev.stampede.server.matching.MatchmakerRoutes;
import dev.stampede.server.metrics.LaneMeters;
import dev.stampede.server.metrics.MatchMeters;
import dev.stampede.server.metrics.RequestMeters;
import dev.stampede.server.operation.OperationReplies;
import dev.stampede.server.operation.OperationRoutes;
import dev.stampede.server.operation.OperationStreams;
import dev.stampede.server.operation.RequestAcceptor;
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
import dev.stampede.server.show.SaleClock;
import dev.stampede.server.show.ShowCache;
import dev.stampede.server.show.ShowRoutes;
import dev.stampede.server.waitingroom.PlaceStreams;
import dev.stampede.server.waitingroom.ProofRoutes;
import dev.stampede.server.waitingroom.QueueLimits;
import dev.stampede.server.waitingroom.QueueRates;
import dev.stampede.server.waitingroom.QueueRoutes;
import dev.stampede.server.waitingroom.RoomSettings;
import dev.stampede.server.wallet.EntryList;
import dev.stampede.server.wallet.WalletRoutes;
import dev.stampede.server.wallet.WalletSettings;
import dev.stampede.testkit.Admissions;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** A real server that sells seats from a real database of its own. */
public final class SaleServer extends SaleClient implements AutoCloseable {

  private static final int LANES = 2;
  private static final int POOL_SIZE = 8;
  private static final int STREAMS = 10;
  private static final int STREAMS_EACH = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Tests have few buyers, who do in a second what people do in an evening. */
  private static final LimitSettings UNLIMITED = new LimitSettings(0, 0, 0, PATIENCE);

  private static final DependencyStatus DATABASE = new DependencyStatus("postgresql", "up", true);

  private final ClosingStack started = new ClosingStack();
  private final String prefix = TestServices.shared().freshKeyPrefix();
  private final DatabaseClock clock;
  private final RecordingCrowd crowd = new RecordingCrowd();
  private final WaitingRooms rooms;
  private final PostgresDrawStore draws;
  private final RunningServer server;
  private final Admissions admissions;
  private final Passes passes;
  private final Receipts receipts;
  private final DataSource data;

  /** Makes the routes of waiting rooms, with limits and streams as a test wants them. */
  @FunctionalInterface
  public interface RoomRoutes {

    RouteSet over(WaitingRooms rooms, InstantSource clock, Drain drain);

    /** As the product makes them. */
    static RouteSet usual(WaitingRooms rooms, InstantSource clock, Drain drain) {
      return new QueueRoutes(
          rooms,
          new PlaceStreams(rooms, clock, drain, new StreamSlots<>(STREAMS, STREAMS_EACH)),
          new QueueLimits(QueueRates.DEFAULT),
          clock);
    }
  }

  /** The Redis that keeps the lines, their limits, and the routes to them. */
  public record Lines(int redisPort, LineLimits limits, RoomRoutes routes) {

    static Lines usual() {
      return new Lines(sharedRedis(), LineLimits.DEFAULT, RoomRoutes::usual);
    }

    /** Of the Redis that all tests share. */
    public static int sharedRedis() {
      return URI.create(TestServices.shared().redisUrl()).getPort();
    }
  }

  private SaleServer(WalletSettings wallets, Lines lines, LimitSettings limits) {
    TestDatabase fresh = started.add(TestServices.shared().freshDatabase());
    this.clock = DatabaseClock.of(fresh.url());
    this.admissions = Admissions.to(fresh.url());
    Database database =
        started.add(
            Database.open(
                new PostgresSettings(
                    DatabaseUrl.parse(fresh.url()), POOL_SIZE, Duration.ofSeconds(10))));
    this.data = database.forJobs();
    PostgresShows shows = new PostgresShows(database);
    SaleClock now = new SaleClock(shows::now);
    SeatBoards boards =
        new SeatBoards(
            new PostgresSeats(database, shows),
            SharedNews.NOBODY,
            now,
            BoardSettings.checkedEvery(Duration.ofMinutes(1)));
    SpentPasses spent = new SpentPasses();
    ClaimNews news = new ClaimSubsystem.News(boards::committed, spent::tell);
    List<GroupCommitter> committers =
        Stream.generate(
                () -> started.add(new GroupCommitter(database, shows, wallets.limits(), news)))
            .limit(LANES)
            .toList();
    Traffic traffic = new Traffic();
    LaneClaims claims =
        started.add(
            new LaneClaims(
                committers,
                LaneSettings.DEFAULT,
                lane -> new LaneMeters(new SimpleMeterRegistry(), lane, traffic::committed),
                PATIENCE));
    ShowCache cache = new ShowCache(shows, ChangeNews.UNHEARD);
    ClaimEndpoint window =
        new ClaimEndpoint(
            claims,
            cache,
            now,
            traffic,
            Freshness.CERTAIN,
            new ClaimLimits(limits, new SimpleMeterRegistry()));
    PostgresHolds holds = new PostgresHolds(database);
    PostgresBookings bookings = new PostgresBookings(database);
    PostgresWallets purses = new PostgresWallets(database);
    this.passes = new Passes(StoredKeyring.loadOrCreate(database));
    this.receipts = new Receipts(StoredKeyring.loadOrCreate(database));
    PassHeader shown = new PassHeader(passes, now);
    Drain drain = new Drain();
    SeatStreams streams =
        new SeatStreams(boards, now, drain, new StreamSlots<>(STREAMS, STREAMS_EACH));
    WaitingRoomSubsystem desk =
        started.add(
            new WaitingRoomSubsystem(
                new WaitingRoomSubsystem.Stores(database, shows, redis(lines.redisPort()), prefix),
                new WaitingRoomSubsystem.Sale(
                    boards, cache, spent, now, new Activity(Duration.ofHours(1))),
                StoredKeyring.loadOrCreate(database),
                new RoomSettings(lines.limits(), QueueRates.DEFAULT),
                new SimpleMeterRegistry()));
    this.rooms = desk.rooms();
    this.draws = new PostgresDrawStore(database);
    PostgresSaleStatistics book =
        new PostgresSaleStatistics(database, () -> new OutboxLag(0, Duration.ZERO));
    SaleOverviews sale =
        new SaleOverviews(
            new SaleOverviews.All(boards, desk::stats, book),
            new SaleOverviews.Here(
                () -> "here:" + port(), traffic, () -> claims.depth(0), () -> List.of(DATABASE)),
            now);
    SaleHistory history = new SaleHistory(new SaleSampler(sale, traffic, book), traffic, now);
    started.add(Loop.start("sale history", SaleHistory.TICK, history::tick));
    SaleStreams saleStreams =
        new SaleStreams(sale, history, drain, new StreamSlots<>(STREAMS, STREAMS_EACH));
    this.server =
        started.add(
            RunningServer.timed(
                drain,
                traffic::responded,
                new SaleRoutes(sale, history, saleStreams, cache, now),
                new ExtensionRoutes(new PostgresHoldExtender(database, boards), cache, now),
                new BuyerRoutes(
                    holds,
                    purses,
                    window.replies(),
                    new BookingList(bookings, window.replies()),
                    new EntryList(purses, Freshness.CERTAIN),
                    now),
                lines.routes().over(rooms, now, drain),
                new ShowRoutes(shows, cache, boards, now, Freshness.CERTAIN),
                new HoldRoutes(window, shown, holds, cache, now),
                new BookingRoutes(
                    window,
                    withoutBroker(StoredKeyring.loadOrCreate(database), now),
                    shown,
                    new BookingRoutes.Stores(holds, bookings, cache),
                    now),
                operations(database, window, now, drain),
                new RefundRoutes(new PostgresRefunds(database)),
                new WalletRoutes(window, purses, wallets, now),
                new SeatRoutes(boards, streams, cache::exists, now, Freshness.CERTAIN),
                new ProofRoutes(draws, cache, now),
                new CrowdRoutes(crowd, this::port, cache::exists),
                new ConsumerRoutes(List.of(statistics(database))),
                new JobRoutes(started.add(new JobQueue(database.forJobs())).admin()),
                new MatchmakerRoutes(
                    new MatchMeters(new SimpleMeterRegistry(), List.of("duel")),
                    () -> 3,
                    () -> "here:50504"),
                new AlertRoutes(new PostgresAlertStore(database), List::of),
                new LoggingRoutes(
                    () -> "here:" + port(), new RefusalLog(KnownSeats.NOTHING, _ -> {}))));
  }

  /** The admin of the statistics; there is no Kafka that anybody would read. */
  private static ConsumerAdmin statistics(Database database) {
    return ConsumerAdmin.of(
        new Subscription<>(
            BookingStatistics.CONSUMER,
            List.of("stampede.booking-events"),
            new ToldBookingFormat(),
            BookingStatistics::add),
        ReaderSettings.of("nowhere:1", "nobody"),
        database.forConsumers());
  }

  private int port() {
    return server.port();
  }

  /** The crowd, which only notes where an operator called it to. */
  public RecordingCrowd crowd() {
    return crowd;
  }

  /** With the usual limits for wallets, which their buyers may fill. */
  public static SaleServer start() {
    return with(new WalletSettings(WalletLimits.DEFAULT, true));
  }

  public static SaleServer with(WalletSettings wallets) {
    return new SaleServer(wallets, Lines.usual(), UNLIMITED);
  }

  public static SaleServer with(Lines lines) {
    return new SaleServer(new WalletSettings(WalletLimits.DEFAULT, true), lines, UNLIMITED);
  }

  /** For those who claim too often. */
  public static SaleServer with(LimitSettings limits) {
    return new SaleServer(new WalletSettings(WalletLimits.DEFAULT, true), Lines.usual(), limits);
  }

  private Redis redis(int port) {
    return started.add(
        Redis.open(
            new RedisSettings.Single(
                new RedisNode("127.0.0.1", port),
                0,
                RedisSettings.Single.parse(TestServices.shared().redisUrl()).access())));
  }

  /** Lets a buyer in with this number for ten minutes, as the line does: the pass as a token. */
  public String pass(String buyer, String show, long number) {
    return pass(buyer, show, number, Instant.now().plus(Duration.ofMinutes(10)));
  }

  public String pass(String buyer, String show, long number, Instant until) {
    ShowId id = ShowId.parse(show).orElseThrow();
    admissions.admit(id, new Buyer(buyer), number, until);
    return passes.seal(new Pass(id, new Buyer(buyer), number, until));
  }

  /** Returns the buyer's receipt for a request that was accepted just now. */
  public String receipt(String buyer) {
    return receipts.seal(
        new Receipt(BookingRequestId.fresh(0), new Buyer(buyer), Instant.now(), 0, 0));
  }

  /** The time that decides. */
  public DatabaseClock clock() {
    return clock;
  }

  /** For what no request can bring about. */
  public void run(String sql) {
    try (Connection connection = data.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The lines in front of its shows. */
  public WaitingRooms rooms() {
    return rooms;
  }

  /** The prefix of all its keys in Redis. */
  public String keyPrefix() {
    return prefix;
  }

  /** The store of its shows' draws. */
  public DrawStore draws() {
    return draws;
  }

  @Override
  public RunningServer http() {
    return server;
  }

  @Override
  public void close() {
    started.close();
  }

  private static OperationRoutes operations(
      Database database, ClaimEndpoint window, InstantSource now, Drain drain) {
    OperationReplies looks =
        new OperationReplies(new PostgresRequestOutcomes(database), window, now);
    return new OperationRoutes(
        new Receipts(StoredKeyring.loadOrCreate(database)),
        looks,
        new OperationStreams(looks, now, drain, STREAMS),
        now);
  }

  /** Nobody has counted what waits: the broker is away, and nothing is answered later. */
  private static RequestAcceptor withoutBroker(Keyring keyring, InstantSource now) {
    return new RequestAcceptor(
        new RequestBacklogLimit(1, () -> false),
        (key, request) -> new RequestQueue.Sent.NotSent("there is no broker"),
        new Receipts(keyring),
        new RequestMeters(new SimpleMeterRegistry(), now),
        now);
  }
}
