package dev.stampede.prove.site;

import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import dev.stampede.testkit.OwnKafka;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Looks at every process of a site, and at what the servers say of the parts behind them. */
final class SiteHealth {

  private static final Duration LOOK = Duration.ofSeconds(3);

  private SiteHealth() {}

  /** Names each part that is not as it should be, and why. */
  static List<String> complaints(SiteServices services, List<SiteServer> servers)
      throws InterruptedException {
    List<String> complaints = new ArrayList<>();
    addPostgres(services, complaints);
    complaints.addAll(services.redis().complaints());
    if (!RedisComplaints.answers(services.locks())) {
      complaints.add("the Redis of the locks does not answer");
    }
    List<OwnKafka> brokers = services.brokers();
    for (int i = 0; i < brokers.size(); i++) {
      if (!brokers.get(i).isAlive()) {
        complaints.add("kafka-%d does not run".formatted(i));
      }
    }
    for (SiteServer server : servers) {
      addServer(server, complaints);
    }
    return complaints;
  }

  private static void addPostgres(SiteServices services, List<String> complaints) {
    try (Connection connection = services.sql().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT stampede_now()");
    } catch (SQLException e) {
      complaints.add("PostgreSQL does not answer: " + e.getMessage());
    }
  }

  private static void addServer(SiteServer server, List<String> complaints)
      throws InterruptedException {
    Target target = server.process().target();
    try (CrowdClient caller = CrowdClient.to(target, 1)) {
      Response answer = caller.send(target.get("/health/ready"), LOOK);
      JsonNode health = JsonMapper.shared().readTree(answer.body());
      for (var part : health.path("parts").properties()) {
        if (!part.getValue().path("state").asString("").equals("up")) {
          complaints.add(
              "%s says that %s is down: %s"
                  .formatted(
                      server.name(),
                      part.getKey(),
                      part.getValue().path("reason").asString("for no reason")));
        }
      }
      if (answer.status() != 200) {
        complaints.add("%s is not ready".formatted(server.name()));
      }
    } catch (CallFailedException e) {
      complaints.add("%s does not answer: %s".formatted(server.name(), e.getMessage()));
    }
  }
}
