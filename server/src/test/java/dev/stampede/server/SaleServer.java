package dev.stampede.server;

import dev.stampede.assembly.ClaimWay;
import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.layer.SeatGate;
import dev.stampede.engine.requests.Receipt;
import dev.stampede.engine.requests.Receipts;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.engine.waitingroom.Pass;
import dev.stampede.engine.waitingroom.Passes;
import dev.stampede.engine.waitingroom.WaitingRooms;
import dev.stampede.engine.waitingroom.draw.DrawStore;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.waitingroom.PostgresDrawStore;
import dev.stampede.redis.gate.RedisSeatGate;
import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.config.ClaimSettings;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.SaleSettings;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.server.demo.RecordingCrowd;
import dev.stampede.server.http.Route;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.logging.Logging;
import dev.stampede.server.waitingroom.PlaceStreams;
import dev.stampede.server.waitingroom.QueueRates;
import dev.stampede.server.waitingroom.RoomSettings;
import dev.stampede.server.wallet.WalletSettings;
import dev.stampede.testkit.Admissions;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * The product itself, over a database of its own and the Redis and Kafka that all tests share: its
 * settings and {@link Overrides} are all that differs from a server on sale.
 */
public final class SaleServer extends SaleClient implements AutoCloseable {

  static {
    Logging.text();
  }

  /** Above the default, since a busy machine may stop for seconds; below that of a client. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Tests have few buyers, who do in a second what people do in an evening. */
  private static final LimitSettings FEW_STREAMS = new LimitSettings(0, 8, 8, PATIENCE);

  private static final LimitSettings UNLIMITED = new LimitSettings(0, 0, 0, PATIENCE);

  private static final WalletSettings USUAL_WALLETS =
      new WalletSettings(WalletLimits.DEFAULT, true);

  private final ClosingStack started = new ClosingStack();
  private final String prefix = TestServices.shared().freshKeyPrefix();
  private final RecordingCrowd crowd = new RecordingCrowd();
  private final DatabaseClock clock;
  private final Admissions admissions;
  private final Sql sql;
  private final Main main;
  private final Client client = new Client();

  /** The port of the Redis that keeps the lines, their limits, and the time that they go by. */
  public record Lines(
      int redisPort, LineLimits limits, QueueRates rates, int maxStreams, LongSupplier nanos) {

    static Lines usual() {
      return new Lines(
          sharedRedis(),
          LineLimits.DEFAULT,
          QueueRates.DEFAULT,
          PlaceStreams.DEFAULT_MAX_WATCHERS,
          System::nanoTime);
    }

    /** Of the Redis that all tests share. */
    public static int sharedRedis() {
      return URI.create(TestServices.shared().redisUrl()).getPort();
    }
  }

  private final class Client extends ServerClient {

    @Override
    public int port() {
      return main.port();
    }
  }

  private SaleServer(WalletSettings wallets, Lines lines, LimitSettings limits, ClaimWay way) {
    TestDatabase database =
        started.add(TestServices.shared().migratedDatabase(SaleServer::migrate));
    this.clock = DatabaseClock.of(database.url());
    this.admissions = Admissions.to(database.url());
    this.sql = new Sql(database.url());
    started.add(client);
    this.main =
        started.add(
            Main.start(
                settings(database, wallets, lines, limits, way),
                crowd,
                null,
                new Overrides(lines.nanos(), lines.maxStreams())));
  }

  private static void migrate(String url) {
    Database.open(new PostgresSettings(DatabaseUrl.parse(url), 2, Duration.ofSeconds(10))).close();
  }

  private Settings settings(
      TestDatabase database,
      WalletSettings wallets,
      Lines lines,
      LimitSettings limits,
      ClaimWay way) {
    TestServices services = TestServices.shared();
    String redis = services.redisUrl();
    Settings usual =
        Settings.read(
            SettingsSource.of(
                Map.of(
                    "STAMPEDE_PORT",
                    "0",
                    "STAMPEDE_GRPC_PORT",
                    "0",
                    "STAMPEDE_SHUTDOWN_GRACE",
                    "2",
                    "DATABASE_URL",
                    database.url(),
                    "REDIS_URL",
                    redis.replace(":" + URI.create(redis).getPort(), ":" + lines.redisPort()),
                    "REDIS_KEY_PREFIX",
                    prefix,
                    "KAFKA_BOOTSTRAP_SERVERS",
                    services.kafkaBootstrapServers(),
                    "KAFKA_TOPIC_PREFIX",
                    services.freshTopicPrefix())),
            Mode.UP);
    ClaimSettings claims = usual.claims();
    SaleSettings sale =
        new SaleSettings(
            new ClaimSettings(
                way,
                claims.lanes(),
                claims.seatLockTimeout(),
                claims.seatCacheTtl(),
                claims.transactionTimeout(),
                wallets),
            new RoomSettings(lines.limits(), lines.rates()),
            limits,
            usual.sale().backlogs(),
            usual.sale().quietAfter(),
            usual.sale().explainRefusals());
    return new Settings(
        usual.http(),
        new AuthSettings.Development(ServerClient.SECRET),
        usual.services(),
        sale,
        usual.matching(),
        usual.local());
  }

