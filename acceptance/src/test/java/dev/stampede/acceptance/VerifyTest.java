package dev.stampede.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code ./stampede verify} as an operator types it, and the same found by a running server by
 * itself: each while the server sells.
 */
final class VerifyTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String FIRING = "?state=firing";
  private static final String FIRES =
      "stampede_alert_firing{alert=\"drift\",severity=\"critical\"} ";

  private static TestDatabase data;
  private static String prefix;
  private static Main server;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    data = TestServices.shared().freshDatabase();
    prefix = TestServices.shared().freshKeyPrefix();
    Map<String, String> environment = new HashMap<>(stores());
    environment.put("STAMPEDE_PORT", "0");
    environment.put("STAMPEDE_GRPC_PORT", "0");
    environment.put("KAFKA_BOOTSTRAP_SERVERS", TestServices.shared().kafkaBootstrapServers());
    server = Main.start(Settings.read(SettingsSource.of(environment), Mode.UP));
    var _ = server.demo().show();
    var _ = server.demo().fill(new Buyer("alice"));
  }

  @AfterAll
  static void stop() {
    server.close();
    data.close();
  }

  /** All that the command needs to know. */
  private static Map<String, String> stores() {
    return Map.of(
        "DATABASE_URL",
        data.url(),
        "REDIS_URL",
        TestServices.shared().redisUrl(),
        "REDIS_KEY_PREFIX",
        prefix);
  }

  @Test
  void theCommandAndAnAlertNameADriftUntilItIsRepaired() throws Exception {
    try (Command typed = Command.stampede(folder, stores(), "verify")) {
      assertThat(typed.exitCode()).as(typed.output()).isZero();
      assertThat(typed.output()).contains("seats ", "seat-keys ", "ledger ", "all of it agrees");
    }

    run("UPDATE wallet SET balance = balance + 1 WHERE buyer = 'alice'");
    CommandResult drift = verify();
    assertThat(drift.exitCode()).as(drift.output()).isEqualTo(1);
    assertThat(drift.output())
        .contains("1 DO NOT AGREE", "wallet-balance: the wallet of alice has", "DRIFT: ");
    CommandResult machine = verify("--json");
    assertThat(machine.exitCode()).as(machine.output()).isEqualTo(1);
    JsonNode json = JsonMapper.shared().readTree(machine.output());
    assertThat(json.path("agrees").asBoolean()).isFalse();
    assertThat(json.path("parts").valueStream().filter(part -> part.path("drifts").asInt() > 0))
        .extracting(part -> part.path("part").asString())
        .containsExactly("wallets", "ledger");

    String token = operator();
    // Another test's drift may still fire; the alert's detail follows what was found last.
    Eventually.within(PATIENCE)
        .until(
            "the server has found it",
            () ->
                alert(token, FIRING)
                    .path("detail")
                    .asString("")
                    .contains("the wallet of alice has"));
    JsonNode alert = alert(token, FIRING);
    assertThat(alert.path("severity").asString()).isEqualTo("critical");
    assertThat(alert.has("server")).as("all servers see it").isFalse();

    assertThat(metrics()).contains(FIRES + "1.0");

    run("UPDATE wallet SET balance = balance - 1 WHERE buyer = 'alice'");
    CommandResult mended = verify();
    assertThat(mended.exitCode()).as(mended.output()).isZero();
    Eventually.within(PATIENCE)
        .until(
            "the server has seen that it is mended",
            () -> metrics().contains("stampede_drift_rows 0.0"));
    assertThat(metrics()).as("not before it has agreed for a while").contains(FIRES + "1.0");
    // The while begins with the first look that finds all well, which may come after a step.
    DatabaseClock clock = DatabaseClock.of(data.url());
    Eventually.within(PATIENCE)
        .until(
            "it is over",
            () -> {
              clock.advance(Duration.ofMinutes(2));
              return metrics().contains(FIRES + "0.0");
            });
    Eventually.within(PATIENCE)
        .until(
            "it is written down as over",
            () -> alert(token, "").path("state").asString().equals("resolved"));
  }

  @Test
  void oneShowIsComparedAloneAndADriftOfAnotherIsNone() throws Exception {
    String show = server.demo().show().id().toString();
    String other = server.demo().rush().id().toString();
    run("UPDATE seat SET version = version + 1 WHERE number = 0 AND show_id = " + other);
    CommandResult alone = verify("--show", show);
    assertThat(alone.exitCode()).as(alone.output()).isZero();
    assertThat(alone.output())
        .containsPattern("shows +1 rows  agree")
        .contains("seats ", "holds ", "bookings ", "outbox ", "seat-keys ")
        .contains("transfers, wallets and the ledger belong to no show", "all of it agrees");
    CommandResult drifted = verify("--show", other, "--json");
    assertThat(drifted.exitCode()).as(drifted.output()).isEqualTo(1);
    JsonNode json = JsonMapper.shared().readTree(drifted.output());
    assertThat(json.path("show").asString()).isEqualTo(other);
    assertThat(json.path("parts").valueStream().map(part -> part.path("part").asString()))
        .containsExactly("shows", "seats", "holds", "bookings", "outbox", "seat-keys");
    run("UPDATE seat SET version = version - 1 WHERE number = 0 AND show_id = " + other);
  }

  /** As on a terminal, where a line is written over every second; the statement waits meanwhile. */
  @Test
  void somebodyWhoWaitsIsToldHowFarItIsAndTheResultStaysClean() throws Exception {
    Map<String, String> environment = new HashMap<>(stores());
    environment.put("JAVA_OPTS", "-Dstampede.terminal=true");
    Path told = folder.resolve("told.txt");
    try (Connection holder = new Sql(data.url()).connect()) {
      holder.setAutoCommit(false);
      try (Statement statement = holder.createStatement()) {
        statement.execute("LOCK TABLE seat IN ACCESS EXCLUSIVE MODE");
      }
      try (Command verify =
          Command.start(
              folder,
              environment,
              List.of(
                  "sh",
                  "-c",
                  "exec \"$0\" verify --json 2>'%s'".formatted(told),
                  Repository.ROOT.resolve("stampede").toString()))) {
        Eventually.within(PATIENCE)
            .until("progress is told", () -> Files.exists(told) && hasProgress(told));
        holder.rollback();
        assertThat(verify.exitCode()).as(Files.readString(told)).isZero();
        assertThat(JsonMapper.shared().readTree(verify.output()).path("agrees").asBoolean())
            .isTrue();
      }
    }
    assertThat(Files.readString(told)).endsWith("\r");
  }

  private static boolean hasProgress(Path told) throws IOException {
    return Files.readString(told).contains("\rpart 1 of 9, shows: 0");
  }

  private static String metrics() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(address("/metrics")).build(), BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void aWrongCommandIsExplainedWithoutAStackTrace() {
    CommandResult nowhere = CommandResult.of(Map.of(), "verify");
    assertThat(nowhere.exitCode()).isEqualTo(2);
    assertThat(nowhere.output())
        .contains("DATABASE_URL is missing", "is missing; set the service's address")
        .doesNotContain("AUTH_SECRET", "KAFKA_BOOTSTRAP_SERVERS", "\tat ");
    CommandResult unknown = verify("--show", "999999");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.output()).contains("there is no show 999999").doesNotContain("\tat ");
    try (TestDatabase empty = TestServices.shared().freshDatabase()) {
      Map<String, String> environment = new HashMap<>(stores());
      environment.put("DATABASE_URL", empty.url());
      CommandResult unmigrated = CommandResult.of(environment, "verify");
      assertThat(unmigrated.exitCode()).isEqualTo(2);
      assertThat(unmigrated.output())
          .contains("migrations of this version; start a server of this version")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void theLauncherRefusesWrongOptions() throws Exception {
    try (Command verify = Command.stampede(folder, stores(), "verify", "--most", "0")) {
      assertThat(verify.exitCode()).isEqualTo(2);
      assertThat(verify.output()).contains("--most is '0'; give a whole number (1..10000)");
    }
    try (Command verify = Command.stampede(folder, stores(), "verify", "--show", "none")) {
      assertThat(verify.exitCode()).isEqualTo(2);
      assertThat(verify.output()).contains("--show is 'none'; give a whole number");
    }
  }

  private static CommandResult verify(String... options) {
    return CommandResult.of(
        stores(), Stream.concat(Stream.of("verify"), Stream.of(options)).toArray(String[]::new));
  }

  private static String operator() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(address("/api/v1/dev/tokens"))
                  .header("Content-Type", "application/json")
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"sub\":\"olga\",\"roles\":[\"operator\"]}"))
                  .build(),
              BodyHandlers.ofString());
      return JsonMapper.shared().readTree(answer.body()).path("token").asString();
    }
  }

  /** The alert about drift, if it is among these. */
  private static JsonNode alert(String token, String which) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(address("/api/v1/alerts" + which))
                  .header("Authorization", "Bearer " + token)
                  .build(),
              BodyHandlers.ofString());
      return JsonMapper.shared()
          .readTree(answer.body())
          .path("items")
          .valueStream()
          .filter(alert -> alert.path("name").asString().equals("drift"))
          .findFirst()
          .orElse(JsonMapper.shared().missingNode());
    }
  }

  private static URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  /** As somebody does who can write into the database and should not. */
  private static void run(String sql) throws Exception {
    data.run(sql);
  }
}
