package dev.stampede.chaos.load;

import dev.stampede.chaos.deployment.ChaosTokens;
import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The way to the servers: sends an order to one of them and says what came back. */
public final class RequestSender implements AutoCloseable {

  /** A person waits so long and then tries the other server. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final String PROBLEMS = "/problems/";

  private final List<Target> targets;
  private final List<CrowdClient> callers;
  private final ChaosTokens tokens;

  public RequestSender(List<Target> targets, ChaosTokens tokens, int connections) {
    this.targets = List.copyOf(targets);
    this.callers = targets.stream().map(target -> CrowdClient.to(target, connections)).toList();
    this.tokens = tokens;
  }

  int count() {
    return targets.size();
  }

  public SendAttempt send(int server, ClientRequest order) throws InterruptedException {
    long sent = System.nanoTime();
    AttemptReply reply = reply(server, order);
    return new SendAttempt(server, sent, System.nanoTime(), reply);
  }

  private AttemptReply reply(int server, ClientRequest order) throws InterruptedException {
    try {
      Response response = callers.get(server).send(order.to(targets.get(server), tokens), PATIENCE);
      JsonNode body = read(response);
      String type = body.path("type").asString("");
      return new AttemptReply.Answered(
          response.status(),
          type.startsWith(PROBLEMS) ? type.substring(PROBLEMS.length()) : "",
          body);
    } catch (CallFailedException nobody) {
      return new AttemptReply.Silence(nobody.failure());
    }
  }

  private static JsonNode read(Response response) {
    JsonMapper json = JsonMapper.shared();
    if (response.bodyLength() == 0) {
      return json.createObjectNode();
    }
    try {
      return json.readTree(response.body());
    } catch (JacksonException notJson) {
      return json.createObjectNode().put("text", response.text());
    }
  }

  @Override
  public void close() {
    callers.forEach(CrowdClient::close);
  }
}
