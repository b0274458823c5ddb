package dev.stampede.chaos.load;

import dev.stampede.chaos.house.Tokens;
import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.Caller;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The way to the servers: sends an order to one of them and says what came back. */
public final class Doors implements AutoCloseable {

  /** A person waits so long and then tries the other server. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final String PROBLEMS = "/problems/";

  private final List<Target> targets;
  private final List<Caller> callers;
  private final Tokens tokens;

  public Doors(List<Target> targets, Tokens tokens, int connections) {
    this.targets = List.copyOf(targets);
    this.callers = targets.stream().map(target -> Caller.to(target, connections)).toList();
    this.tokens = tokens;
  }

  int count() {
    return targets.size();
  }

  public Attempt send(int server, Order order) throws InterruptedException {
    long sent = System.nanoTime();
    Reply reply = reply(server, order);
    return new Attempt(server, sent, System.nanoTime(), reply);
  }

  private Reply reply(int server, Order order) throws InterruptedException {
    try {
      Response response = callers.get(server).send(order.to(targets.get(server), tokens), PATIENCE);
      JsonNode body = read(response);
      String type = body.path("type").asString("");
      return new Reply.Answered(
          response.status(),
          type.startsWith(PROBLEMS) ? type.substring(PROBLEMS.length()) : "",
          body);
    } catch (CallFailedException nobody) {
      return new Reply.Silence(nobody.failure());
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
    callers.forEach(Caller::close);
  }
}
