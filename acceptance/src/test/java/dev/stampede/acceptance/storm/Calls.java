package dev.stampede.acceptance.storm;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.acceptance.storm.ClaimRequest.Told;
import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP client of the buyers and the operator of one server. */
final class Calls implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int CONNECTIONS = 64;

  private final Target target;
  private final CrowdClient caller;
  private final Duration timeout;
  private final Map<String, String> tokens = new ConcurrentHashMap<>();

  private Calls(Target target, int connections, Duration timeout) {
    this.target = target;
    this.caller = CrowdClient.to(target, connections);
    this.timeout = timeout;
  }

  static Calls to(int port) {
    return to(port, CONNECTIONS, CrowdClient.DEFAULT_TIMEOUT);
  }

  /**
   * Waits for longer than a server may take that has to find out what became of a lost commit:
   * {@code TRANSACTION_TIMEOUT} and 2 s. For servers that are never frozen.
   */
  static Calls patientlyTo(int port) {
    return to(port, CONNECTIONS, Duration.ofSeconds(30));
  }

  /** With a time-out that is good for the wait for one of these connections, too. */
  static Calls to(int port, int connections, Duration timeout) {
    return new Calls(Target.loopback(port), connections, timeout);
  }

  /** One answer, with its body read. */
  record Answer(int status, JsonNode body) {

    String problem() {
      return body.path("type").asString("");
    }

    /** Nothing happened; the same request may be sent again. */
    boolean isOverloaded() {
      return problem().equals("/problems/overloaded");
    }
  }

  Answer hold(String show, List<String> seats, String buyer, String key)
      throws InterruptedException {
    String body = JSON.writeValueAsString(Map.of("seats", seats));
    RenderedRequest request = target.post("/api/v1/shows/" + show + "/holds", body);
    return send(request.with("Idempotency-Key", key), buyer);
  }

  /** The same where there is a waiting room. */
  Answer hold(String show, List<String> seats, String buyer, String key, String pass)
      throws InterruptedException {
    String body = JSON.writeValueAsString(Map.of("seats", seats));
    RenderedRequest request = target.post("/api/v1/shows/" + show + "/holds", body);
    return send(request.with("Idempotency-Key", key).with("Stampede-Pass", pass), buyer);
  }

  Answer release(String hold, String buyer) throws InterruptedException {
    return send(target.delete("/api/v1/holds/" + hold), buyer);
  }

  Answer get(String path, String who) throws InterruptedException {
    return send(target.get(path), who);
  }

  Answer post(String path, String json, String who) throws InterruptedException {
    return send(target.post(path, json), who);
  }

  /** One of its metrics, by name and labels as they are printed. */
  double metric(String name) throws InterruptedException {
    return metrics()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no metric " + name));
  }

  /** All of them, as they are printed. */
  String metrics() throws InterruptedException {
    return new String(caller.send(target.get("/metrics")).body(), UTF_8);
  }

  /** A booking as its owner sees it. */
  Answer booking(String id, String buyer) throws InterruptedException {
    return send(target.get("/api/v1/bookings/" + id), buyer);
  }

  Told order(ClaimRequest order) throws InterruptedException {
    return new Told(order, send(order.to(target), order.who()));
  }

  /** Empty when nobody answered. */
  Optional<Told> tryOrder(ClaimRequest order) throws InterruptedException {
    try {
      return Optional.of(order(order));
    } catch (CallFailedException nobody) {
      return Optional.empty();
    }
  }

  Answer join(String show, String buyer, Optional<String> place) throws InterruptedException {
    return send(withPlace(target.post(queue(show), "{}"), place), buyer);
  }

  Answer look(String show, String buyer, Optional<String> place) throws InterruptedException {
    return send(withPlace(target.get(queue(show)), place), buyer);
  }

  Answer leave(String show, String buyer) throws InterruptedException {
    return send(target.delete(queue(show)), buyer);
  }

  private static String queue(String show) {
    return "/api/v1/shows/" + show + "/queue";
  }

  private static RenderedRequest withPlace(RenderedRequest request, Optional<String> place) {
    return place.map(token -> request.with("Stampede-Place", token)).orElse(request);
  }

  /** Changes a show's waiting room, as the operator. */
  void patchRoom(String show, String room) throws InterruptedException {
    byte[] body = "{\"waitingRoom\":{%s}}".formatted(room).getBytes(UTF_8);
    RenderedRequest request = target.request("PATCH", "/api/v1/shows/" + show, body);
    Answer answer = send(request.with("Content-Type", "application/json"), "operator");
    if (answer.status() != 200) {
      throw new AssertionError("the room was not changed: " + answer);
    }
  }

  /** A show on sale with one section A of so many rows and seats. */
  String createShow(int rows, int seatsPerRow) throws InterruptedException {
    return createShow(rows, seatsPerRow, "");
  }

  /** The same with a waiting room. */
  String createShowWithRoom(int rows, int seatsPerRow, String room) throws InterruptedException {
    return createShow(rows, seatsPerRow, ", \"waitingRoom\": {%s}".formatted(room));
  }

  private String createShow(int rows, int seatsPerRow, String more) throws InterruptedException {
    String body =
        """
        {"name": "Storm", "startsAt": "2099-01-01T20:00:00Z", "holdSeconds": 3600,
         "sections": [{"name": "A", "price": 50, "rows": %d, "seatsPerRow": %d}]%s}"""
            .formatted(rows, seatsPerRow, more);
    Answer answer = send(target.post("/api/v1/shows", body), "operator");
    if (answer.status() != 201) {
      throw new AssertionError("no show was created: " + answer);
    }
    return answer.body().path("id").asString();
  }

  private Answer send(RenderedRequest request, String who) throws InterruptedException {
    String token = tokens.computeIfAbsent(who, ShopTokens::issue);
    Response response = caller.send(request.with("Authorization", "Bearer " + token), timeout);
    JsonNode body =
        response.bodyLength() == 0 ? JSON.createObjectNode() : JSON.readTree(response.body());
    return new Answer(response.status(), body);
  }

  @Override
  public void close() {
    caller.close();
  }
}
