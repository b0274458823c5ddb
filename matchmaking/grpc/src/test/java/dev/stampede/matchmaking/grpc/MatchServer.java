package dev.stampede.matchmaking.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.redis.RedisTicketStore;
import dev.stampede.matchmaking.ticket.AssignOutcome;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.openmatch.CreateTicketRequest;
import dev.stampede.openmatch.FrontendServiceGrpc;
import dev.stampede.openmatch.FrontendServiceGrpc.FrontendServiceBlockingStub;
import dev.stampede.openmatch.FrontendServiceGrpc.FrontendServiceStub;
import dev.stampede.openmatch.Ticket;
import dev.stampede.openmatch.WatchAssignmentsRequest;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisNode;
import dev.stampede.redis.RedisSettings;
import dev.stampede.testkit.TcpProxy;
import dev.stampede.testkit.TestServices;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Open Match's frontend on a free port, on a real Redis whose wire can be cut, and a client. */
final class MatchServer implements AutoCloseable {

  /** For calls that must not be what a test hangs on. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final TcpProxy wire = TcpProxy.to(URI.create(TestServices.shared().redisUrl()).getPort());
  private final Redis redis =
      Redis.open(
          new RedisSettings.Single(
              new RedisNode("127.0.0.1", wire.port()),
              0,
              RedisSettings.Single.parse(TestServices.shared().redisUrl()).access()));
  private final String prefix = TestServices.shared().freshKeyPrefix();
  private final RedisTicketStore store;
  private final TicketCalls calls;
  private final GrpcServer server;
  private final ManagedChannel channel;

  private MatchServer(GrpcSettings settings, TicketSettings tickets) {
    store = RedisTicketStore.open(redis, prefix, tickets);
    calls = new TicketCalls(store.tickets());
    server = new GrpcServer(settings, calls, registry);
    server.start();
    channel = channel();
  }

  static GrpcSettings settings() {
    return new GrpcSettings("127.0.0.1", 0, Duration.ofSeconds(5));
  }

  static MatchServer start() {
    return new MatchServer(settings(), TicketSettings.DEFAULT);
  }

  static MatchServer with(GrpcSettings settings) {
    return new MatchServer(settings, TicketSettings.DEFAULT);
  }

  static MatchServer with(TicketSettings tickets) {
    return new MatchServer(settings(), tickets);
  }

  /** Another connection. It has no threads, which a test might take for the server's. */
  ManagedChannel channel() {
    return Grpc.newChannelBuilderForAddress(
            "127.0.0.1", server.port(), InsecureChannelCredentials.create())
        .executor(Thread::startVirtualThread)
        .build();
  }

  FrontendServiceBlockingStub client() {
    return FrontendServiceGrpc.newBlockingStub(channel)
        .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  FrontendServiceStub asyncClient() {
    return FrontendServiceGrpc.newStub(channel);
  }

  Ticket create() {
    return client()
        .createTicket(
            CreateTicketRequest.newBuilder().setTicket(Ticket.getDefaultInstance()).build());
  }

  AssignmentObserver watch(String ticket) {
    return watch(ticket, new AssignmentObserver());
  }

  AssignmentObserver watch(String ticket, AssignmentObserver watched) {
    asyncClient()
        .watchAssignments(
            WatchAssignmentsRequest.newBuilder().setTicketId(ticket).build(), watched);
    return watched;
  }

  /** As a backend does it. */
  void assign(Assignment assignment, Ticket... tickets) {
    List<TicketId> ids = Stream.of(tickets).map(ticket -> new TicketId(ticket.getId())).toList();
    Lease lease =
        store.leases().claim(TicketClaim.of(TicketClaim.MAX_TICKETS, Duration.ofSeconds(30)));
    assertThat(lease.tickets()).containsAll(ids);
    assertThat(store.leases().assign(lease.token(), List.of(new AssignmentGroup(ids, assignment))))
        .containsExactly(new AssignOutcome.Assigned());
    var _ = store.leases().release(lease.token(), lease.tickets());
  }

  /**
   * Gives a ticket the assignment of another, by hand: no call does that to one that has its own,
   * but clients are promised every change.
   */
  void reassign(Ticket ticket, Ticket likeThis) throws IOException {
    String place = prefix + "{tickets}:place:";
    String password = URI.create(TestServices.shared().redisUrl()).getUserInfo().substring(1);
    String commands =
        "AUTH %s\r\nCOPY %s%s %s%s REPLACE\r\nPUBLISH %s{tickets}:news \"~ %s\"\r\nQUIT\r\n"
            .formatted(
                password, place, likeThis.getId(), place, ticket.getId(), prefix, ticket.getId());
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), wire.port())) {
      socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
      socket.getOutputStream().write(commands.getBytes(StandardCharsets.US_ASCII));
      String answers =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answers)
          .as("let in, copied, heard, and over")
          .matches("\\+OK\r\n:1\r\n:\\d+\r\n\\+OK\r\n");
    }
  }

  RedisTicketStore store() {
    return store;
  }

  TcpProxy wire() {
    return wire;
  }

  TicketCalls calls() {
    return calls;
  }

  GrpcServer server() {
    return server;
  }

  @Override
  public void close() throws IOException {
    channel.shutdownNow();
    server.close();
    store.close();
    redis.close();
    wire.close();
    registry.close();
  }
}
