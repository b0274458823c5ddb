package dev.stampede.acceptance.storm;

import dev.stampede.testkit.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP client of buyers who ask one server to answer later. */
final class LaterCalls implements AutoCloseable {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);
  private static final JsonMapper JSON = new JsonMapper();

  private final int port;
  private final Calls calls;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, String> tokens = new ConcurrentHashMap<>();

  private LaterCalls(int port) {
    this.port = port;
    this.calls = Calls.to(port);
  }

  static LaterCalls to(int port) {
    return new LaterCalls(port);
  }

  Calls calls() {
    return calls;
  }

  /** One answer, with its body read. */
  record Answer(int status, JsonNode json, HttpResponse<String> raw) {

    String header(String name) {
      return raw.headers().firstValue(name).orElse("");
    }

    String problem() {
      return json.path("type").asString("");
    }
  }

  private HttpRequest.Builder to(String who, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", "Bearer " + tokens.computeIfAbsent(who, ShopTokens::issue));
    return headers.length == 0 ? request : request.headers(headers);
  }

  private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> raw = client.send(request.build(), BodyHandlers.ofString());
    String type = raw.headers().firstValue("Content-Type").orElse("");
    JsonNode json = type.contains("json") ? JSON.readTree(raw.body()) : JSON.createObjectNode();
    return new Answer(raw.statusCode(), json, raw);
  }

  Answer get(String who, String path) throws IOException, InterruptedException {
    return send(to(who, path));
  }

  Answer post(String who, String body, String... headers) throws IOException, InterruptedException {
    return send(
        to(who, "/api/v1/bookings", headers)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  Answer async(String who, String body, String... headers)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("Prefer", "respond-async"));
    return post(who, body, all.toArray(String[]::new));
  }

  /** Sends a request that has to be accepted, and returns the path to ask for its outcome. */
  String later(String who, String body, String... headers)
      throws IOException, InterruptedException {
    Answer answer = async(who, body, headers);
    if (answer.status() != 202) {
      throw new AssertionError("not accepted: " + answer.raw().body());
    }
    return answer.header("Location");
  }

  Answer awaitOutcome(String who, String operation) throws IOException, InterruptedException {
    Eventually.within(LONG_ENOUGH)
        .until(
            "it is decided",
            () -> !get(who, operation).json().path("state").asString("queued").equals("queued"));
    return get(who, operation);
  }

  /** The states that a stream tells, until it ends. */
  List<String> watch(String who, String path) throws IOException, InterruptedException {
    List<String> states = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                client.send(to(who, path).build(), BodyHandlers.ofInputStream()).body(),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ")) {
          states.add(JSON.readTree(line.substring(6)).path("state").asString());
        }
      }
    }
    return states;
  }

  /** Until Kafka has been asked how much waits, nothing is accepted. */
  void awaitOpen() throws InterruptedException {
    String show = calls.createShow(1, 1);
    String body = "{\"showId\":\"%s\",\"seats\":[\"A-1-1\"]}".formatted(show);
    Eventually.within(LONG_ENOUGH)
        .until("requests are accepted", () -> async("nobody", body).status() == 202);
  }

  /** The sum of what the server's metrics say under this name. */
  double metric(String name) throws IOException, InterruptedException {
    return client
        .send(to("operator", "/metrics").build(), BodyHandlers.ofString())
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Override
  public void close() {
    client.shutdownNow();
    calls.close();
  }
}
