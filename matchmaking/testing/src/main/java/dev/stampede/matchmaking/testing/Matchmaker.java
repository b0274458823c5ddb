package dev.stampede.matchmaking.testing;

import dev.stampede.matchmaking.backend.Backend;
import dev.stampede.matchmaking.backend.BackendSettings;
import dev.stampede.matchmaking.backend.MatchLoop;
import dev.stampede.matchmaking.grpc.GrpcServer;
import dev.stampede.matchmaking.grpc.GrpcSettings;
import dev.stampede.matchmaking.grpc.TicketCalls;
import dev.stampede.matchmaking.match.MatchPlan;
import dev.stampede.matchmaking.redis.RedisTicketStore;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.Creation;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketLeases;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.matchmaking.ticket.Tickets;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import dev.stampede.matchmaking.ticket.Watcher;
import dev.stampede.openmatch.FrontendServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A whole matchmaker: a Redis of its own, the store in it, a backend that ticks as soon as tickets
 * arrive, and Open Match's frontend on a free port of this machine. For tests of match functions
 * and of what is built on tickets:
 *
 * <pre>{@code
 * try (Matchmaker matchmaker = Matchmaker.start(MatchPlan.oneVersusOne("localhost:7000"))) {
 *   Ticket ann = matchmaker.create(NewTicket.of(SearchFields.NONE));
 *   Ticket ben = matchmaker.create(NewTicket.of(SearchFields.NONE));
 *   assertEquals("localhost:7000", matchmaker.awaitAssignment(ann.id()).connection());
 * }
 * }</pre>
 *
 * <p>{@link #frontend()} is a client of Open Match; one of the test's own connects to {@link
 * #port()}.
 */
public final class Matchmaker implements AutoCloseable {

  private static final String HOST = "127.0.0.1";
  private static final Duration TICK = Duration.ofMillis(200);
  private static final Duration LAST_TICK_MAY_TAKE = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestRedisServer server;
  private final RedisTicketStore store;
  private final MatchLoop loop;
  private final GrpcServer grpc;
  private final ManagedChannel channel;

  private Matchmaker(
      TestRedisServer server, RedisTicketStore store, MatchLoop loop, GrpcServer grpc) {
    this.server = server;
    this.store = store;
    this.loop = loop;
    this.grpc = grpc;
    this.channel = NettyChannelBuilder.forAddress(HOST, grpc.port()).usePlaintext().build();
  }

  /** Starts, and returns when tickets can be created. */
  public static Matchmaker start(MatchPlan... plans) {
    TestRedisServer server = TestRedisServer.start();
    try {
      RedisTicketStore store =
          RedisTicketStore.open(server.redis(), "matchmaker:", TicketSettings.DEFAULT);
      Backend backend = new Backend(store.leases(), List.of(plans), BackendSettings.DEFAULT);
      MatchLoop loop = MatchLoop.start(backend, store.leases(), TICK, LAST_TICK_MAY_TAKE);
      GrpcServer grpc =
          new GrpcServer(
              new GrpcSettings(HOST, 0, LAST_TICK_MAY_TAKE),
              new TicketCalls(store.tickets()),
              new SimpleMeterRegistry());
      grpc.start();
      grpc.serving(true);
      return new Matchmaker(server, store, loop, grpc);
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** The port on which {@code openmatch.FrontendService} listens, on 127.0.0.1 and without TLS. */
  public int port() {
    return grpc.port();
  }

  /** A client of it. */
  public FrontendServiceGrpc.FrontendServiceBlockingStub frontend() {
    return FrontendServiceGrpc.newBlockingStub(channel);
  }

  /** The store as its clients see it. */
  public Tickets tickets() {
    return store.tickets();
  }

  /** The store as backends see it, for one of the test's own. */
  public TicketLeases leases() {
    return store.leases();
  }

  /** A new ticket. */
  public Ticket create(NewTicket content) {
    return switch (store.tickets().create(content)) {
      case Creation.Created(Ticket ticket) -> ticket;
      case Creation.Full(long limit) ->
          throw new IllegalStateException(
              "%d tickets wait, and no more may; delete some".formatted(limit));
    };
  }

  /** Waits until the ticket is assigned, for a while that is long for a test. */
  public Assignment awaitAssignment(TicketId id) {
    CompletableFuture<Assignment> found = new CompletableFuture<>();
    var watching =
        store
            .tickets()
            .watch(
                id,
                new Watcher() {
                  @Override
                  public void assignment(Optional<Assignment> now) {
                    now.ifPresent(found::complete);
                  }

                  @Override
                  public void gone() {
                    found.completeExceptionally(
                        new IllegalStateException("there is no ticket " + id));
                  }
                });
    return switch (watching) {
      case WatchOutcome.Begun(var watch) -> {
        try (watch) {
          yield await(found, id);
        }
      }
      case WatchOutcome.TooMany(int limit) ->
          throw new IllegalStateException(
              "%d watch tickets, and no more may; wait for fewer at once".formatted(limit));
    };
  }

  private static Assignment await(CompletableFuture<Assignment> found, TicketId id) {
    try {
      return found.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("ticket %s was not assigned".formatted(id), e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "ticket %s was not assigned within %s; does a profile take it, and is a partner there?"
              .formatted(id, PATIENCE),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for ticket " + id, e);
    }
  }

  /** Finishes the running tick; Redis and what it knew are gone afterwards. */
  @Override
  public void close() {
    channel.shutdownNow();
    grpc.close();
    loop.close();
    store.close();
    server.close();
  }
}