  /** The crowd, which only notes where an operator called it to. */
  public RecordingCrowd crowd() {
    return crowd;
  }

  /** With the usual limits for wallets, which their buyers may fill. */
  public static SaleServer start() {
    return with(USUAL_WALLETS);
  }

  public static SaleServer with(WalletSettings wallets) {
    return new SaleServer(wallets, Lines.usual(), FEW_STREAMS, ClaimWay.GROUP_COMMIT);
  }

  public static SaleServer with(Lines lines) {
    return new SaleServer(USUAL_WALLETS, lines, UNLIMITED, ClaimWay.GROUP_COMMIT);
  }

  /** For buyers who claim too often. */
  public static SaleServer with(LimitSettings limits) {
    return new SaleServer(USUAL_WALLETS, Lines.usual(), limits, ClaimWay.GROUP_COMMIT);
  }

  public static SaleServer with(ClaimWay way) {
    return new SaleServer(USUAL_WALLETS, Lines.usual(), FEW_STREAMS, way);
  }

  /** Lets a buyer in with this number for ten minutes, as the line does: the pass as a token. */
  public String pass(String buyer, String show, long number) {
    return pass(buyer, show, number, Instant.now().plus(Duration.ofMinutes(10)));
  }

  public String pass(String buyer, String show, long number, Instant until) {
    ShowId id = ShowId.parse(show).orElseThrow();
    admissions.admit(id, new Buyer(buyer), number, until);
    return new Passes(main.wiring().keyring).seal(new Pass(id, new Buyer(buyer), number, until));
  }

  /** Returns the buyer's receipt for a request that was accepted just now. */
  public String receipt(String buyer) {
    return new Receipts(main.wiring().keyring)
        .seal(new Receipt(BookingRequestId.fresh(0), new Buyer(buyer), Instant.now(), 0, 0));
  }

  /** The time that decides. */
  public DatabaseClock clock() {
    return clock;
  }

  /** For changes that no request can bring about. */
  public void run(String statement) {
    sql.run(statement);
  }

  /** Returns a new connection to its database, for locks that a test keeps for a while. */
  public Connection connect() throws SQLException {
    return sql.connect();
  }

  /**
   * Enters a seat at the gate, as another server does that is killed before its transaction ends.
   * On a busy machine the gate may not answer in time. A late answer is then taken back, so each
   * try enters for a buyer and a hold of its own.
   *
   * @param keyLasts how long the key lasts that nobody gives back
   */
  public void enterAndVanish(String show, int seat, Duration keyLasts) {
    Wiring wiring = main.wiring();
    var gate =
        new RedisSeatGate(wiring.connections.redis(), prefix, wiring.claims::epoch, keyLasts);
    var _ =
        Eventually.within(Duration.ofSeconds(30))
            .until(
                "the seat is entered",
                () ->
                    gate.enter(
                        ShowId.parse(show).orElseThrow(),
                        List.of(seat),
                        new Buyer("another server's " + UUID.randomUUID()),
                        HoldId.fresh(0)),
                SeatGate.Verdict.Passed.class::isInstance);
  }

  /** The lines in front of its shows. */
  public WaitingRooms rooms() {
    return main.wiring().waitingRoom.rooms();
  }

  /** The open streams of places in line. */
  public PlaceStreams placeStreams() {
    return main.wiring().streams.places();
  }

  /** All routes that it offers. */
  public List<Route> routes() {
    return main.routes();
  }

  /** The prefix of all its keys in Redis. */
  public String keyPrefix() {
    return prefix;
  }

  /** The store of its shows' draws. */
  public DrawStore draws() {
    return new PostgresDrawStore(main.wiring().connections.database());
  }

  @Override
  public ServerClient http() {
    return client;
  }

  @Override
  public void close() {
    started.close();
  }
}
