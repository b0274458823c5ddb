package dev.stampede.matchmaking.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.openmatch.AcknowledgeBackfillRequest;
import dev.stampede.openmatch.Assignment;
import dev.stampede.openmatch.CreateBackfillRequest;
import dev.stampede.openmatch.CreateTicketRequest;
import dev.stampede.openmatch.DeindexTicketRequest;
import dev.stampede.openmatch.DeleteBackfillRequest;
import dev.stampede.openmatch.DeleteTicketRequest;
import dev.stampede.openmatch.FrontendServiceGrpc.FrontendServiceBlockingStub;
import dev.stampede.openmatch.GetBackfillRequest;
import dev.stampede.openmatch.GetTicketRequest;
import dev.stampede.openmatch.SearchFields;
import dev.stampede.openmatch.Ticket;
import dev.stampede.openmatch.UpdateBackfillRequest;
import dev.stampede.openmatch.WatchAssignmentsRequest;
import dev.stampede.testkit.Eventually;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every call and every status code, over a real channel. */
final class TicketCallsTest {

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
  void aTicketIsCreatedWithAnIdAndATimeAndFoundAsItWasSent() {
    Ticket sent =
        Ticket.newBuilder()
            .setSearchFields(
                SearchFields.newBuilder()
                    .putDoubleArgs("mmr", 1_500.5)
                    .putDoubleArgs("odd", Double.NaN)
                    .putStringArgs("region", "eu")
                    .addTags("ranked"))
            .putExtensions("party", any("type.example/Party", 1, 2))
            .putPersistentField("kept", any("type.example/Kept", 3))
            .build();

    Ticket created = create(sent);
    Ticket found = get(created.getId());

    assertThat(created.getId()).isNotEmpty();
    assertThat(created.hasAssignment()).isFalse();
    assertThat(Instant.ofEpochSecond(created.getCreateTime().getSeconds()))
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
    assertThat(created.toBuilder().clearId().clearCreateTime().build()).isEqualTo(sent);
    assertThat(found).isEqualTo(created);
  }

  @Test
  void anEmptyTicketIsATicket() {
    Ticket created = server.create();

    assertThat(created.hasSearchFields()).isFalse();
    assertThat(get(created.getId())).isEqualTo(created);
  }

  @Test
  void theIdIsTheServersWhateverAClientSays() {
    assertThat(create(Ticket.newBuilder().setId("mine").build()).getId()).isNotEqualTo("mine");
  }

  @Test
  void createTicketRefusesAMissingTicketAndFieldsTheServerSets() {
    assertRefused(
        Code.INVALID_ARGUMENT,
        "ticket is required",
        client -> client.createTicket(CreateTicketRequest.getDefaultInstance()));
    assertRefused(
        Code.INVALID_ARGUMENT,
        "assignment",
        client ->
            client.createTicket(
                of(Ticket.newBuilder().setAssignment(Assignment.getDefaultInstance()).build())));
    assertRefused(
        Code.INVALID_ARGUMENT,
        "create_time",
        client ->
            client.createTicket(
                of(Ticket.newBuilder().setCreateTime(Timestamp.getDefaultInstance()).build())));
  }

  @Test
  void anEmptyIdIsRefusedEverywhere() {
    assertRefused(Code.INVALID_ARGUMENT, "ticket_id is required", client -> get(client, ""));
    assertRefused(
        Code.INVALID_ARGUMENT,
        "ticket_id is required",
        client -> client.deleteTicket(DeleteTicketRequest.getDefaultInstance()));
    assertRefused(
        Code.INVALID_ARGUMENT,
        "ticket_id is required",
        client -> client.deindexTicket(DeindexTicketRequest.getDefaultInstance()));
    assertRefused(
        Code.INVALID_ARGUMENT,
        "ticket_id is required",
        client -> client.watchAssignments(WatchAssignmentsRequest.getDefaultInstance()).next());
  }

  @Test
  void anUnknownTicketIsNotFoundAndCanBeDeletedAllTheSame() {
    for (String unknown : new String[] {"nobody", "öäü/" + "x".repeat(1_000)}) {
      assertRefused(Code.NOT_FOUND, "there is no ticket", client -> get(client, unknown));
      assertThat(refusal(client -> get(client, unknown)).getDescription()).hasSizeLessThan(100);
      delete(unknown);
      deindex(unknown);
    }
  }

  @Test
  void aDeletedTicketIsGoneAndNobodyMatchesIt() {
    Ticket ticket = server.create();

    delete(ticket.getId());
    delete(ticket.getId());

    assertRefused(Code.NOT_FOUND, ticket.getId(), client -> get(client, ticket.getId()));
    assertThat(isCandidate(ticket)).isFalse();
  }

  @Test
  void aDeindexedTicketIsKeptAndNobodyMatchesIt() {
    Ticket ticket = server.create();

    deindex(ticket.getId());

    assertThat(get(ticket.getId())).isEqualTo(ticket);
    assertThat(isCandidate(ticket)).isFalse();
  }

  @Test
  void anAssignedTicketSaysWhere() {
    Ticket ticket = server.create();

    server.assign(dev.stampede.matchmaking.ticket.Assignment.to("host:1"), ticket);

    assertThat(get(ticket.getId()).getAssignment().getConnection()).isEqualTo("host:1");
  }

