package dev.stampede.matchmaking.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stampede.openmatch.CreateTicketRequest;
import dev.stampede.openmatch.Ticket;
import io.grpc.Metadata;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tries attacks on the port, which asks nobody who they are. */
final class GrpcThreatsTest {

  /**
   * The calls that anyone may make; a new call has to be added here. None of them lists tickets.
   */
  private static final List<String> WHAT_ANYONE_MAY =
      List.of(
          "grpc.health.v1.Health/Check",
          "grpc.health.v1.Health/Watch",
          "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
          "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
          "openmatch.FrontendService/AcknowledgeBackfill",
          "openmatch.FrontendService/CreateBackfill",
          "openmatch.FrontendService/CreateTicket",
          "openmatch.FrontendService/DeindexTicket",
          "openmatch.FrontendService/DeleteBackfill",
          "openmatch.FrontendService/DeleteTicket",
          "openmatch.FrontendService/GetBackfill",
          "openmatch.FrontendService/GetTicket",
          "openmatch.FrontendService/UpdateBackfill",
          "openmatch.FrontendService/WatchAssignments");

  private static MatchServer server;

  @BeforeAll
  static void start() {
    server = MatchServer.start();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Test
  void everyCallThereIsIsKnownToBeForAnyone() {
    assertThat(server.server().offered()).containsExactlyElementsOf(WHAT_ANYONE_MAY);
  }

  /** Of the same moment, so that only chance tells them apart: every bit of it falls both ways. */
  @Test
  void ticketsCannotBeGuessedFromOneAnother() {
    int tickets = 200;
    Set<String> seen = new HashSet<>();
    int[] ones = new int[120];
    for (int i = 0; i < tickets; i++) {
      String id = server.create().getId();
      seen.add(id);
      BitSet.valueOf(Base64.getUrlDecoder().decode(id)).stream().forEach(bit -> ones[bit]++);
    }

    assertThat(seen).hasSize(tickets);
    for (int bit = 0; bit < ones.length; bit++) {
      assertThat(ones[bit]).as("bit %d", bit).isBetween(tickets / 5, 4 * tickets / 5);
    }
  }

  @Test
  void hugeHeadersAreRefusedAndHurtNobodyElse() {
    Metadata huge = new Metadata();
    huge.put(Metadata.Key.of("much", Metadata.ASCII_STRING_MARSHALLER), "x".repeat(16_000));

    StatusRuntimeException refused =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                server
                    .client()
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(huge))
                    .createTicket(
                        CreateTicketRequest.newBuilder()
                            .setTicket(Ticket.getDefaultInstance())
                            .build()));

    assertThat(refused.getStatus().getCode()).isNotEqualTo(Code.OK);
    assertThat(server.create().getId()).isNotEmpty();
  }
}
