package dev.stampede.server;

import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.SigningKey;
import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.Authenticator;
import dev.stampede.server.auth.DevelopmentIssuer;
import dev.stampede.server.auth.SessionCookies;
import dev.stampede.server.auth.TokenVerifier;
import dev.stampede.server.docs.DocsRoutes;
import dev.stampede.server.health.Dependency;
import dev.stampede.server.health.Health;
import dev.stampede.server.health.HealthRoutes;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.HttpServer;
import dev.stampede.server.http.HttpSettings;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.logging.Logging;
import dev.stampede.server.metrics.Metrics;
import dev.stampede.server.metrics.MetricsRoutes;
import dev.stampede.server.pages.PageRoutes;
import dev.stampede.server.session.DevelopmentRoutes;
import dev.stampede.server.session.SessionRoutes;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A real server on a free port with the routes that a test names, and its client. */
public final class RunningServer extends ServerClient implements AutoCloseable {

  static {
    Logging.text();
  }

  private final Metrics metrics = new Metrics();
  private final HttpServer server;

  private RunningServer(
      HttpSettings settings,
      AuthSettings auth,
      List<Dependency> parts,
      Drain drain,
      Consumer<Duration> answered,
      List<RouteSet> more) {
    Clock clock = Clock.systemUTC();
    Keyring keyring = new Keyring(List.of(SigningKey.of(1, new byte[32])));
    boolean development = auth instanceof AuthSettings.Development;
    SessionCookies cookies = new SessionCookies(keyring, clock, !development);
    List<RouteSet> features = new ArrayList<>();
    features.add(new PageRoutes());
    features.add(new DocsRoutes());
    features.add(new HealthRoutes(new Health(parts), () -> !drain.begun()));
    features.add(new MetricsRoutes(metrics));
    features.add(new SessionRoutes(cookies));
    if (auth instanceof AuthSettings.Development own) {
      features.add(new DevelopmentRoutes(new DevelopmentIssuer(own, clock)));
    }
    features.addAll(more);
    server =
        new HttpServer(
            settings,
            features,
            new Authenticator(TokenVerifier.of(auth, clock), cookies),
            metrics.registry(),
            answered::accept,
            drain);
    server.start();
  }

  public static RunningServer start() {
    return with(HttpSettings.anyFreePort());
  }

  public static RunningServer with(HttpSettings settings, RouteSet... more) {
    return new RunningServer(
        settings,
        new AuthSettings.Development(SECRET),
        List.of(),
        new Drain(),
        _ -> {},
        List.of(more));
  }

  public static RunningServer with(RouteSet... more) {
    return with(HttpSettings.anyFreePort(), more);
  }

  /** For routes that must know when the server goes down. */
  public static RunningServer with(Drain drain, RouteSet... more) {
    return new RunningServer(
        HttpSettings.anyFreePort(),
        new AuthSettings.Development(SECRET),
        List.of(),
        drain,
        _ -> {},
        List.of(more));
  }

  /** For routes that tell how long all answers took. */
  public static RunningServer timed(Drain drain, Consumer<Duration> answered, RouteSet... more) {
    return new RunningServer(
        HttpSettings.anyFreePort(),
        new AuthSettings.Development(SECRET),
        List.of(),
        drain,
        answered,
        List.of(more));
  }

  public static RunningServer with(AuthSettings auth, RouteSet... more) {
    return new RunningServer(
        HttpSettings.anyFreePort(), auth, List.of(), new Drain(), _ -> {}, List.of(more));
  }

  public static RunningServer watching(List<Dependency> parts) {
    return new RunningServer(
        HttpSettings.anyFreePort(),
        new AuthSettings.Development(SECRET),
        parts,
        new Drain(),
        _ -> {},
        List.of());
  }

  /** The defaults, but for the time-outs. */
  public static HttpSettings settings(Duration readTimeout, Duration shutdownGrace) {
    HttpSettings usual = HttpSettings.anyFreePort();
    return new HttpSettings(
        usual.bind(), 0, usual.maxBodyBytes(), usual.trustedProxies(), readTimeout, shutdownGrace);
  }

  @Override
  public int port() {
    return server.port();
  }

  public HttpServer server() {
    return server;
  }

  @Override
  public void close() {
    server.close();
    super.close();
    metrics.close();
  }
}
