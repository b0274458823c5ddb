package dev.stampede.server.http;

import dev.stampede.server.auth.Authenticator;
import dev.stampede.server.failure.ServerException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listener: a virtual thread for each connection, and a stop that lets requests finish. */
public final class HttpServer implements AutoCloseable {

  static final int MAX_CONNECTIONS = 65_536;

  /** The idle timeout of a connection between requests; keep that of a proxy in front below it. */
  static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);

  /** Added to the timeout of the body reader, which tells a client that drips. */
  private static final Duration MAX_EXTRA_TIMEOUT = Duration.ofSeconds(1);

  private static final int RECEIVE_BUFFER_BYTES = 64 * 1024;

  private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

  private final HttpSettings settings;
  private final Drain drain;
  private final List<Route> routes;
  private final InetAddress address;
  private final RequestReadTimeout reads;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final WebServer server;

  /**
   * A server that does not listen yet.
   *
   * @param listener hears how requests were answered
   */
  public HttpServer(
      HttpSettings settings,
      List<RouteSet> features,
      Authenticator authenticator,
      MeterRegistry registry,
      RequestListener listener,
      Drain drain) {
    this.settings = settings;
    this.drain = drain;
    this.address = address(settings.bind());
    Routes collected = new Routes();
    features.forEach(feature -> feature.addTo(collected));
    this.routes = collected.all();
    this.reads =
        new RequestReadTimeout(settings.readTimeout().plus(extraTimeout(settings.readTimeout())));
    RequestTimers timers = new RequestTimers(registry, listener);
    Dispatcher dispatcher =
        new Dispatcher(
            new RouteTable(routes, timers),
            timers,
            authenticator,
            new Request.Reading(
                new BodyReader(settings.maxBodyBytes(), settings.readTimeout(), reads),
                new ClientAddresses(settings.trustedProxies())),
            drain);
    this.server = server(dispatcher, new EarlyProblems(settings.maxBodyBytes(), timers, reads));
  }

  private WebServer server(Dispatcher dispatcher, EarlyProblems early) {
    return WebServer.builder()
        .shutdownHook(false)
        .address(address)
        .port(settings.port())
        .maxPayloadSize(settings.maxBodyBytes() + (long) BodyReader.HEARD_OUT)
        .maxTcpConnections(MAX_CONNECTIONS)
        .shutdownGracePeriod(settings.shutdownGrace())
        .connectionOptions(options -> options.tcpNoDelay(true))
        .idleConnectionTimeout(IDLE_TIMEOUT)
        .idleConnectionPeriod(IDLE_TIMEOUT.dividedBy(4))
        .listenerSocketOptions(
            Map.of(
                StandardSocketOptions.SO_REUSEADDR,
                true,
                StandardSocketOptions.SO_RCVBUF,
                RECEIVE_BUFFER_BYTES))
        .contentEncoding(new NoContentDecoding())
        .directHandlers(early.forEveryEvent())
        .protocolsDiscoverServices(false)
        .addConnectionSelector(new HttpConnections(reads))
        .routing(HttpRouting.builder().any(dispatcher))
        .build();
  }

  private static Duration extraTimeout(Duration readTimeout) {
    Duration half = readTimeout.dividedBy(2);
    return half.compareTo(MAX_EXTRA_TIMEOUT) < 0 ? half : MAX_EXTRA_TIMEOUT;
  }

  /**
   * Throws unless this server could listen there now. The web server only logs why it cannot bind;
   * asking first gives a reason to act on.
   *
   * @throws PortTakenException if somebody else listens there
   */
  public static void requireFree(HttpSettings settings) {
    if (settings.port() == 0) {
      return;
    }
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(address(settings.bind()), settings.port()));
    } catch (BindException e) {
      String reason = String.valueOf(e.getMessage());
      if (reason.contains("in use")) {
        throw new PortTakenException(settings.bind(), settings.port(), e);
      }
      throw cannotListen(settings, e);
    } catch (IOException e) {
      throw cannotListen(settings, e);
    }
  }

  /**
   * Binds and begins to answer.
   *
   * @throws PortTakenException if somebody else listens there
   */
  public void start() {
    requireFree(settings);
    server.start();
    if (!server.isRunning()) {
      throw new ServerException(
          "the server did not start on %s, port %d".formatted(settings.bind(), settings.port()));
    }
    Thread.ofVirtual().name("http-read-timeout").start(this::endSlowReads);
  }

  /** The port listened on, also when any free one was asked for. */
  public int port() {
    return server.port();
  }

  public List<Route> routes() {
    return routes;
  }

  /** Readiness says no, no new connection is taken, and running requests have the grace to end. */
  @Override
  public void close() {
    drain.begin();
    server.stop();
    stopped.countDown();
  }

  private void endSlowReads() {
    long pauseMillis = Math.clamp(settings.readTimeout().toMillis() / 4, 1, 1_000);
    try {
      while (!stopped.await(pauseMillis, TimeUnit.MILLISECONDS)) {
        lookForSlowReads();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One look that fails must not end the loop: slow senders would have for ever from then on. */
  private void lookForSlowReads() {
    try {
      reads.tick();
    } catch (RuntimeException | Error e) {
      log.warn("the check for slow senders failed; the next check follows", e);
    }
  }

  private static ServerException cannotListen(HttpSettings settings, IOException e) {
    return new ServerException(
        "cannot listen on %s, port %d: %s; check STAMPEDE_BIND and STAMPEDE_PORT"
            .formatted(settings.bind(), settings.port(), e.getMessage()),
        e);
  }

  private static InetAddress address(String bind) {
    try {
      return InetAddress.getByName(bind);
    } catch (UnknownHostException e) {
      throw new ServerException(
          "STAMPEDE_BIND is %s, which is no address of this machine; set one".formatted(bind), e);
    }
  }
}
