package dev.stampede.server;

import dev.stampede.jobs.JobsException;
import dev.stampede.kafka.KafkaUnusableException;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.redis.RedisUnreachableException;
import dev.stampede.server.auth.Authenticator;
import dev.stampede.server.auth.TokenVerifier;
import dev.stampede.server.config.Settings;
import dev.stampede.server.demo.CrowdRoutes;
import dev.stampede.server.demo.Demo;
import dev.stampede.server.demo.DemoCrowd;
import dev.stampede.server.failure.ServerException;
import dev.stampede.server.http.HttpServer;
import dev.stampede.server.http.Route;
import dev.stampede.server.http.RouteSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole server. {@link Wiring} puts its parts together, {@link ApiRoutes} lists its routes, and
 * this class listens.
 */
public final class Main implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Main.class);

  private final ClosingStack started = new ClosingStack();
  private final Wiring wiring;
  private final HttpServer http;
  private volatile boolean rehearsed;

  /** Starts the whole server, or throws and leaves nothing running. */
  public static Main start(Settings settings) {
    return start(settings, null, null);
  }

  /** The same for show: with a crowd that operators may call. It is closed with the server. */
  public static Main start(Settings settings, DemoCrowd crowd) {
    return start(settings, crowd, null);
  }

  /**
   * The same with crowds, where there are any.
   *
   * @param rehearsal claims before the server says that it is ready, and before this returns
   */
  public static Main start(
      Settings settings, @Nullable DemoCrowd crowd, @Nullable RehearsalCrowd rehearsal) {
    return start(settings, crowd, rehearsal, Overrides.NONE);
  }

  /** The same with parts of a test's own. */
  static Main start(
      Settings settings,
      @Nullable DemoCrowd crowd,
      @Nullable RehearsalCrowd rehearsal,
      Overrides overrides) {
    try {
      return new Main(settings, crowd, rehearsal, overrides);
    } catch (DatabaseException
        | JobsException
        | RedisUnreachableException
        | KafkaUnusableException e) {
      throw new ServerException(String.valueOf(e.getMessage()), e);
    }
  }

  private Main(
      Settings settings,
      @Nullable DemoCrowd crowd,
      @Nullable RehearsalCrowd rehearsal,
      Overrides overrides) {
    wiring = started.add(new Wiring(settings, () -> settings.http().name(port()), overrides));
    try {
      List<RouteSet> routes = ApiRoutes.over(wiring, this::isReady);
      if (crowd != null) {
        routes.add(new CrowdRoutes(crowd, this::port, wiring.showCache::exists));
      }
      http = started.add(newHttpServer(routes));
      http.start();
      log.info("listening on {}, port {}", settings.http().bind(), port());
      wiring.matchmaker.start();
      wiring.alerts.start(settings.http().name(port()));
      if (crowd != null) {
        started.add(crowd); // last, so that it goes before the server it talks to
      }
      if (rehearsal != null) {
        new Rehearsal(rehearsed(), rehearsal).run();
      }
      rehearsed = true;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private HttpServer newHttpServer(List<RouteSet> routes) {
    return new HttpServer(
        wiring.settings.http(),
        routes,
        new Authenticator(TokenVerifier.of(wiring.settings.auth(), wiring.time), wiring.cookies),
        wiring.registry(),
        new RequestListeners(wiring.traffic, wiring.alerts.answers(), wiring.activity),
        wiring.drain);
  }

  private Rehearsal.Server rehearsed() {
    return new Rehearsal.Server(
        wiring.settings,
        wiring.connections.database(),
        wiring.connections.epochs(),
        wiring.keyring,
        wiring.clock);
  }

  private boolean isReady() {
    return rehearsed && !wiring.drain.begun();
  }

  /** The port it listens on. */
  public int port() {
    return http.port();
  }

  /** The port it listens on for gRPC. */
  public int grpcPort() {
    return wiring.matchmaker.port();
  }

  /** Something to try things with: a show on sale, and points to spend. */
  public Demo demo() {
    return wiring.demo;
  }

  /** Its routes, for tests. */
  List<Route> routes() {
    return http.routes();
  }

  /** Its parts, for tests. */
  Wiring wiring() {
    return wiring;
  }

  @Override
  public void close() {
    started.close();
  }
}