  @Test
  void backfillsAreNotThereAndSaySo() {
    assertRefused(
        Code.UNIMPLEMENTED,
        "CreateBackfill is not implemented",
        client -> client.createBackfill(CreateBackfillRequest.getDefaultInstance()));
    assertRefused(
        Code.UNIMPLEMENTED,
        "GetBackfill is not implemented",
        client -> client.getBackfill(GetBackfillRequest.getDefaultInstance()));
    assertRefused(
        Code.UNIMPLEMENTED,
        "UpdateBackfill is not implemented",
        client -> client.updateBackfill(UpdateBackfillRequest.getDefaultInstance()));
    assertRefused(
        Code.UNIMPLEMENTED,
        "DeleteBackfill is not implemented",
        client -> client.deleteBackfill(DeleteBackfillRequest.getDefaultInstance()));
    assertRefused(
        Code.UNIMPLEMENTED,
        "AcknowledgeBackfill is not implemented",
        client -> client.acknowledgeBackfill(AcknowledgeBackfillRequest.getDefaultInstance()));
  }

  @Test
  void aTicketThatIsTooLargeIsRefusedWithTheLimit() {
    Ticket large = Ticket.newBuilder().putExtensions("map", any("t", new byte[70_000])).build();
    SearchFields.Builder many = SearchFields.newBuilder();
    for (int i = 0; i < 300; i++) {
      many.addTags("tag-" + i);
    }
    Ticket tagged = Ticket.newBuilder().setSearchFields(many).build();
    Ticket huge = Ticket.newBuilder().putExtensions("map", any("t", new byte[5 << 20])).build();

    assertRefused(
        Code.INVALID_ARGUMENT, "send at most 65536", client -> client.createTicket(of(large)));
    assertRefused(
        Code.INVALID_ARGUMENT,
        "tags has 300 entries; send at most 256",
        client -> client.createTicket(of(tagged)));
    assertRefused(Code.RESOURCE_EXHAUSTED, "4194304", client -> client.createTicket(of(huge)));
    assertThat(server.create().getId()).as("the connection lives").isNotEmpty();
  }

  @Test
  void moreTicketsThanMayWaitAreRefusedWithTheLimit() throws Exception {
    TicketSettings usual = TicketSettings.DEFAULT;
    TicketSettings two =
        new TicketSettings(usual.ticketTtl(), usual.assignedTtl(), true, 2, usual.maxWatchers());
    try (MatchServer small = MatchServer.with(two)) {
      var _ = small.create();
      var _ = small.create();

      StatusRuntimeException refused =
          catchThrowableOfType(StatusRuntimeException.class, small::create);

      assertThat(refused.getStatus().getCode()).isEqualTo(Code.RESOURCE_EXHAUSTED);
      assertThat(refused.getStatus().getDescription()).contains("2 tickets wait already");
    }
  }

  @Test
  void withoutRedisTicketsAreUnavailableAndComeBack() throws Exception {
    try (MatchServer alone = MatchServer.start()) {
      Ticket before = alone.create();
      alone.wire().cutOff();

      StatusRuntimeException refused =
          catchThrowableOfType(StatusRuntimeException.class, alone::create);

      assertThat(refused.getStatus().getCode()).isEqualTo(Code.UNAVAILABLE);
      assertThat(refused.getStatus().getDescription())
          .isEqualTo("the ticket store is unavailable; try again in a second");
      alone.wire().mend();
      Eventually.within(MatchServer.PATIENCE)
          .until(
              "tickets are there again", () -> get(alone.client(), before.getId()).equals(before));
    }
  }

  @Test
  void aDeadlineEndsACallThatRedisKeepsWaiting() throws Exception {
    try (MatchServer alone = MatchServer.start()) {
      var _ = alone.create();
      alone.wire().freeze();

      StatusRuntimeException refused =
          catchThrowableOfType(
              StatusRuntimeException.class,
              () -> get(alone.client().withDeadlineAfter(200, TimeUnit.MILLISECONDS), "somebody"));

      assertThat(refused.getStatus().getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
      alone.wire().thaw();
    }
  }

  private static Any any(String type, int... bytes) {
    byte[] value = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      value[i] = (byte) bytes[i];
    }
    return any(type, value);
  }

  private static Any any(String type, byte[] value) {
    return Any.newBuilder().setTypeUrl(type).setValue(ByteString.copyFrom(value)).build();
  }

  private static CreateTicketRequest of(Ticket ticket) {
    return CreateTicketRequest.newBuilder().setTicket(ticket).build();
  }

  private static Ticket create(Ticket ticket) {
    return server.client().createTicket(of(ticket));
  }

  private static Ticket get(String id) {
    return get(server.client(), id);
  }

  private static Ticket get(FrontendServiceBlockingStub client, String id) {
    return client.getTicket(GetTicketRequest.newBuilder().setTicketId(id).build());
  }

  private static void delete(String id) {
    var _ = server.client().deleteTicket(DeleteTicketRequest.newBuilder().setTicketId(id).build());
  }

  private static void deindex(String id) {
    var _ =
        server.client().deindexTicket(DeindexTicketRequest.newBuilder().setTicketId(id).build());
  }

  private static boolean isCandidate(Ticket ticket) {
    var leases = server.store().leases();
    var lease = leases.claim(TicketClaim.of(TicketClaim.MAX_TICKETS, Duration.ofSeconds(30)));
    var _ = leases.release(lease.token(), lease.tickets());
    return lease.tickets().contains(new TicketId(ticket.getId()));
  }

  private static Status refusal(Consumer<FrontendServiceBlockingStub> call) {
    return catchThrowableOfType(StatusRuntimeException.class, () -> call.accept(server.client()))
        .getStatus();
  }

  private static void assertRefused(
      Code code, String why, Consumer<FrontendServiceBlockingStub> call) {
    Status refusal = refusal(call);
    assertThat(refusal.getCode()).as(refusal.toString()).isEqualTo(code);
    assertThat(refusal.getDescription()).contains(why);
  }
}
