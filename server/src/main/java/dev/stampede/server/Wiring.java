package dev.stampede.server;

import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.waitingroom.Passes;
import dev.stampede.engine.waitingroom.SpentPasses;
import dev.stampede.postgres.booking.PostgresBookings;
import dev.stampede.postgres.booking.PostgresHolds;
import dev.stampede.postgres.booking.PostgresRefunds;
import dev.stampede.postgres.booking.PostgresWallets;
import dev.stampede.postgres.claim.PostgresHoldExtender;
import dev.stampede.postgres.deployment.StoredKeyring;
import dev.stampede.postgres.sale.PostgresSaleStatistics;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.waitingroom.PostgresDrawStore;
import dev.stampede.redis.news.RedisChangeNews;
import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.SessionCookies;
import dev.stampede.server.claim.ClaimEndpoint;
import dev.stampede.server.claim.ClaimLimits;
import dev.stampede.server.claim.PassHeader;
import dev.stampede.server.config.ServiceSettings;
import dev.stampede.server.config.Settings;
import dev.stampede.server.demo.Demo;
import dev.stampede.server.health.Dependency;
import dev.stampede.server.health.Health;
import dev.stampede.server.http.Drain;
import dev.stampede.server.metrics.Metrics;
import dev.stampede.server.sale.SaleOverviews;
import dev.stampede.server.sale.Traffic;
import dev.stampede.server.show.SaleClock;
import dev.stampede.server.show.ShowCache;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/**
 * Constructs and starts everything behind the routes. In the server, only this class, {@link
 * Connections}, the {@code …Subsystem} classes and {@link Rehearsal} construct adapters. The
 * constructor is the table of contents, in the order in which parts start; they stop in reverse.
 */
final class Wiring implements AutoCloseable {

  private final ClosingStack started = new ClosingStack();
  private final ServiceSettings services;
  private final SpentPasses spent = new SpentPasses();
  private final RedisChangeNews changes;

  final Settings settings;
  final Overrides overrides;
  final Supplier<String> name;
  final InstantSource time = InstantSource.system();
  final Drain drain = new Drain();
  final Traffic traffic = new Traffic();
  final Metrics metrics;
  final Activity activity;
  final Connections connections;
  final ReadSubsystem reads;
  final PostgresShows shows;
  final SaleClock clock;
  final ShowCache showCache;
  final Keyring keyring;
  final SessionCookies cookies;
  final RelaySubsystem relay;
  final ClaimSubsystem claims;
  final VerifySubsystem verify;
  final JobSubsystem jobs;
  final WaitingRoomSubsystem waitingRoom;
  final StatisticsSubsystem statistics;
  final RewindRecovery rewind;
  final MatchmakerSubsystem matchmaker;
  final StreamSubsystem streams;
  final ClaimEndpoint endpoint;
  final PassHeader passes;
  final BookingRequestSubsystem requests;
  final Health health;
  final AlertSubsystem alerts;
  final SaleViewSubsystem saleView;
  final PostgresHolds holds;
  final PostgresBookings bookings;
  final PostgresWallets wallets;
  final PostgresRefunds refunds;
  final PostgresHoldExtender holdExtender;
  final PostgresDrawStore draws;
  final Demo demo;

