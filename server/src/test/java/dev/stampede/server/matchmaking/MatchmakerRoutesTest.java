package dev.stampede.server.matchmaking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.backend.BackendListener.Ending;
import dev.stampede.matchmaking.ticket.TicketCounts;
import dev.stampede.server.RunningServer;
import dev.stampede.server.auth.Role;
import dev.stampede.server.metrics.MatchMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class MatchmakerRoutesTest {

  @Test
  void operatorsSeeWhoWaitsAndHowEachProfileDoes() throws Exception {
    MatchMeters meters = new MatchMeters(new SimpleMeterRegistry(), List.of("duel", "a-party"));
    meters.see(new TicketCounts(7, 2, 40));
    meters.assigned("duel", List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)));
    meters.functionRan("duel", Ending.WORKED, Duration.ofMillis(3));
    meters.functionRan("duel", Ending.TOO_LATE, Duration.ofMillis(3));
    meters.assignerRan("duel", Ending.FAILED, Duration.ofMillis(3));
    MatchmakerRoutes routes = new MatchmakerRoutes(meters, () -> 5, () -> "here:50504");
    try (RunningServer server = RunningServer.with(routes)) {
      JsonNode seen =
          JsonMapper.shared()
              .readTree(
                  server
                      .send(
                          server
                              .to("/api/v1/matchmaker")
                              .header(
                                  "Authorization", "Bearer " + server.token("olga", Role.OPERATOR)))
                      .body());

      assertThat(seen.path("server").asString()).isEqualTo("here:50504");
      assertThat(seen.path("tickets"))
          .isEqualTo(JsonMapper.shared().readTree("{\"waiting\":7,\"leased\":2,\"assigned\":40}"));
      assertThat(seen.path("watchers").asInt()).isEqualTo(5);
      assertThat(seen.path("profiles").get(0).path("name").asString()).isEqualTo("a-party");
      assertThat(seen.path("profiles").get(1))
          .isEqualTo(
              JsonMapper.shared()
                  .readTree(
                      "{\"name\":\"duel\",\"matches\":1,\"tickets\":2,\"meanWaitSeconds\":1.5,\"failures\":2}"));
    }
  }
}
