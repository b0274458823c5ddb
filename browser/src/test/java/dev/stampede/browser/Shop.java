package dev.stampede.browser;

import dev.stampede.embedded.LoneProcess;
import dev.stampede.openmatch.CreateTicketRequest;
import dev.stampede.openmatch.FrontendServiceGrpc;
import dev.stampede.openmatch.Ticket;
import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TcpProxy;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A whole server with a development issuer on a port that it keeps when it is started anew. */
final class Shop implements AutoCloseable {

  private static final JsonMapper JSON = JsonMapper.shared();

  private final TestDatabase database = TestServices.shared().freshDatabase();
  private final String keyPrefix = TestServices.shared().freshKeyPrefix();
  private final HttpClient client = HttpClient.newHttpClient();
  private final int port = LoneProcess.freePort();

  /** The proxy between the server and its database. */
  private final TcpProxy wire = TcpProxy.to(URI.create(database.url()).getPort());

  private Main server = start();

  private Main start() {
    TestServices services = TestServices.shared();
    String real = database.url();
    String wired = real.replace(":" + URI.create(real).getPort() + "/", ":" + wire.port() + "/");
    // Lists can be read where nobody cuts the wire, as from a replica.
    Map<String, String> environment =
        Map.of(
            "STAMPEDE_PORT",
            Integer.toString(port),
            "STAMPEDE_GRPC_PORT",
            "0",
            "STAMPEDE_SHUTDOWN_GRACE",
            "2",
            "DATABASE_URL",
            wired,
            "READ_DATABASE_URL",
            real,
            "REDIS_URL",
            services.redisUrl(),
            "REDIS_KEY_PREFIX",
            keyPrefix,
            "KAFKA_BOOTSTRAP_SERVERS",
            services.kafkaBootstrapServers(),
            "KAFKA_TOPIC_PREFIX",
            keyPrefix.replace(':', '.'));
    return Main.start(Settings.read(SettingsSource.of(environment), Mode.UP));
  }

  /** Stops the server and starts another in its place; it gives out tokens of another secret. */
  void restart() {
    restart(() -> {});
  }

  /** The same, with something to see while there is none. */
  void restart(Runnable meanwhile) {
    server.close();
    meanwhile.run();
    server = start();
  }

  /** Its database is away until it is found again. */
  void loseDatabase() {
    wire.cutOff();
  }

  /** Waits until the server itself knows that. */
  void awaitAway(String show) {
    Eventually.within(Duration.ofSeconds(30))
        .until(
            "the server says that it is old",
            () -> asBuyer("any", "GET", "/shows/" + show, "").path("stale").asBoolean());
  }

  void findDatabase() {
    wire.mend();
  }

  String address() {
    return "http://localhost:" + port;
  }

  /** A show with ten rows of ten seats in A, places on a lawn, and what else is said of it. */
  String show(String more) throws IOException, InterruptedException {
    return show(
        """
        {"name":"A","price":120,"rows":10,"seatsPerRow":10},
        {"name":"Lawn","price":40,"capacity":50}""",
        more);
  }

  /** A show with these sections, and what else is said of it. */
  String show(String sections, String more) throws IOException, InterruptedException {
    String json =
        """
        {"name":"Opening night","startsAt":"2099-01-31T19:30:00Z","sections":[%s]%s}"""
            .formatted(sections, more.isEmpty() ? "" : "," + more);
    return as("olga", "operator", "POST", "/shows", json).path("id").asString();
  }

  void patch(String show, String json) throws IOException, InterruptedException {
    var _ = as("olga", "operator", "PATCH", "/shows/" + show, json);
  }

  /** Seats of A on hold for a buyer, or why not: the last part of the problem's type. */
  String hold(String buyer, String show, String seat) throws IOException, InterruptedException {
    String body = "{\"seats\":[\"%s\"]}".formatted(seat);
    HttpResponse<String> answer =
        answer("POST", "/shows/" + show + "/holds", body, token(buyer, "buyer"));
    JsonNode json = JSON.readTree(answer.body());
    return answer.statusCode() < 300
        ? json.path("id").asString()
        : json.path("type").asString().replace("/problems/", "");
  }

