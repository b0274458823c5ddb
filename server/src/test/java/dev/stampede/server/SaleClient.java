package dev.stampede.server;

import dev.stampede.server.auth.Role;
import dev.stampede.testkit.Eventually;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Words for what people say to a server that sells seats. */
public abstract class SaleClient {

  private static final JsonMapper JSON = JsonMapper.shared();

  /** The server they are said to. */
  public abstract ServerClient http();

  /** An answer with its body as JSON. */
  public record Answer(int status, JsonNode json, HttpHeaders headers) {

    public String text(String field) {
      return json.path(field).asString();
    }

    /** The last part of the problem's type. */
    public String slug() {
      return text("type").replace("/problems/", "");
    }

    public List<String> texts(String field) {
      return json.path(field).valueStream().map(JsonNode::asString).toList();
    }

    /** The fields that a problem names. */
    public List<String> wrongFields() {
      return json.path("errors").valueStream().map(e -> e.path("field").asString()).toList();
    }

    public String header(String name) {
      return headers.firstValue(name).orElse("");
    }
  }

  public HttpRequest.Builder as(String sub, Role role, String path) {
    return http().to(path).header("Authorization", "Bearer " + http().token(sub, role));
  }

  public Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer = http().send(request);
    return new Answer(
        answer.statusCode(),
        answer.body().isEmpty() ? JSON.missingNode() : JSON.readTree(answer.body()),
        answer.headers());
  }

  public Answer get(String path) throws IOException, InterruptedException {
    return send(http().to(path));
  }

  /** Creates a show as an operator. */
  public Answer create(String json) throws IOException, InterruptedException {
    return send(json(as("olga", Role.OPERATOR, "/api/v1/shows"), "POST", json));
  }

  /** The id of a new show with ten rows of ten seats in A, and what else is said of it. */
  public String show(String more) throws IOException, InterruptedException {
    Answer created =
        create(
            """
            {"name":"Opening night","startsAt":"2030-01-31T19:30:00Z",
             "sections":[{"name":"A","price":120,"rows":10,"seatsPerRow":10},
                         {"name":"Lawn","price":40,"capacity":50}]%s}"""
                .formatted(more.isEmpty() ? "" : "," + more));
    if (created.status() != 201) {
      throw new AssertionError("no show: " + created);
    }
    return created.text("id");
  }

  public Answer patch(String show, String json) throws IOException, InterruptedException {
    return send(json(as("olga", Role.OPERATOR, "/api/v1/shows/" + show), "PATCH", json));
  }

  /** The seats are given as a JSON body, {@code {"seats":["A-1-1"]}}. */
  public Answer hold(String buyer, String show, String json)
      throws IOException, InterruptedException {
    return send(holding(buyer, show, json));
  }

  /**
   * Claims seats of a hold that has ended. Memory and gate go by other clocks than the database,
   * and a test moves the database's alone: they refuse such seats for about a second more.
   */
  public Answer holdSoon(String buyer, String show, String json) {
    return Eventually.within(Duration.ofSeconds(30))
        .until(
            "the seats are free again",
            () -> hold(buyer, show, json),
            answer -> answer.status() == 201);
  }

  public Answer hold(String buyer, String show, String json, String key)
      throws IOException, InterruptedException {
    return send(holding(buyer, show, json).header("Idempotency-Key", key));
  }

  public HttpRequest.Builder holding(String buyer, String show, String json) {
    return json(as(buyer, Role.BUYER, "/api/v1/shows/" + show + "/holds"), "POST", json);
  }

  /** Waits for so many seats of a state: a server's board hears of a commit a moment later. */
  public void awaitSeats(String show, String state, int count) {
    var _ =
        Eventually.within(Duration.ofSeconds(30))
            .until(
                "%d seats are %s".formatted(count, state),
                () -> get("/api/v1/shows/" + show).json().get(state).asInt(),
                seen -> seen == count);
  }

  public Answer getAsOperator(String path) throws IOException, InterruptedException {
    return send(as("olga", Role.OPERATOR, path));
  }

  public Answer getAs(String buyer, String path) throws IOException, InterruptedException {
    return send(as(buyer, Role.BUYER, path));
  }

  public Answer release(String buyer, String hold) throws IOException, InterruptedException {
    return send(as(buyer, Role.BUYER, "/api/v1/holds/" + hold).DELETE());
  }

  /** Pays for seats, as somebody of this role. */
  public HttpRequest.Builder booking(String who, Role role, String json) {
    return json(as(who, role, "/api/v1/bookings"), "POST", json);
  }

  public Answer book(String buyer, String json) throws IOException, InterruptedException {
    return send(booking(buyer, Role.BUYER, json));
  }

  public Answer book(String buyer, String json, String key)
      throws IOException, InterruptedException {
    return send(booking(buyer, Role.BUYER, json).header("Idempotency-Key", key));
  }

  /** Pays a hold with points. */
  public Answer pay(String buyer, String hold) throws IOException, InterruptedException {
    return book(buyer, "{\"holdId\":\"%s\"}".formatted(hold));
  }

  public HttpRequest.Builder cancelling(String who, Role role, String booking) {
    return as(who, role, "/api/v1/bookings/" + booking + "/cancel").POST(BodyPublishers.noBody());
  }

  /** The amount is given as JSON, good or not. */
  public HttpRequest.Builder toppingUp(String buyer, String amount, String key) {
    return json(
            as(buyer, Role.BUYER, "/api/v1/wallet/top-ups"),
            "POST",
            "{\"amount\":%s}".formatted(amount))
        .header("Idempotency-Key", key);
  }

  /** Puts points into a buyer's wallet, as an operator. */
  public Answer fund(String buyer, long amount) throws IOException, InterruptedException {
    Answer answer =
        send(
            json(
                    as("olga", Role.OPERATOR, "/api/v1/wallets/" + buyer + "/top-ups"),
                    "POST",
                    "{\"amount\":%d}".formatted(amount))
                .header("Idempotency-Key", UUID.randomUUID().toString()));
    if (answer.status() != 201) {
      throw new AssertionError("no points: " + answer);
    }
    return answer;
  }

  public long balance(String buyer) throws IOException, InterruptedException {
    return getAs(buyer, "/api/v1/wallet").json().get("balance").asLong();
  }

  public static HttpRequest.Builder json(HttpRequest.Builder to, String method, String json) {
    return to.header("Content-Type", "application/json")
        .method(method, BodyPublishers.ofString(json));
  }
}
