package dev.stampede.cli;

import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.LoadRun;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import dev.stampede.server.RehearsalCrowd.Stage;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Buyers who hold one seat after the other, as fast as they are answered. */
final class TrainingSale {

  private static final int CONNECTIONS = 64;
  private static final int BUYERS = 64;
  private static final String SECTION = "A";
  private static final int ROWS = 400;
  private static final int SEATS_PER_ROW = 500;
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final Target target;

  TrainingSale(Target target) {
    this.target = target;
  }

  void sell(Duration duration) throws InterruptedException {
    String holds;
    List<String> tokens = new ArrayList<>();
    try (CrowdClient caller = CrowdClient.to(target, 1)) {
      String operator = token(caller, "operator", "operator");
      RenderedRequest create =
          target.post("/api/v1/shows", show()).with("Authorization", "Bearer " + operator);
      holds = "/api/v1/shows/" + created(caller, create).required("id").asString() + "/holds";
      for (int buyer = 0; buyer < BUYERS; buyer++) {
        tokens.add(token(caller, "trial-" + buyer, "buyer"));
      }
    }
    BuyerScript claims =
        new SeatClaims(
            new Stage(target.address().getPort(), holds, tokens, SECTION, ROWS, SEATS_PER_ROW));
    new LoadRun(LoadPlan.closed(target, CONNECTIONS, duration)).with(_ -> claims);
  }

  private String token(CrowdClient caller, String sub, String role) throws InterruptedException {
    String who = "{\"sub\":\"%s\",\"roles\":[\"%s\"]}".formatted(sub, role);
    return created(caller, target.post("/api/v1/dev/tokens", who)).required("token").asString();
  }

  private static JsonNode created(CrowdClient caller, RenderedRequest request)
      throws InterruptedException {
    Response response = caller.send(request);
    if (response.status() / 100 != 2) {
      throw new CannotStartException(
          "%s was answered with %d: %s".formatted(request, response.status(), response.text()));
    }
    return MAPPER.readTree(response.body());
  }

  private static String show() {
    return """
        {"name": "trial", "startsAt": "%s",
         "sections": [{"name": "%s", "price": 100, "rows": %d, "seatsPerRow": %d}]}
        """
        .formatted(Instant.now().plus(30, ChronoUnit.DAYS), SECTION, ROWS, SEATS_PER_ROW);
  }
}
