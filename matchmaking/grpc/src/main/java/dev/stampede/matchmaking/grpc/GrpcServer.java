package dev.stampede.matchmaking.grpc;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listener: bounds on what strangers may send and hold open, a health service, reflection, and
 * a stop that lets calls finish. A call has a virtual thread while something is done for it; a
 * stream that waits has none.
 */
public final class GrpcServer implements AutoCloseable {

  /** As gRPC itself has it; what a service takes is less, and it says so itself. */
  static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

  static final int MAX_HEADER_BYTES = 8 * 1024;

  /** A game's own servers watch for all their players through one connection. */
  static final int MAX_CALLS_PER_CONNECTION = 20_000;

  /** The shortest interval at which a client may ping the server. */
  private static final Duration PINGED_AT_MOST_EVERY = Duration.ofSeconds(10);

  /** The server pings a client from which it has heard nothing for this time. */
  private static final Duration PING_AFTER = Duration.ofMinutes(1);

  private static final Duration PING_ANSWERED_WITHIN = Duration.ofSeconds(20);

  /** A connection without a call. */
  private static final Duration IDLE = Duration.ofMinutes(15);

  /** All streams of a connection may be given up at once, and begun again, and given up. */
  private static final int MAX_RESETS = 2 * MAX_CALLS_PER_CONNECTION;

  private static final int RESETS_COUNTED_FOR_SECONDS = 30;

  private static final Duration AFTER_THE_GRACE = Duration.ofSeconds(2);

  private static final Logger log = LoggerFactory.getLogger(GrpcServer.class);

  /** A service, and how to end what of it would never end by itself. */
  public interface Service extends BindableService {

    /** Ends open streams in a way that tells their clients to come again. */
    void drain();
  }

  private final GrpcSettings settings;
  private final Service service;
  private final String serviceName;
  private final HealthStatusManager health = new HealthStatusManager();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CallBounds bounds;
  private final List<ServerInterceptor> interceptors;

  /** Another one when the first could not listen. */
  private volatile Server server;

  /** A server that does not listen yet. */
  public GrpcServer(GrpcSettings settings, Service service, MeterRegistry registry) {
    this.settings = settings;
    this.service = service;
    this.serviceName = service.bindService().getServiceDescriptor().getName();
    this.bounds = new CallBounds(settings.maxCalls(), settings.maxStreams());
    Gauge.builder("stampede.grpc.calls.at.work", bounds, CallBounds::calls)
        .description("gRPC calls that are not answered yet")
        .register(registry);
    Gauge.builder("stampede.grpc.streams", bounds, CallBounds::streams)
        .description("Open gRPC streams")
        .register(registry);
    // The last is met first.
    this.interceptors = List.of(new CallFailures(), bounds, new CallTimers(registry));
    this.server = server(settings.port());
  }

  private Server server(int port) {
    return NettyServerBuilder.forAddress(new InetSocketAddress(settings.bind(), port))
        .executor(threads)
        .maxInboundMessageSize(MAX_MESSAGE_BYTES)
        .maxInboundMetadataSize(MAX_HEADER_BYTES)
        .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
        .maxRstFramesPerWindow(MAX_RESETS, RESETS_COUNTED_FOR_SECONDS)
        .permitKeepAliveTime(PINGED_AT_MOST_EVERY.toSeconds(), TimeUnit.SECONDS)
        .permitKeepAliveWithoutCalls(true)
        .keepAliveTime(PING_AFTER.toSeconds(), TimeUnit.SECONDS)
        .keepAliveTimeout(PING_ANSWERED_WITHIN.toSeconds(), TimeUnit.SECONDS)
        .maxConnectionIdle(IDLE.toSeconds(), TimeUnit.SECONDS)
        .addService(guarded(service))
        .addService(guarded(health.getHealthService()))
        .addService(guarded(ProtoReflectionServiceV1.newInstance()))
        .addService(guarded(olderReflection()))
        .build();
  }

  /** Many tools, among them older releases of grpcurl, ask by the name it had before version 1. */
  @SuppressWarnings("deprecation") // for our own use; it is here for clients that know no other
  private static BindableService olderReflection() {
    return ProtoReflectionService.newInstance();
  }

  /** Messages are read behind the interceptors, so that one that cannot be is theirs to answer. */
  private ServerServiceDefinition guarded(BindableService one) {
    return ServerInterceptors.intercept(
        ServerInterceptors.useInputStreamMessages(one.bindService()), interceptors);
  }

  /**
   * Binds and begins to answer.
   *
   * @throws GrpcServerException if the port is taken or the address cannot be used
   */
  public void start() {
    try {
      server.start();
    } catch (IOException e) {
      boolean taken = e.getCause() instanceof BindException;
      if (!taken || !settings.anyOtherPort()) {
        throw cannotListen(taken, e);
      }
      log.warn(
          "gRPC port {} on {} is taken and STAMPEDE_GRPC_PORT is not set; using any free port",
          settings.port(),
          settings.bind());
      startAnywhere();
    }
    log.info("listening for gRPC on {}, port {}", settings.bind(), port());
  }

  private void startAnywhere() {
    server = server(0);
    try {
      server.start();
    } catch (IOException e) {
      throw cannotListen(false, e);
    }
  }

  private GrpcServerException cannotListen(boolean taken, IOException e) {
    return new GrpcServerException(
        taken
            ? "port %d on %s is taken; set STAMPEDE_GRPC_PORT to a free one"
                .formatted(settings.port(), settings.bind())
            : "cannot listen on %s, port %d: %s; check STAMPEDE_BIND and STAMPEDE_GRPC_PORT"
                .formatted(settings.bind(), settings.port(), e.getMessage()),
        e);
  }

  /** The port listened on, also when any free one was asked for. */
  public int port() {
    return server.getPort();
  }

  /** Every call that there is, by its full name. */
  public List<String> offered() {
    return server.getServices().stream()
        .flatMap(each -> each.getMethods().stream())
        .map(method -> method.getMethodDescriptor().getFullMethodName())
        .sorted()
        .toList();
  }

  /** Returns the number of calls that are not answered yet. */
  public int calls() {
    return bounds.calls();
  }

  /** Sets the status that the health service reports to clients. */
  public void serving(boolean well) {
    ServingStatus status = well ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
    health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
    health.setStatus(serviceName, status);
  }

  /** Health says no, no new call is taken, streams are told to go, and calls have the grace. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    health.enterTerminalState();
    server.shutdown();
    service.drain();
    try {
      if (!server.awaitTermination(settings.shutdownGrace().toMillis(), TimeUnit.MILLISECONDS)) {
        server.shutdownNow();
        var _ = server.awaitTermination(AFTER_THE_GRACE.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    threads.shutdown();
  }
}
