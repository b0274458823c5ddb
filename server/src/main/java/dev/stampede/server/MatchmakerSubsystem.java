package dev.stampede.server;

import dev.stampede.matchmaking.backend.Backend;
import dev.stampede.matchmaking.backend.BackendSettings;
import dev.stampede.matchmaking.backend.MatchLoop;
import dev.stampede.matchmaking.grpc.GrpcServer;
import dev.stampede.matchmaking.grpc.GrpcServerException;
import dev.stampede.matchmaking.grpc.GrpcSettings;
import dev.stampede.matchmaking.grpc.TicketCalls;
import dev.stampede.matchmaking.match.Assigner;
import dev.stampede.matchmaking.match.BestFirst;
import dev.stampede.matchmaking.match.MatchPlan;
import dev.stampede.matchmaking.redis.RedisTicketStore;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.TicketCounts;
import dev.stampede.matchmaking.ticket.TicketLeases;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSettings;
import dev.stampede.server.config.MatchSettings;
import dev.stampede.server.failure.ServerException;
import dev.stampede.server.http.HttpSettings;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.matchmaking.AssignerSettings;
import dev.stampede.server.matchmaking.HttpAssigner;
import dev.stampede.server.matchmaking.MatchmakerRoutes;
import dev.stampede.server.matchmaking.ProfileSettings;
import dev.stampede.server.metrics.MatchMeters;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;

/**
 * The part of the wiring that makes matches: tickets in Redis, Open Match's frontend over gRPC, and
 * a backend for the profiles that this server was given. A subsystem of {@link Wiring}.
 */
final class MatchmakerSubsystem implements AutoCloseable {

  /** The interval at which a backend looks when no ticket arrives: windows widen, leases end. */
  private static final Duration TICK = Duration.ofMillis(200);

  private static final Duration LAST_TICK_MAY_TAKE = Duration.ofSeconds(5);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration QUIET_LOOK = Duration.ofSeconds(10);

  /** The stores that it uses. */
  record Stores(Redis redis, Optional<RedisSettings.Single> replica, String keyPrefix) {}

  private final ClosingStack started = new ClosingStack();
  private final TicketLeases leases;
  private final MatchMeters meters;
  private final TicketCalls calls;
  private final GrpcServer grpc;
  private final HttpSettings http;

  MatchmakerSubsystem(
      Stores stores,
      MatchSettings settings,
      HttpSettings http,
      Activity activity,
      MeterRegistry registry) {
    this.http = http;
    RedisTicketStore store = started.add(open(stores, settings));
    this.leases = store.leases();
    this.meters =
        new MatchMeters(registry, settings.profiles().stream().map(ProfileSettings::name).toList());
    this.calls = new TicketCalls(store.tickets());
    Gauge.builder("stampede.match.watchers", calls, TicketCalls::watchers)
        .description("Clients that watch a ticket here")
        .register(registry);
    this.grpc = started.add(new GrpcServer(where(settings, http), calls, registry));
    started.add(leases.onArrival(activity::signHere));
    LoopInterval looks = activity.pace(LOOK_EVERY, QUIET_LOOK);
    started.add(Loop.start("match figures", looks, this::look));
    if (!settings.profiles().isEmpty()) {
      Backend backend =
          new Backend(
              leases,
              settings.profiles().stream().map(MatchmakerSubsystem::plan).toList(),
              BackendSettings.DEFAULT,
              new BestFirst(),
              meters);
      started.add(MatchLoop.start(backend, leases, TICK, LAST_TICK_MAY_TAKE));
    }
  }

  private RedisTicketStore open(Stores stores, MatchSettings settings) {
    TicketSettings tickets = TicketSettings.DEFAULT.validating(settings.validate());
    return stores
        .replica()
        .map(replica -> started.add(Redis.open(replica)))
        .map(
            replica ->
                RedisTicketStore.openReading(stores.redis(), replica, stores.keyPrefix(), tickets))
        .orElseGet(() -> RedisTicketStore.open(stores.redis(), stores.keyPrefix(), tickets));
  }

  /** Several servers on one machine: the first has the usual port, if nobody named another. */
  private static GrpcSettings where(MatchSettings settings, HttpSettings http) {
    GrpcSettings there = new GrpcSettings(http.bind(), settings.grpcPort(), http.shutdownGrace());
    return settings.anyOtherPort() ? there.orAnyOtherPort() : there;
  }

  private static MatchPlan plan(ProfileSettings settings) {
    Assigner assigner =
        switch (settings.assigner()) {
          case AssignerSettings.Fixed fixed -> Assigner.fixed(Assignment.to(fixed.connection()));
          case AssignerSettings.Http asked -> new HttpAssigner(settings.name(), asked);
        };
    return new MatchPlan(settings.profile(), settings.function(), assigner);
  }

  /** Counts the tickets; if that fails, the health service tells clients so. */
  private void look() {
    boolean well = false;
    try {
      TicketCounts counts = leases.counts();
      meters.see(counts);
      well = true;
    } finally {
      grpc.serving(well);
    }
  }

  /**
   * Listens from now on.
   *
   * @throws ServerException if the port is taken or the address cannot be used
   */
  void start() {
    try {
      grpc.start();
    } catch (GrpcServerException e) {
      throw new ServerException(String.valueOf(e.getMessage()), e);
    }
  }

  int port() {
    return grpc.port();
  }

  RouteSet routes() {
    return new MatchmakerRoutes(meters, calls::watchers, () -> http.name(port()));
  }

  /** No tick begins, calls end, and then the store closes. */
  @Override
  public void close() {
    started.close();
  }
}
