package dev.stampede.server;

import dev.stampede.engine.claim.layer.ClaimObserver;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.waitingroom.Passes;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.ScratchTables;
import dev.stampede.postgres.booking.PostgresHolds;
import dev.stampede.postgres.deployment.DatabaseEpochs;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.redis.Redis;
import dev.stampede.redis.ScratchKeys;
import dev.stampede.redis.news.RedisChangeNews;
import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.Authenticator;
import dev.stampede.server.auth.Caller;
import dev.stampede.server.auth.DevelopmentIssuer;
import dev.stampede.server.auth.ExpectedClaims;
import dev.stampede.server.auth.Role;
import dev.stampede.server.auth.SessionCookies;
import dev.stampede.server.auth.TokenVerifier;
import dev.stampede.server.claim.ClaimEndpoint;
import dev.stampede.server.claim.ClaimLimits;
import dev.stampede.server.claim.PassHeader;
import dev.stampede.server.config.Settings;
import dev.stampede.server.hold.HoldRoutes;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.http.HttpServer;
import dev.stampede.server.http.HttpSettings;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.metrics.Metrics;
import dev.stampede.server.metrics.SaleAnswerCounts;
import dev.stampede.server.sale.Traffic;
import dev.stampede.server.show.SaleClock;
import dev.stampede.server.show.ShowCache;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A second way of claims, of the same parts as the server's own, that leaves nothing behind: its
 * listener is open on loopback alone and believes nobody's tokens but its own, PostgreSQL sees
 * {@linkplain ScratchTables tables that end with their session}, keys in Redis have a name of their
 * own and are removed, events are told to nobody, and its figures go with it.
 *
 * <p>A JVM compiles code, not objects: what buyers have rehearsed here is compiled for the server's
 * own parts too. No part knows of it, and nothing on the way of a real claim asks whether it is
 * one.
 */
final class Rehearsal {

  /** With {@link LimitSettings#DEFAULT} so many may claim every seat there is at once. */
  private static final int BUYERS = 300;

  private static final Duration GRACE = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(Rehearsal.class);

  /** The parts that the rehearsal shares with the server, and only reads. */
  record Server(
      Settings settings, Database database, DatabaseEpochs epochs, Keyring keys, SaleClock clock) {}

  private final Server server;
  private final RehearsalCrowd crowd;
  private final AuthSettings.Development auth =
      AuthSettings.Development.random(ExpectedClaims.NONE);
  private final InstantSource time = InstantSource.system();

  Rehearsal(Server server, RehearsalCrowd crowd) {
    this.server = server;
    this.crowd = crowd;
  }

  /**
   * Rehearses for as long as its crowd claims. One that fails has helped nobody and harmed nobody.
   */
  void run() {
    try {
      boolean goOn = !server.database().monitor().isAway();
      while (goOn) {
        goOn = rehearseOnce();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.debug("claims could not be rehearsed; the first buyers find a cold server", e);
    }
  }

  private boolean rehearseOnce() throws InterruptedException {
    try (ClosingStack started = new ClosingStack()) {
      return crowd.claim(open(started));
    }
  }

  private RehearsalCrowd.Stage open(ClosingStack started) {
    Settings settings = server.settings();
    SaleClock clock = server.clock();
    Metrics metrics = started.add(new Metrics());
    // A connection of its own: first answers are slow, which must not open the server's breakers.
    Redis redis = started.add(Redis.open(settings.services().redis()));
    Database database = started.add(server.database().onScratchTables());
    String prefix = settings.services().redisKeyPrefix() + "rehearsal:" + UUID.randomUUID() + ":";
    started.add(() -> forget(redis, prefix));
    RedisChangeNews changes = started.add(new RedisChangeNews(redis, prefix));
    Activity activity = new Activity(settings.sale().quietAfter());
    Traffic traffic = new Traffic();
    PostgresShows shows = new PostgresShows(database);
    ShowCache cache = new ShowCache(shows, changes);
    ClaimSubsystem claims =
        started.add(
            new ClaimSubsystem(
                new ClaimSubsystem.Stores(database, server.epochs(), shows, redis),
                prefix,
                settings.claims(),
                clock,
                new ClaimSubsystem.Listeners(
                    _ -> {}, () -> {}, ClaimObserver.NONE, metrics.registry(), traffic, activity)));
    ClaimEndpoint endpoint =
        new ClaimEndpoint(
            claims.claims(),
            cache,
            clock,
            traffic,
            Freshness.CERTAIN,
            new ClaimLimits(LimitSettings.DEFAULT, metrics.registry()));
    HoldRoutes holds =
        new HoldRoutes(
            endpoint,
            new PassHeader(new Passes(server.keys()), clock),
            new PostgresHolds(database),
            cache,
            clock);
    HttpServer http =
        started.add(
            new HttpServer(
                loopback(),
                List.of(holds),
                new Authenticator(
                    TokenVerifier.of(auth, time), new SessionCookies(server.keys(), time, true)),
                metrics.registry(),
                new RequestListeners(traffic, new SaleAnswerCounts(metrics.registry()), activity),
                new Drain()));
    http.start();
    return new RehearsalCrowd.Stage(
        http.port(),
        "/api/v1/shows/" + ScratchTables.SHOW + "/holds",
        tokens(),
        ScratchTables.SECTION,
        ScratchTables.ROWS,
        ScratchTables.SEATS_PER_ROW);
  }

  private List<String> tokens() {
    DevelopmentIssuer issuer = new DevelopmentIssuer(auth, time);
    return IntStream.range(0, BUYERS)
        .mapToObj(buyer -> issuer.issue(new Caller("buyer-" + buyer, Set.of(Role.BUYER))))
        .toList();
  }

  /** Claims that are under way when it is over are not waited for as long as a buyer's. */
  private static HttpSettings loopback() {
    HttpSettings usual = HttpSettings.anyFreePort();
    return new HttpSettings(
        usual.bind(),
        usual.port(),
        usual.maxBodyBytes(),
        usual.trustedProxies(),
        usual.readTimeout(),
        GRACE);
  }

  private void forget(Redis redis, String prefix) throws InterruptedException {
    long epoch = server.epochs().current().number();
    try {
      new ScratchKeys(redis, prefix, epoch, ScratchTables.SHOW)
          .remove(ScratchTables.ROWS * ScratchTables.SEATS_PER_ROW);
    } catch (ExecutionException | TimeoutException away) {
      log.debug("keys of the rehearsal under {} end by themselves", prefix, away);
    }
  }
}
