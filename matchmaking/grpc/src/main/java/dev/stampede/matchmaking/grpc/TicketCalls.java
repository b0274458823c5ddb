package dev.stampede.matchmaking.grpc;

import com.google.protobuf.Empty;
import dev.stampede.matchmaking.ticket.Creation;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.Tickets;
import dev.stampede.matchmaking.ticket.TicketsUnavailableException;
import dev.stampede.openmatch.AcknowledgeBackfillRequest;
import dev.stampede.openmatch.AcknowledgeBackfillResponse;
import dev.stampede.openmatch.Backfill;
import dev.stampede.openmatch.CreateBackfillRequest;
import dev.stampede.openmatch.CreateTicketRequest;
import dev.stampede.openmatch.DeindexTicketRequest;
import dev.stampede.openmatch.DeindexTicketResponse;
import dev.stampede.openmatch.DeleteBackfillRequest;
import dev.stampede.openmatch.DeleteTicketRequest;
import dev.stampede.openmatch.FrontendServiceGrpc;
import dev.stampede.openmatch.GetBackfillRequest;
import dev.stampede.openmatch.GetTicketRequest;
import dev.stampede.openmatch.Ticket;
import dev.stampede.openmatch.UpdateBackfillRequest;
import dev.stampede.openmatch.WatchAssignmentsRequest;
import dev.stampede.openmatch.WatchAssignmentsResponse;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Open Match's frontend. The one place that turns what became of a ticket into gRPC: the status
 * codes are Open Match's, since clients are written to them.
 */
