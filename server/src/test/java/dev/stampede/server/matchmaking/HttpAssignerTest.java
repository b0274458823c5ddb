package dev.stampede.server.matchmaking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.matchmaking.match.Match;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TypedBytes;
import dev.stampede.server.RunningServer;
import dev.stampede.server.auth.Access;
import dev.stampede.server.failure.ServerException;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Against a real server: the one of ours, with a route that places matches. */
final class HttpAssignerTest {

  private static final Duration PATIENCE = AssignerSettings.Http.MAX_TIMEOUT;

  private final List<JsonNode> asked = new ArrayList<>();

  @Test
  void matchesArePlacedWhereTheAnswerSaysAndTheOthersNot() throws Exception {
    try (RunningServer server =
        placing(
            _ ->
                JsonAnswer.ok(
                    Map.of(
                        "assignments",
                        List.of(
                            Map.of("matchId", "m-1", "connection", "host:1"),
                            Map.of("matchId", "m-1", "connection", "host:2"),
                            Map.of("matchId", "unheard-of", "connection", "host:3"),
                            Map.of("matchId", "m-2")))))) {
      List<AssignmentGroup> groups = assigner(server, PATIENCE).assign(matches(3));

      assertThat(groups).hasSize(1);
      assertThat(groups.getFirst().assignment().connection()).isEqualTo("host:1");
      assertThat(groups.getFirst().tickets()).containsExactly(new TicketId("t-1"));
      JsonNode ticket = asked.getFirst().path("matches").get(0).path("tickets").get(0);
      assertThat(asked.getFirst().path("profile").asString()).isEqualTo("duel");
      assertThat(ticket.path("doubleArgs").path("mmr").asDouble()).isEqualTo(1_500);
      assertThat(ticket.path("tags").get(0).asString()).isEqualTo("ranked");
      assertThat(ticket.path("createTime").asString()).isEqualTo("2026-01-01T00:00:00Z");
      assertThat(ticket.path("extensions").path("party").path("value").asString())
          .isEqualTo("AQI=");
    }
  }

  @Test
  void manyMatchesAreAskedForInPartsAndAFailureKeepsWhatWasPlacedBefore() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (RunningServer server =
        placing(
            body ->
                calls.incrementAndGet() == 2
                    ? Problem.of(ProblemType.OVERLOADED, "no room")
                    : all(body))) {
      List<AssignmentGroup> groups = assigner(server, PATIENCE).assign(matches(250));

      assertThat(groups).hasSize(HttpAssigner.MATCHES_A_CALL);
      assertThat(calls).as("the third part is not asked for").hasValue(2);
    }
  }

  @Test
  void aWrongOrLateAnswerPlacesNoMatch() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (RunningServer server =
        placing(
            body ->
                switch (asked.size()) {
                  case 1 -> JsonAnswer.ok(Map.of("places", List.of()));
                  case 2 -> Problem.of(ProblemType.OVERLOADED, "no room");
                  default -> {
                    await(over);
                    yield all(body);
                  }
                })) {
      HttpAssigner assigner = assigner(server, PATIENCE);
      HttpAssigner impatient = assigner(server, Duration.ofMillis(500));

      assertThatThrownBy(() -> assigner.assign(matches(1)))
          .isInstanceOf(ServerException.class)
          .hasMessageContaining("no list of assignments");
      assertThatThrownBy(() -> assigner.assign(matches(1)))
          .hasMessageContaining("did not place 1 matches")
          .hasMessageContaining("it answered 503, not 200");
      assertThatThrownBy(() -> impatient.assign(matches(1))).hasMessageContaining("timed out");
      over.countDown();
    }
  }

  private static void await(CountDownLatch over) {
    try {
      assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Answer all(JsonNode body) {
    List<Map<String, String>> places = new ArrayList<>();
    for (JsonNode match : body.path("matches")) {
      places.add(Map.of("matchId", match.path("matchId").asString(), "connection", "host:7777"));
    }
    return JsonAnswer.ok(Map.of("assignments", places));
  }

  private RunningServer placing(Function<JsonNode, Answer> placer) {
    return RunningServer.with(
        routes ->
            routes.post(
                "/place",
                Access.anyone(),
                (Request request) -> {
                  JsonNode body = request.json();
                  asked.add(body);
                  return placer.apply(body);
                }));
  }

  private static HttpAssigner assigner(RunningServer server, Duration timeout) {
    URI url = URI.create("http://127.0.0.1:" + server.port() + "/place");
    return new HttpAssigner("duel", new AssignerSettings.Http(url, timeout));
  }

  private static List<Match> matches(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> new Match("m-" + i, "duel", List.of(ticket("t-" + i)), 0, Map.of()))
        .toList();
  }

  private static Ticket ticket(String id) {
    return new Ticket(
        new TicketId(id),
        new NewTicket(
            new SearchFields(Map.of("mmr", 1_500.0), Map.of(), List.of("ranked")),
            Map.of("party", new TypedBytes("type.example/Party", new byte[] {1, 2})),
            Map.of()),
        Instant.parse("2026-01-01T00:00:00Z"),
        Optional.empty());
  }
}
