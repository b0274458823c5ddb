package dev.stampede.prove.load;

import dev.stampede.openmatch.CreateTicketRequest;
import dev.stampede.openmatch.DeleteTicketRequest;
import dev.stampede.openmatch.FrontendServiceGrpc;
import dev.stampede.openmatch.FrontendServiceGrpc.FrontendServiceBlockingStub;
import dev.stampede.openmatch.GetTicketRequest;
import dev.stampede.openmatch.SearchFields;
import dev.stampede.openmatch.Ticket;
import dev.stampede.prove.history.Answered;
import dev.stampede.prove.history.Asked;
import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.CallRecorder;
import dev.stampede.prove.history.RecordedCall;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Calls of the matchmaker, as a game's servers make them; each is recorded. */
final class PlayerCalls implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final CallRecorder recorder;
  private final List<ManagedChannel> channels = new ArrayList<>();

  PlayerCalls(SaleSite site, CallRecorder recorder) {
    this.recorder = recorder;
    for (int server = 0; server < site.targets().size(); server++) {
      // Without retries of its own: each call in the record was sent once.
      channels.add(
          NettyChannelBuilder.forAddress("127.0.0.1", site.grpcPort(server))
              .usePlaintext()
              .disableRetry()
              .build());
    }
  }

  RecordedCall create(int client, int server, String buyer, String key) {
    Ticket ticket =
        Ticket.newBuilder()
            .setSearchFields(SearchFields.newBuilder().putStringArgs("key", key))
            .build();
    return call(
        new Caller(client, server, buyer),
        CallKind.TICKET,
        Asked.NOTHING.key(key),
        stub ->
            done(
                201,
                stub.createTicket(CreateTicketRequest.newBuilder().setTicket(ticket).build())
                    .getId(),
                ""));
  }

  RecordedCall ask(int client, int server, String buyer, String ticket) {
    return call(
        new Caller(client, server, buyer),
        CallKind.ASSIGNMENT,
        Asked.NOTHING.about(ticket),
        stub -> {
          Ticket found = stub.getTicket(GetTicketRequest.newBuilder().setTicketId(ticket).build());
          String connection = found.getAssignment().getConnection();
          return done(200, connection, connection.isEmpty() ? "waiting" : "assigned");
        });
  }

  RecordedCall drop(int client, int server, String buyer, String ticket) {
    return call(
        new Caller(client, server, buyer),
        CallKind.DROP_TICKET,
        Asked.NOTHING.about(ticket),
        stub -> {
          var _ = stub.deleteTicket(DeleteTicketRequest.newBuilder().setTicketId(ticket).build());
          return done(204, ticket, "");
        });
  }

  private record Caller(int client, int server, String buyer) {}

  private RecordedCall call(
      Caller caller,
      CallKind kind,
      Asked asked,
      Function<FrontendServiceBlockingStub, Answered> rpc) {
    long id = recorder.nextId();
    long invoked = recorder.nowMicros();
    Answered answered;
    try {
      answered =
          rpc.apply(
              FrontendServiceGrpc.newBlockingStub(channels.get(caller.server()))
                  .withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (StatusRuntimeException e) {
      answered = failed(e);
    }
    RecordedCall call =
        new RecordedCall(
            id,
            kind,
            caller.client(),
            caller.buyer(),
            caller.server(),
            invoked,
            recorder.nowMicros(),
            asked,
            answered);
    recorder.record(call);
    return call;
  }

  private static Answered done(int status, String subject, String states) {
    return new Answered(status, "", subject, List.of(), 0, Answered.NO_BALANCE, states, "", false);
  }

  /** A call that is unavailable may have been done: the server says so of tickets. */
  private static Answered failed(StatusRuntimeException e) {
    String reason = e.getStatus().getCode().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return switch (e.getStatus().getCode()) {
      case NOT_FOUND -> Answered.problem(404, "not-found");
      case INVALID_ARGUMENT -> Answered.problem(422, "invalid-field");
      case RESOURCE_EXHAUSTED -> Answered.problem(429, "rate-limited");
      default -> Answered.nothing(reason);
    };
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
  }
}
