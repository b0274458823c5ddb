package dev.stampede.server.matchmaking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsException;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.server.failure.ServerException;
import dev.stampede.server.logging.Logging;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole server, from a player's question to the place they hear: A10. */
final class WholeMatchmakerTest {

  static {
    Logging.text();
  }

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir static Path folder;

  private static TestDatabase database;
  private static Main server;

  @BeforeAll
  static void start() throws IOException {
    database = TestServices.shared().freshDatabase();
    server = Main.start(settings(Map.of("MATCH_PROFILES", twoLeagues().toString())));
  }

  @AfterAll
  static void stop() {
    server.close();
    database.close();
  }

  private static Path twoLeagues() throws IOException {
    return Files.writeString(
        folder.resolve("profiles.json"),
        """
        {"profiles": [
          {"name": "low",
           "pools": [{"name": "low", "doubleRangeFilters": [{"doubleArg": "skill", "min": "-Infinity", "max": 100, "exclude": "MAX"}]}],
           "function": {"kind": "1v1"},
           "assigner": {"kind": "fixed", "connection": "low.example:7777"}},
          {"name": "high",
           "pools": [{"name": "high", "doubleRangeFilters": [{"doubleArg": "skill", "min": 100, "max": "Infinity"}]}],
           "function": {"kind": "skill-window", "players": 2, "skillArg": "skill", "window": 50},
           "assigner": {"kind": "fixed", "connection": "high.example:7777"}}
        ]}
        """);
  }

  private static Settings settings(Map<String, String> more) {
    TestServices services = TestServices.shared();
    Map<String, String> environment = new HashMap<>();
    environment.put("STAMPEDE_PORT", "0");
    environment.put("STAMPEDE_GRPC_PORT", "0");
    environment.put("DATABASE_URL", database.url());
    environment.put("REDIS_URL", services.redisUrl());
    // Any will do: what it does not have is read where it is.
    environment.put("REDIS_READ_URL", services.redisUrl());
    environment.put("REDIS_KEY_PREFIX", services.freshKeyPrefix());
    environment.put("KAFKA_BOOTSTRAP_SERVERS", services.kafkaBootstrapServers());
    environment.put("KAFKA_TOPIC_PREFIX", services.freshTopicPrefix());
    environment.putAll(more);
    return Settings.read(SettingsSource.of(environment), Mode.UP);
  }

  private static CompletableFuture<String> play(Main where, double skill) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (ExampleClient player = new ExampleClient("localhost", where.grpcPort())) {
            return player.play(skill, PATIENCE);
          }
        },
        Thread::startVirtualThread);
  }

  @Test
  void twoWhoFitEachOtherAreToldTheSamePlaceAndPoolsDoNotMix() throws Exception {
    CompletableFuture<String> low = play(server, 10);
    CompletableFuture<String> high = play(server, 500);
    CompletableFuture<String> alsoHigh = play(server, 540);
    CompletableFuture<String> alsoLow = play(server, 90);

    assertThat(low.get(60, TimeUnit.SECONDS)).isEqualTo("low.example:7777");
    assertThat(alsoLow.get(60, TimeUnit.SECONDS)).isEqualTo("low.example:7777");
    assertThat(high.get(60, TimeUnit.SECONDS)).isEqualTo("high.example:7777");
    assertThat(alsoHigh.get(60, TimeUnit.SECONDS)).isEqualTo("high.example:7777");
    // Each is counted a moment after its player has heard.
    Eventually.within(PATIENCE)
        .until(
            "all are counted",
            () -> {
              assertThat(metrics())
                  .contains(
                      "stampede_match_wait_seconds_count{profile=\"low\"} 2",
                      "stampede_match_matches_total{profile=\"high\"} 1.0",
                      "stampede_match_function_seconds_count{ending=\"worked\",profile=\"high\"}",
                      "stampede_match_assigner_seconds_count{ending=\"worked\",profile=\"low\"}",
                      "stampede_match_evaluator_seconds_count{ending=\"worked\"}",
                      "stampede_grpc_calls_seconds_count{code=\"OK\",method=\"openmatch.FrontendService/CreateTicket\"}");
              return true;
            });
  }

  @Test
  void aPlayerWithoutAMatchTimesOutAndLeavesNoWaitingTicket() {
    try (ExampleClient alone = new ExampleClient("localhost", server.grpcPort())) {
      StatusRuntimeException gaveUp =
          catchThrowableOfType(
              StatusRuntimeException.class, () -> alone.play(100_000, Duration.ofMillis(500)));

      assertThat(gaveUp.getStatus().getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
    }
    Eventually.within(PATIENCE)
        .until("nobody waits", () -> metrics().contains("stampede_match_waiting 0.0"));
  }

  @Test
  void itsHealthIsThatOfItsTickets() {
    ManagedChannel channel =
        Grpc.newChannelBuilderForAddress(
                "localhost", server.grpcPort(), InsecureChannelCredentials.create())
            .build();
    Eventually.within(PATIENCE)
        .until(
            "it serves",
            () ->
                HealthGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(5, TimeUnit.SECONDS)
                    .check(
                        HealthCheckRequest.newBuilder()
                            .setService("openmatch.FrontendService")
                            .build())
                    .getStatus(),
            ServingStatus.SERVING::equals);
    channel.shutdownNow();
  }

  /** As a newcomer meets it: nothing is configured, and two players come. */
  @Test
  void underUpTheDemoPairsWhoeverComes() throws Exception {
    try (Main demo = Main.start(settings(Map.of()))) {
      CompletableFuture<String> one = play(demo, 1);
      CompletableFuture<String> other = play(demo, 1_000_000);

      assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo("demo.invalid:7777");
      assertThat(other.get(60, TimeUnit.SECONDS)).isEqualTo("demo.invalid:7777");
    }
  }

  /** The command prints the message of this exception alone. */
  @Test
  void aTakenGrpcPortStopsTheStartAndNamesTheSetting() {
    int taken = server.grpcPort();

    assertThatThrownBy(
            () -> Main.start(settings(Map.of("STAMPEDE_GRPC_PORT", Integer.toString(taken)))))
        .isInstanceOf(ServerException.class)
        .hasMessageStartingWith("port %d on ", taken)
        .hasMessageEndingWith("is taken; set STAMPEDE_GRPC_PORT to a free one");
  }

  @Test
  void profilesThatAreWrongStopTheStartWithEveryProblem() throws IOException {
    Path wrong = Files.writeString(folder.resolve("wrong.json"), "{\"profiles\": [{\"name\": 7}]}");

    assertThatThrownBy(
            () -> settings(Map.of("MATCH_PROFILES", wrong.toString(), "MATCH_VALIDATE", "perhaps")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("MATCH_VALIDATE is 'perhaps'; set true, false")
        .hasMessageContaining("wrong.json: profiles[0].name is 7; give a text")
        .hasMessageContaining("wrong.json: profiles[0].pools is missing")
        .hasMessageContaining("wrong.json: profiles[0].function is missing")
        .hasMessageContaining("wrong.json: profiles[0].assigner is missing");
  }

  private static String metrics() throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:%d/metrics".formatted(server.port())))
                  .timeout(Duration.ofSeconds(10))
                  .build(),
              BodyHandlers.ofString())
          .body();
    }
  }
}