  /**
   * Starts all parts, or throws and leaves nothing running.
   *
   * @param name the name of this server, known once it listens
   */
  Wiring(Settings settings, Supplier<String> name, Overrides overrides) {
    this.settings = settings;
    this.overrides = overrides;
    this.services = settings.services();
    this.name = name;
    try {
      metrics = started.add(new Metrics());
      activity = new Activity(settings.sale().quietAfter());
      connections = started.add(new Connections(services));
      connections.watch(activity, registry());
      reads = started.add(startReads());
      shows = new PostgresShows(connections.database(), reads.reads());
      clock = new SaleClock(shows::now, activity::isQuiet);
      changes = started.add(new RedisChangeNews(connections.redis(), services.redisKeyPrefix()));
      shareActivity();
      showCache = new ShowCache(shows, changes);
      relay = started.add(startRelay());
      claims = started.add(startClaims());
      claims.refusals().set(settings.sale().explainRefusals());
      verify = started.add(startVerify());
      jobs = started.add(startJobs());
      keyring = startKeyring();
      cookies = new SessionCookies(keyring, time, !isDevelopment());
      waitingRoom = started.add(startWaitingRoom());
      statistics = started.add(startStatistics());
      rewind = started.add(startRewind());
      matchmaker = started.add(startMatchmaker());
      streams = started.add(startStreams());
      streams.meter(registry());
      endpoint = newEndpoint();
      passes = new PassHeader(new Passes(keyring), clock);
      requests = started.add(startRequests());
      health = new Health(parts());
      alerts = started.add(startAlerts());
      saleView = started.add(startSaleView());
      holds = new PostgresHolds(connections.database());
      bookings = new PostgresBookings(connections.database(), reads.reads());
      wallets = new PostgresWallets(connections.database(), reads.reads());
      refunds = new PostgresRefunds(connections.database());
      holdExtender = new PostgresHoldExtender(connections.database(), claims.boards());
      draws = new PostgresDrawStore(connections.database());
      demo = new Demo(shows, claims.claims(), wallets, settings.claims().wallets().limits());
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  MeterRegistry registry() {
    return metrics.registry();
  }

  boolean isDevelopment() {
    return settings.auth() instanceof AuthSettings.Development;
  }

  private ReadSubsystem startReads() {
    return new ReadSubsystem(connections.database(), services.readReplica(), activity, registry());
  }

  private void shareActivity() {
    activity.share(changes);
    Gauge.builder("stampede.quiet", activity, seen -> seen.isQuiet() ? 1 : 0)
        .description("1 while nobody uses the deployment and this server looks less often")
        .register(registry());
  }

  private RelaySubsystem startRelay() {
    return new RelaySubsystem(
        new RelaySubsystem.Stores(connections.database(), shows, connections.kafka()),
        services.kafka(),
        settings.sale().outboxAlertRows(),
        activity,
        registry());
  }

  private ClaimSubsystem startClaims() {
    return new ClaimSubsystem(
        new ClaimSubsystem.Stores(
            connections.database(), connections.epochs(), shows, connections.redis()),
        services.redisKeyPrefix(),
        settings.claims(),
        clock,
        new ClaimSubsystem.Listeners(
            spent::tell, relay::wake, reads.observer(), registry(), traffic, activity));
  }

  private VerifySubsystem startVerify() {
    return new VerifySubsystem(
        new VerifySubsystem.Stores(
            connections.database(),
            connections.redis(),
            services.redisKeyPrefix(),
            claims::epoch,
            settings.claims().seatLockTimeout()),
        activity,
        registry());
  }

  private JobSubsystem startJobs() {
    return new JobSubsystem(
        connections.database(), claims.boards(), verify.checks(), activity, registry());
  }

  private Keyring startKeyring() {
    Keyring keys = StoredKeyring.loadOrCreate(connections.database());
    LoopInterval refreshes = activity.pace(Keyring.REFRESH_EVERY, Keyring.QUIET_REFRESH);
    started.add(Loop.start("signing keys", refreshes, keys::refresh));
    return keys;
  }

  private WaitingRoomSubsystem startWaitingRoom() {
    return new WaitingRoomSubsystem(
        new WaitingRoomSubsystem.Stores(
            connections.database(), shows, connections.redis(), services.redisKeyPrefix()),
        new WaitingRoomSubsystem.Sale(claims.boards(), showCache, spent, clock, activity),
        keyring,
        settings.rooms(),
        registry());
  }

  private StatisticsSubsystem startStatistics() {
    return new StatisticsSubsystem(
        new StatisticsSubsystem.Stores(
            connections.database(), connections.epochs(), connections.kafka()),
        services.kafka(),
        activity,
        registry());
  }

  private RewindRecovery startRewind() {
    return new RewindRecovery(
        connections.epochs(),
        List.of(_ -> showCache.startOver(), claims::startOver, _ -> waitingRoom.startOver()),
        activity,
        registry());
  }

  private MatchmakerSubsystem startMatchmaker() {
    return new MatchmakerSubsystem(
        new MatchmakerSubsystem.Stores(
            connections.redis(), services.redisReplica(), services.redisKeyPrefix()),
        settings.matching(),
        settings.http(),
        activity,
        registry());
  }

  private StreamSubsystem startStreams() {
    return new StreamSubsystem(
        new StreamSubsystem.Shown(waitingRoom.rooms(), claims.boards(), clock),
        settings.limits(),
        drain,
        activity,
        overrides);
  }

  private ClaimEndpoint newEndpoint() {
    return new ClaimEndpoint(
        claims.claims(),
        showCache,
        clock,
        traffic,
        reads.freshness(),
        new ClaimLimits(settings.limits(), registry()));
  }

  private BookingRequestSubsystem startRequests() {
    return new BookingRequestSubsystem(
        new BookingRequestSubsystem.Stores(
            connections.database(), connections.kafka(), services.kafka(), keyring),
        new BookingRequestSubsystem.Sale(claims.inOrder(), endpoint, clock, activity),
        settings.sale().requestLagLimit(),
        changes,
        drain,
        registry());
  }

  private List<Dependency> parts() {
    List<Dependency> parts = connections.parts(reads);
    parts.add(claims.part());
    parts.add(requests.part());
    return parts;
  }

  private AlertSubsystem startAlerts() {
    return new AlertSubsystem(
        connections.database(),
        new AlertSubsystem.Watched(claims, jobs, relay, verify, rewind, activity),
        health,
        settings.sale().outboxAlertRows(),
        clock,
        registry());
  }

  private SaleViewSubsystem startSaleView() {
    return new SaleViewSubsystem(
        new SaleOverviews.All(
            claims.boards(),
            waitingRoom::stats,
            new PostgresSaleStatistics(connections.database(), relay::lag)),
        new SaleOverviews.Here(name, traffic, claims::laneDepth, health::services),
        traffic,
        clock,
        drain,
        activity);
  }

  @Override
  public void close() {
    started.close();
  }
}
