package dev.stampede.server.matchmaking;

import dev.stampede.openmatch.Assignment;
import dev.stampede.openmatch.CreateTicketRequest;
import dev.stampede.openmatch.DeleteTicketRequest;
import dev.stampede.openmatch.FrontendServiceGrpc;
import dev.stampede.openmatch.FrontendServiceGrpc.FrontendServiceBlockingStub;
import dev.stampede.openmatch.SearchFields;
import dev.stampede.openmatch.Ticket;
import dev.stampede.openmatch.WatchAssignmentsRequest;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A player who wants to be matched: asks, waits to hear where, and gives up after a while. */
final class ExampleClient implements AutoCloseable {

  private final ManagedChannel channel;
  private final FrontendServiceBlockingStub matchmaker;

  ExampleClient(String host, int port) {
    channel =
        Grpc.newChannelBuilderForAddress(host, port, InsecureChannelCredentials.create()).build();
    matchmaker = FrontendServiceGrpc.newBlockingStub(channel);
  }

  /**
   * Returns where to play; throws a StatusRuntimeException when nobody to play with comes in time.
   */
  String play(double skill, Duration patience) {
    Ticket ticket =
        matchmaker.createTicket(
            CreateTicketRequest.newBuilder()
                .setTicket(
                    Ticket.newBuilder()
                        .setSearchFields(SearchFields.newBuilder().putDoubleArgs("skill", skill)))
                .build());
    try {
      Assignment assignment =
          matchmaker
              .withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS)
              .watchAssignments(
                  WatchAssignmentsRequest.newBuilder().setTicketId(ticket.getId()).build())
              .next()
              .getAssignment();
      return assignment.getConnection();
    } finally {
      // A player with a place needs the ticket no more; one who gave up must not be matched.
      var _ =
          matchmaker.deleteTicket(
              DeleteTicketRequest.newBuilder().setTicketId(ticket.getId()).build());
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