  /** A buyer with points buys a seat; the booking's id. */
  String booking(String buyer, String show, String seat) throws IOException, InterruptedException {
    String points = "{\"amount\":1000}";
    Map<String, String> once = Map.of("Idempotency-Key", seat);
    var _ = asBuyer(buyer, "POST", "/wallet/top-ups", points, once);
    String body = "{\"showId\":\"%s\",\"seats\":[\"%s\"]}".formatted(show, seat);
    return asBuyer(buyer, "POST", "/bookings", body).path("id").asString();
  }

  JsonNode asBuyer(String buyer, String method, String path, String json)
      throws IOException, InterruptedException {
    return as(buyer, "buyer", method, path, json);
  }

  JsonNode asBuyer(
      String buyer, String method, String path, String json, Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(method, path, json, token(buyer, "buyer"));
    headers.forEach(request::header);
    return json(client.send(request.build(), BodyHandlers.ofString()));
  }

  private JsonNode as(String sub, String role, String method, String path, String json)
      throws IOException, InterruptedException {
    return json(answer(method, path, json, token(sub, role)));
  }

  /** An alert that fires, as if a server had written it down. */
  void alert(String name, String severity, String detail) {
    database.run(
        """
        INSERT INTO alert (name, server, severity, fired_at, seen_at, value, bound, detail)
        VALUES ('%s', '', '%s', stampede_now(), stampede_now() + interval '1 hour', 0.5, 0.95, '%s')"""
            .formatted(name, severity, detail));
  }

  void resolveAlert(String name) {
    database.run("UPDATE alert SET resolved_at = stampede_now() WHERE name = '%s'".formatted(name));
  }

  /** A job that was tried often enough. */
  void deadJob(long id, String kind, String failure) {
    database.run(
        """
        INSERT INTO job_dead (id, died_at, enqueued_at, attempt, failures, losses, kind, payload,
          failure)
        VALUES (%d, job_now(), job_now(), 3, 3, 0, '%s', '', '%s')"""
            .formatted(id, kind, failure));
  }

  /** An event of a booking that could not be read, and so many good ones behind it. */
  void parkedBooking(String show, String booking, int behind) {
    String key = show + "/" + booking;
    database.run(
        """
        INSERT INTO inbox (consumer, topic, key, parked) VALUES ('statistics', 'told', '%s', true)"""
            .formatted(key));
    database.run(
        """
        INSERT INTO parked_message
          (consumer, topic, key, partition, position, sent_at, version, reason, failure, value)
        SELECT 'statistics', 'told', '%1$s', 0, hashtext('%1$s')::bigint * 100 + n, now(),
          nullif(n, 1), CASE n WHEN 1 THEN 'undecodable' ELSE 'behind' END,
          CASE n WHEN 1 THEN 'a moth ate it' ELSE '' END,
          convert_to(CASE n WHEN 1 THEN 'moth' ELSE
            '{"type":"booking.cancelled","booking":{"showId":"%2$s"},"version":' || n || '}' END, 'UTF8')
        FROM generate_series(1, 1 + %3$d) AS n"""
            .formatted(key, show, behind));
  }

  /** Players come to the matchmaker, each with a ticket; the demo pairs them. */
  void players(int count) {
    ManagedChannel channel =
        Grpc.newChannelBuilderForAddress(
                "localhost", server.grpcPort(), InsecureChannelCredentials.create())
            .build();
    try {
      var frontend = FrontendServiceGrpc.newBlockingStub(channel);
      CreateTicketRequest anybody =
          CreateTicketRequest.newBuilder().setTicket(Ticket.getDefaultInstance()).build();
      for (int i = 0; i < count; i++) {
        var _ = frontend.createTicket(anybody);
      }
    } finally {
      channel.shutdownNow();
    }
  }

  /** A token of the development issuer. */
  String token(String sub, String role) throws IOException, InterruptedException {
    String wanted = "{\"sub\":\"%s\",\"roles\":[\"%s\"]}".formatted(sub, role);
    return json(answer("POST", "/dev/tokens", wanted, "")).path("token").asString();
  }

  private HttpResponse<String> answer(String method, String path, String json, String token)
      throws IOException, InterruptedException {
    return client.send(request(method, path, json, token).build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String method, String path, String json, String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address() + "/api/v1" + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private static JsonNode json(HttpResponse<String> answer) {
    if (answer.statusCode() >= 300) {
      throw new AssertionError(answer.request() + ": " + answer.body());
    }
    return JSON.readTree(answer.body());
  }

  @Override
  public void close() {
    server.close();
    client.close();
    try {
      wire.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    database.close();
  }
}
