package dev.stampede.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.Caller;
import dev.stampede.server.auth.DevelopmentIssuer;
import dev.stampede.server.auth.Role;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.server.logging.Logging;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server prints and answers none of its secrets, and none of its callers', while it is abused and
 * while it cannot start, with all of our own logging turned on.
 */
final class SecretsTest {

  private static final String AUTH_SECRET = "auth-secret-of-this-very-test-4711";
  private static final String DATABASE_PASSWORD = "pg-password-of-this-very-test";
  private static final String REDIS_PASSWORD = "redis-password-of-this-very-test";

  private static final String ALL_OF_OURS =
      """
      <configuration>
        <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>LINE %level %logger %X %msg%n%ex</pattern></encoder>
        </appender>
        <logger name="dev.stampede" level="TRACE"/>
        <logger name="io.helidon" level="DEBUG"/>
        <root level="INFO"><appender-ref ref="console"/></root>
      </configuration>
      """;

  /** No promise: a server of its own starts and stops, maybe beside a dozen other tests. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  private final DevelopmentIssuer issuer =
      new DevelopmentIssuer(new AuthSettings.Development(AUTH_SECRET), InstantSource.system());
  private final List<String> secrets =
      new ArrayList<>(List.of(AUTH_SECRET, DATABASE_PASSWORD, REDIS_PASSWORD));
  private final List<String> answers = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();

  /** A production server that ends with its input. */
  static final class ServeMain {
    private ServeMain() {}

    public static void main(String[] args) throws IOException {
      Logging.text();
      Settings settings = Settings.read(SettingsSource.of(System.getenv()), Mode.SERVE);
      try (Main server = Main.start(settings)) {
        System.out.println("PORT " + server.port());
        System.in.read();
      }
    }
  }

  @Test
  void anAbusedServerKeepsItsSecretsAndItsCallers() throws Exception {
    TestDatabase database = TestServices.shared().freshDatabase();
    String redis = TestServices.shared().redisUrl();
    secrets.add(password(database.url()));
    secrets.add(password(redis));
    Process process = start(database.url(), redis, Map.of());
    try {
      int port = port(process);
      learnSigningKeys(database.url());
      abuse("http://127.0.0.1:" + port);
      database.close();
      String buyer = token("ann", Role.BUYER);
      note(request("http://127.0.0.1:" + port + "/api/v1/wallet", buyer).GET());
      note(request("http://127.0.0.1:" + port + "/api/v1/bookings", buyer).GET());
      process.getOutputStream().close();
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
      database.close();
    }

    assertThat(answers).hasSizeGreaterThan(20);
    assertKept(String.join("\n", answers), "answers");
    assertKept(printed(), "log");
    assertThat(printed().lines())
        .as("what callers send begins no line")
        .noneMatch(line -> line.startsWith("FORGED"));
  }

  @Test
  void aServerThatCannotStartSaysWhyWithoutItsSecrets() throws Exception {
    String nowhere = "postgresql://stampede:%s@127.0.0.1:1/none".formatted(DATABASE_PASSWORD);
    URI redis = URI.create(TestServices.shared().redisUrl());
    Process process =
        start(
            nowhere,
            "redis://:%s@127.0.0.1:%d/0".formatted(REDIS_PASSWORD, redis.getPort()),
            Map.of());

    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(printed()).isNotZero();
    assertThat(printed()).contains("127.0.0.1");
    assertKept(printed(), "log");
  }