public final class TicketCalls extends FrontendServiceGrpc.FrontendServiceImplBase
    implements GrpcServer.Service {

  private final Tickets tickets;
  private final Set<AssignmentStream> streams = ConcurrentHashMap.newKeySet();
  private volatile boolean draining;

  public TicketCalls(Tickets tickets) {
    this.tickets = tickets;
  }

  /** Returns the number of clients that watch a ticket. */
  public int watchers() {
    return streams.size();
  }

  @Override
  public void createTicket(CreateTicketRequest request, StreamObserver<Ticket> client) {
    answer(
        client,
        () -> {
          NewTicket content = content(request);
          return switch (tickets.create(content)) {
            case Creation.Created created -> TicketConverter.write(created.ticket());
            case Creation.Full full ->
                throw Status.RESOURCE_EXHAUSTED
                    .withDescription(
                        "%d tickets wait already, which is the limit; try again later"
                            .formatted(full.limit()))
                    .asRuntimeException();
          };
        });
  }

  private static NewTicket content(CreateTicketRequest request) {
    if (!request.hasTicket()) {
      throw invalid(".ticket is required; send one, it may be empty");
    }
    if (request.getTicket().hasAssignment()) {
      throw invalid(".ticket.assignment is set; leave it out, the matchmaker sets it");
    }
    if (request.getTicket().hasCreateTime()) {
      throw invalid(".ticket.create_time is set; leave it out, the server sets it");
    }
    try {
      return TicketConverter.read(request.getTicket());
    } catch (IllegalArgumentException e) {
      throw invalid(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void getTicket(GetTicketRequest request, StreamObserver<Ticket> client) {
    answer(
        client,
        () ->
            known(request.getTicketId())
                .flatMap(tickets::find)
                .map(TicketConverter::write)
                .orElseThrow(() -> notFound(request.getTicketId()).asRuntimeException()));
  }

  @Override
  public void deleteTicket(DeleteTicketRequest request, StreamObserver<Empty> client) {
    answer(
        client,
        () -> {
          known(request.getTicketId()).ifPresent(tickets::delete);
          return Empty.getDefaultInstance();
        });
  }

  /** Of a ticket that is not there there is nothing to take out, as with deleting. */
  @Override
  public void deindexTicket(
      DeindexTicketRequest request, StreamObserver<DeindexTicketResponse> client) {
    answer(
        client,
        () -> {
          known(request.getTicketId()).ifPresent(tickets::deindex);
          return DeindexTicketResponse.getDefaultInstance();
        });
  }

  @Override
  public void watchAssignments(
      WatchAssignmentsRequest request, StreamObserver<WatchAssignmentsResponse> client) {
    ServerCallStreamObserver<WatchAssignmentsResponse> stream =
        (ServerCallStreamObserver<WatchAssignmentsResponse>) client;
    try {
      Optional<TicketId> id = known(request.getTicketId());
      if (id.isEmpty()) {
        throw notFound(request.getTicketId()).asRuntimeException();
      }
      AssignmentStream one = new AssignmentStream(id.get(), stream, streams::remove);
      streams.add(one);
      try {
        one.begin(tickets);
      } catch (TicketsUnavailableException e) {
        one.end(unavailable(e));
      }
      if (draining) {
        one.end(goingDown());
      }
    } catch (StatusRuntimeException refused) {
      client.onError(refused);
    }
  }

  @Override
  public void drain() {
    draining = true;
    streams.forEach(stream -> stream.end(goingDown()));
  }

  @Override
  public void createBackfill(CreateBackfillRequest request, StreamObserver<Backfill> client) {
    refuseBackfill("CreateBackfill", client);
  }

  @Override
  public void getBackfill(GetBackfillRequest request, StreamObserver<Backfill> client) {
    refuseBackfill("GetBackfill", client);
  }

  @Override
  public void updateBackfill(UpdateBackfillRequest request, StreamObserver<Backfill> client) {
    refuseBackfill("UpdateBackfill", client);
  }

  @Override
  public void deleteBackfill(DeleteBackfillRequest request, StreamObserver<Empty> client) {
    refuseBackfill("DeleteBackfill", client);
  }

  @Override
  public void acknowledgeBackfill(
      AcknowledgeBackfillRequest request, StreamObserver<AcknowledgeBackfillResponse> client) {
    refuseBackfill("AcknowledgeBackfill", client);
  }

  private static void refuseBackfill(String call, StreamObserver<?> client) {
    client.onError(
        Status.UNIMPLEMENTED
            .withDescription(
                "%s is not implemented: this server matches tickets and has no backfills"
                    .formatted(call))
            .asRuntimeException());
  }

  /** Answers a call. Does no work for a client that has gone or whose deadline is over. */
  private static <A> void answer(StreamObserver<A> client, Supplier<A> work) {
    if (Context.current().isCancelled()) {
      return;
    }
    try {
      A answer = work.get();
      client.onNext(answer);
      client.onCompleted();
    } catch (StatusRuntimeException refused) {
      client.onError(refused);
    } catch (TicketsUnavailableException e) {
      client.onError(unavailable(e).asRuntimeException());
    }
  }

  /** Empty for what cannot be a ticket's id. */
  private static Optional<TicketId> known(String id) {
    if (id.isEmpty()) {
      throw invalid(".ticket_id is required; send the id that CreateTicket answered");
    }
    return TicketId.parse(id);
  }

  /**
   * Returns the status for an unknown ticket. Text that cannot be an id is not repeated, because it
   * may be of any length.
   */
  static Status notFound(String id) {
    return Status.NOT_FOUND.withDescription(
        TicketId.parse(id)
            .map("there is no ticket %s; it was deleted, or its time is over"::formatted)
            .orElse("there is no ticket with this id; use one from CreateTicket"));
  }

  private static StatusRuntimeException invalid(String why) {
    return Status.INVALID_ARGUMENT.withDescription(why).asRuntimeException();
  }

  private static Status unavailable(TicketsUnavailableException e) {
    return Status.UNAVAILABLE
        .withDescription("the ticket store is unavailable; try again in a second")
        .withCause(e);
  }

  private static Status goingDown() {
    return Status.UNAVAILABLE.withDescription("this server is stopping; watch again");
  }
}
