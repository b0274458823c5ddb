package dev.stampede.matchmaking.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.TypedBytes;
import dev.stampede.openmatch.DeleteTicketRequest;
import dev.stampede.openmatch.Ticket;
import dev.stampede.openmatch.WatchAssignmentsRequest;
import dev.stampede.openmatch.WatchAssignmentsResponse;
import dev.stampede.testkit.Eventually;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class WatchAssignmentsTest {

  private static final int WATCHERS = Boolean.getBoolean("stampede.long") ? 10_000 : 2_000;

  /** More than a connection and its buffers hold. */
  private static final int CHANGES = 40;

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
  void twoWatchersHearTheSameAndOneWhoComesLateHearsItAtOnce() {
    Ticket ticket = server.create();
    AssignmentObserver one = server.watch(ticket.getId());
    AssignmentObserver another = server.watch(ticket.getId());
    awaitWatchers(2);

    server.assign(Assignment.to("host:1"), ticket);

    one.awaitConnections("host:1");
    another.awaitConnections("host:1");
    AssignmentObserver late = server.watch(ticket.getId());
    late.awaitConnections("host:1");
    for (AssignmentObserver each : List.of(one, another, late)) {
      assertThat(each.isOpen()).as("there may be more to come").isTrue();
      each.cancel();
    }
    awaitWatchers(0);
  }

  @Test
  void anAssignmentComesWithItsExtensions() throws Exception {
    Ticket ticket = server.create();
    // Closed at the end: a watch that is left open counts until its deadline.
    try (Context.CancellableContext watching = Context.current().withCancellation()) {
      Iterator<WatchAssignmentsResponse> news =
          watching.call(
              () ->
                  server
                      .client()
                      .watchAssignments(
                          WatchAssignmentsRequest.newBuilder()
                              .setTicketId(ticket.getId())
                              .build()));
      server.assign(
          new Assignment("host:2", Map.of("map", new TypedBytes("t", new byte[] {7}))), ticket);

      var assignment = news.next().getAssignment();

      assertThat(assignment.getConnection()).isEqualTo("host:2");
      assertThat(assignment.getExtensionsOrThrow("map").getTypeUrl()).isEqualTo("t");
      assertThat(assignment.getExtensionsOrThrow("map").getValue().byteAt(0)).isEqualTo((byte) 7);
    }
  }

  @Test
  void everyChangeIsToldOnce() throws Exception {
    Ticket ticket = server.create();
    Ticket other = server.create();
    AssignmentObserver watched = server.watch(ticket.getId());
    server.assign(Assignment.to("host:4"), ticket);
    server.assign(Assignment.to("host:5"), other);
    watched.awaitConnections("host:4");

    server.reassign(ticket, other);
    server.reassign(ticket, other);

    watched.awaitConnections("host:4", "host:5");
    watched.cancel();
  }

  /**
   * Seen to fail when the server wrote every message whether or not the client was ready: all of
   * them came, out of the server's memory.
   */
  @Test
  void aSlowWatcherBlocksNoOtherAndThenGetsTheNewestAssignment() throws Exception {
    Map<String, TypedBytes> large = Map.of("map", new TypedBytes("t", new byte[60_000]));
    Ticket ticket = server.create();
    List<Ticket> others = List.of(server.create(), server.create());
    server.assign(new Assignment("host:0", large), others.get(0));
    server.assign(new Assignment("host:1", large), others.get(1));
    AssignmentObserver reading = server.watch(ticket.getId());
    AssignmentObserver asleep = server.watch(ticket.getId(), new AssignmentObserver(false));
    server.assign(new Assignment("host:0", large), ticket);
    List<String> all = new ArrayList<>(reading.awaitConnections("host:0"));
    for (int i = 1; i < CHANGES; i++) {
      server.reassign(ticket, others.get(i % 2));
      all.add("host:" + i % 2);
      reading.awaitConnections(all.toArray(String[]::new));
    }
    assertThat(asleep.connections()).isEmpty();
    server.reassign(ticket, lastPlace());
    all.add("host:last");
    reading.awaitConnections(all.toArray(String[]::new));

    asleep.read();

    Eventually.within(MatchServer.PATIENCE)
        .until("it hears the newest", () -> asleep.connections().contains("host:last"));
    assertThat(asleep.connections().getLast()).isEqualTo("host:last");
    assertThat(asleep.connections()).hasSizeLessThan(CHANGES - 10);
    reading.cancel();
    asleep.cancel();
    awaitWatchers(0);
  }

  private static Ticket lastPlace() {
    Ticket ticket = server.create();
    server.assign(Assignment.to("host:last"), ticket);
    return ticket;
  }

  @Test
  void aWatchOnAMissingOrDeletedTicketEndsWithNotFound() {
    assertThat(server.watch("nobody").awaitEnd().getCode()).isEqualTo(Code.NOT_FOUND);
    assertThat(server.watch("ä").awaitEnd().getCode()).isEqualTo(Code.NOT_FOUND);
    Ticket ticket = server.create();
    AssignmentObserver watched = server.watch(ticket.getId());

    var _ =
        server
            .client()
            .deleteTicket(DeleteTicketRequest.newBuilder().setTicketId(ticket.getId()).build());

    Status end = watched.awaitEnd();
    assertThat(end.getCode()).isEqualTo(Code.NOT_FOUND);
    assertThat(end.getDescription()).contains(ticket.getId());
    awaitWatchers(0);
  }

  /**
   * Seen to fail with the cancel handler left out: nothing closed the watch when its client went,
   * and both counts stayed where they were.
   */
  @Test
  void theServerClosesAWatchThatIsCancelledOrTimesOut() {
    Ticket ticket = server.create();
    List<AssignmentObserver> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(server.watch(ticket.getId()));
    }
    AssignmentObserver hurried = new AssignmentObserver();
    server
        .asyncClient()
        .withDeadlineAfter(300, TimeUnit.MILLISECONDS)
        .watchAssignments(
            WatchAssignmentsRequest.newBuilder().setTicketId(ticket.getId()).build(), hurried);

    assertThat(hurried.awaitEnd().getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
    awaitWatchers(20);
    all.forEach(AssignmentObserver::cancel);

    awaitWatchers(0);
    all.forEach(each -> assertThat(each.awaitEnd().getCode()).isEqualTo(Code.CANCELLED));
  }

  @Test
  void idleWatchersHaveNoThreads() {
    Ticket ticket = server.create();
    // Warm, so that what comes with the first call is there.
    server.watch(ticket.getId()).cancel();
    awaitWatchers(0);
    int before = ManagementFactory.getThreadMXBean().getThreadCount();
    List<AssignmentObserver> all = new ArrayList<>();
    for (int i = 0; i < WATCHERS; i++) {
      all.add(server.watch(ticket.getId()));
    }
    awaitWatchers(WATCHERS);

    int during = ManagementFactory.getThreadMXBean().getThreadCount();
    server.assign(Assignment.to("host:3"), ticket);
    all.forEach(each -> each.awaitConnections("host:3"));

    assertThat(during - before).as("threads more for %d watchers", WATCHERS).isLessThan(20);
    all.forEach(AssignmentObserver::cancel);
    awaitWatchers(0);
  }

  @Test
  void moreStreamsThanThereMayBeAreRefusedWithTheLimit() throws Exception {
    GrpcSettings two = new GrpcSettings("127.0.0.1", 0, Duration.ofSeconds(5), 10, 2, false);
    try (MatchServer small = MatchServer.with(two)) {
      Ticket ticket = small.create();
      AssignmentObserver one = small.watch(ticket.getId());
      AssignmentObserver another = small.watch(ticket.getId());
      Eventually.within(MatchServer.PATIENCE)
          .until("both watch", () -> small.calls().watchers() == 2);

      Status refused = small.watch(ticket.getId()).awaitEnd();

      assertThat(refused.getCode()).isEqualTo(Code.RESOURCE_EXHAUSTED);
      assertThat(refused.getDescription()).contains("2 streams are open on this server");
      one.cancel();
      Eventually.within(MatchServer.PATIENCE)
          .until(
              "there is room again",
              () -> {
                AssignmentObserver next = small.watch(ticket.getId());
                Eventually.within(MatchServer.PATIENCE)
                    .until("it is decided", () -> !next.isOpen() || small.calls().watchers() == 2);
                return next.isOpen();
              });
      assertThat(another.isOpen()).isTrue();
    }
  }

  @Test
  void aServerThatStopsEndsItsWatchesSoThatClientsGoElsewhere() throws Exception {
    MatchServer stopping = MatchServer.start();
    Ticket ticket = stopping.create();
    AssignmentObserver watched = stopping.watch(ticket.getId());
    Eventually.within(MatchServer.PATIENCE)
        .until("it is watched", () -> stopping.calls().watchers() == 1);

    stopping.server().close();

    Status end = watched.awaitEnd();
    assertThat(end.getCode()).isEqualTo(Code.UNAVAILABLE);
    assertThat(end.getDescription()).contains("stopping; watch again");
    stopping.close();
  }

  private static void awaitWatchers(int count) {
    Eventually.within(MatchServer.PATIENCE)
        .until(
            count + " watch",
            () -> List.of(server.calls().watchers(), server.store().watching()),
            List.of(count, count)::equals);
  }
}