  private void abuse(String base) throws Exception {
    String buyer = token("ann", Role.BUYER);
    String operator = token("olga", Role.OPERATOR);
    String show =
        id(
            post(
                base + "/api/v1/shows",
                operator,
                """
                {"name":"x","startsAt":"2035-01-01T00:00:00Z",
                 "sections":[{"name":"A","price":1,"rows":1,"seatsPerRow":5}],
                 "waitingRoom":{"enabled":true,"admitPerSecond":100,"maxActive":100}}"""));
    String queue = base + "/api/v1/shows/" + show + "/queue";
    String joined =
        Eventually.within(PATIENCE)
            .until("ann joins", () -> post(queue, buyer, "{}"), told -> !told.isEmpty());
    String place = found("\"placeToken\":\"([^\"]+)\"", joined, "");
    String admitted =
        Eventually.within(PATIENCE)
            .until(
                "ann is let in",
                () -> post(queue, buyer, "{}"),
                told -> told.contains("\"pass\":"));
    String pass = found("\"pass\":\"([^\"]+)\"", admitted, "");
    secrets.add(pass);
    if (!place.isEmpty()) {
      secrets.add(place);
    }
    HttpResponse<String> session =
        client.send(
            request(base + "/api/v1/session", buyer).POST(BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());
    String cookie = session.headers().firstValue("Set-Cookie").orElseThrow();
    secrets.add(found("=([^;]+)", cookie, ""));
    String holds = base + "/api/v1/shows/" + show + "/holds";
    for (String header : List.of("Stampede-Pass", "Stampede-Place", "Idempotency-Key", "Cookie")) {
      for (String value :
          List.of(pass, pass + "x", buyer, AUTH_SECRET, cookie.replaceAll(";.*", ""))) {
        note(
            request(holds, buyer)
                .header(header, value.length() > 250 ? value.substring(0, 250) : value)
                .POST(BodyPublishers.ofString("{\"seats\":[\"A-1-9\"]}")));
      }
    }
    for (String token : List.of(buyer + "x", AUTH_SECRET, "a.b.c", pass)) {
      note(request(base + "/api/v1/wallet", token).GET());
      note(request(base + "/api/v1/holds/" + token, buyer).GET());
      note(request(base + "/api/v1/bookings?cursor=" + token, buyer).GET());
      note(
          request(base + "/api/v1/shows", operator)
              .POST(BodyPublishers.ofString("{\"" + token + "\":1")));
    }
    note(request(base + "/api/v1/holds/a%0aFORGED%0d%0aFORGED", buyer).GET());
    note(
        request(base + "/api/v1/wallets/%0aFORGED/top-ups", operator)
            .header("Idempotency-Key", "k")
            .POST(BodyPublishers.ofString("{\"amount\":1}")));
    note(request(base + "/%0aFORGED", buyer).GET());
  }

  private String post(String url, String token, String json) throws Exception {
    HttpResponse<String> answer =
        client.send(
            request(url, token).POST(BodyPublishers.ofString(json)).build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    return answer.body();
  }

  /** Sends it; what it is refused with is kept. */
  private void note(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isGreaterThanOrEqualTo(200);
    if (answer.statusCode() >= 400) {
      answers.add(answer.body());
    }
  }

  private HttpRequest.Builder request(String url, String token) {
    return HttpRequest.newBuilder(URI.create(url))
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json");
  }

  private String token(String sub, Role role) {
    String token = issuer.issue(new Caller(sub, Set.of(role)));
    secrets.add(token);
    return token;
  }

  private static String password(String url) {
    return URI.create(url).getUserInfo().split(":", -1)[1];
  }

  private void learnSigningKeys(String databaseUrl) throws SQLException {
    int before = secrets.size();
    try (Connection connection = new Sql(databaseUrl).connect();
        Statement statement = connection.createStatement();
        ResultSet keys = statement.executeQuery("SELECT secret FROM signing_key")) {
      while (keys.next()) {
        byte[] key = keys.getBytes(1);
        secrets.add(HexFormat.of().formatHex(key));
        secrets.add(Base64.getEncoder().withoutPadding().encodeToString(key));
        secrets.add(Base64.getUrlEncoder().withoutPadding().encodeToString(key));
      }
    }
    assertThat(secrets).hasSizeGreaterThan(before);
  }

  private void assertKept(String text, String where) {
    for (String secret : secrets) {
      assertThat(text.contains(secret))
          .as("the %s contain a secret that begins with %s", where, secret.substring(0, 6))
          .isFalse();
    }
  }

  private Process start(String databaseUrl, String redisUrl, Map<String, String> more)
      throws IOException {
    Path logging = Files.writeString(folder.resolve("logback.xml"), ALL_OF_OURS);
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=" + logging,
                "-cp",
                System.getProperty("java.class.path"),
                ServeMain.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output().toFile());
    Map<String, String> environment = new HashMap<>(more);
    environment.put("STAMPEDE_PORT", "0");
    environment.put("STAMPEDE_GRPC_PORT", "0");
    environment.put("STAMPEDE_SHUTDOWN_GRACE", "2");
    environment.put("DATABASE_URL", databaseUrl);
    environment.put("REDIS_URL", redisUrl);
    environment.put("REDIS_KEY_PREFIX", TestServices.shared().freshKeyPrefix());
    environment.put("KAFKA_BOOTSTRAP_SERVERS", TestServices.shared().kafkaBootstrapServers());
    environment.put("KAFKA_TOPIC_PREFIX", TestServices.shared().freshTopicPrefix());
    environment.put("AUTH_SECRET", AUTH_SECRET);
    builder.environment().putAll(environment);
    return builder.start();
  }

  private int port(Process process) {
    return Integer.parseInt(
        Eventually.within(PATIENCE)
            .until(
                "the server listens, or has ended",
                () -> process.isAlive() ? found("PORT (\\d+)\n", printed(), "") : printed(),
                text -> !text.isEmpty()));
  }

  private Path output() {
    return folder.resolve("output");
  }

  private String printed() throws IOException {
    return Files.readString(output(), UTF_8);
  }

  private static String id(String json) {
    return found("\"id\":\"([^\"]+)\"", json, "");
  }

  private static String found(String pattern, String text, String otherwise) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    return matcher.find() ? matcher.group(1) : otherwise;
  }
}
