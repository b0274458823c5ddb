package dev.stampede.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./stampede up} as a newcomer meets it, on its good day and on its bad ones. */
final class UpTest {

  private static final Map<String, String> ANY_PORT =
      Map.of("STAMPEDE_PORT", "0", "STAMPEDE_GRPC_PORT", "0");

  @TempDir Path folder;

  @Test
  void upStartsEverythingAndLeavesNothingBehindWhateverWayItEnds() throws Exception {
    try (Command up = Command.stampede(spacedFolder(), ANY_PORT, "up")) {
      String base = base(up);
      assertThat(get(base + "/health/ready"))
          .contains("\"state\":\"ready\"", "\"postgresql\"", "\"redis\"", "\"kafka\"");
      Eventually.within(Duration.ofSeconds(30))
          .until("all is said", () -> up.output().contains("FrontendService/CreateTicket"));
      assertThat(up.output())
          .containsPattern("✓ PostgreSQL +18\\.\\S+ at postgresql://stampede_server@127")
          .containsPattern("✓ Redis +\\S+ at redis://127")
          .containsPattern("✓ Kafka +\\S+ at 127")
          .containsPattern("matchmaker +localhost:\\d+ .*openmatch.FrontendService")
          .containsPattern(
              "grpcurl -plaintext .* localhost:\\d+ openmatch.FrontendService/CreateTicket")
          .contains("WARNING: no AUTH_SECRET or AUTH_JWKS is set");
      assertThat(curlThatItPrints(up)).contains("\"seats\":[\"A-1-1\",\"A-1-2\"]", "\"total\":160");
      Eventually.within(Duration.ofSeconds(30))
          .until(
              "the map shows two sold seats",
              () -> get(base + "/api/v1/shows/1/seats").contains("\"ssff"));

      assertAddressesWithPasswordsAreInAPrivateFileAlone(up);
      assertASecondStartIsToldWhoHoldsTheData();

      List<ProcessHandle> family = up.descendants();
      assertThat(family).hasSizeGreaterThanOrEqualTo(3);
      up.kill();
      assertAllGone(family);
    }

    // The same data again, after that kill: recovered from, not refused. And with people in it.
    try (Command again = Command.stampede(spacedFolder(), ANY_PORT, "up", "--crowd", "50")) {
      String base = base(again);
      again.line("50 simulated buyers are on their way to \"Demo: the rush\"");
      String show = again.line("in line +\\S+/shows/(\\d+)").group(1);
      Eventually.within(Command.LONG_ENOUGH)
          .until(
              "the crowd has bought seats",
              () -> !get(base + "/api/v1/shows/" + show).contains("\"sold\":0,"));
      List<ProcessHandle> family = again.descendants();
      again.interrupt();
      assertThat(again.exitCode()).isEqualTo(130);
      assertAllGone(family);
      assertThat(again.output()).containsSubsequence("■ Kafka", "■ Redis", "■ PostgreSQL");
    }
  }

  /** A shell that has read the file may ask the services; nobody else learns how. */
  private void assertAddressesWithPasswordsAreInAPrivateFileAlone(Command up) throws Exception {
    Path file = spacedFolder().resolve("data").resolve("services.env");
    assertThat(up.output()).contains("with their passwords in data/services.env");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    List<String> lines = Files.readAllLines(file);
    assertThat(String.join("\n", lines))
        .containsPattern("(?m)^DATABASE_URL=postgresql://stampede_server:[0-9a-f]{64}@127.0.0.1:")
        .containsPattern("(?m)^REDIS_URL=redis://:[0-9a-f]{64}@127.0.0.1:")
        .containsPattern("(?m)^KAFKA_BOOTSTRAP_SERVERS=127.0.0.1:");
    assertThat(up.output()).doesNotContainPattern("[0-9a-f]{64}@");
    try (Command verify =
        Command.start(
            spacedFolder(),
            Map.of(),
            List.of(
                "sh",
                "-c",
                "set -a; . data/services.env; exec \"$0\" verify",
                Repository.ROOT.resolve("stampede").toString()))) {
      assertThat(verify.exitCode()).as(verify.output()).isZero();
    }
  }

  private void assertASecondStartIsToldWhoHoldsTheData() throws InterruptedException, IOException {
    try (Command second = Command.stampede(spacedFolder(), ANY_PORT, "up")) {
      assertThat(second.exitCode()).isEqualTo(2);
      assertThat(second.output()).containsPattern("is (held|in use) by .*\\d+").contains("data");
    }
  }

  @Test
  void wrongSettingsAreAllNamedAtOnceBeforeAnythingStarts() throws Exception {
    Map<String, String> wrong =
        Map.of("STAMPEDE_PORT", "99999", "STAMPEDE_COLOUR", "blue", "SEAT_LOCK_TIMEOUT", "soon");
    try (Command up = Command.stampede(folder, wrong, "up")) {
      assertThat(up.exitCode()).isEqualTo(2);
      assertThat(up.output())
          .contains(
              "STAMPEDE_PORT is '99999'; set 0..65535 (default 8080)",
              "STAMPEDE_COLOUR is not a setting",
              "SEAT_LOCK_TIMEOUT is 'soon'; set 1 s..1 h (default 30 s)")
          .doesNotContain("starting", "Exception");
    }
  }

  @Test
  void aCrowdThatCannotBeIsRefusedWithItsLimitsBeforeAnythingStarts() throws Exception {
    for (String crowd : List.of("0", "10001", "many", "-5", "")) {
      try (Command up = Command.stampede(folder, ANY_PORT, "up", "--crowd=" + crowd)) {
        assertThat(up.exitCode()).isEqualTo(2);
        assertThat(up.lines()).hasSizeBetween(1, 2);
        assertThat(up.lines().getFirst())
            .startsWith("stampede: --crowd is '%s'; ".formatted(crowd))
            .contains("1..10000");
      }
    }
    Map<String, String> inEarnest = Map.of("AUTH_SECRET", "a secret of at least thirty-two bytes");
    try (Command up = Command.stampede(folder, inEarnest, "up", "--crowd", "5")) {
      assertThat(up.exitCode()).isEqualTo(2);
      assertThat(up.output()).contains("--crowd needs the demo and the development issuer");
    }
  }

  @Test
  void serveNamesEverySettingThatIsMissing() throws Exception {
    try (Command serve = Command.stampede(folder, Map.of(), "serve")) {
      assertThat(serve.exitCode()).isEqualTo(2);
      assertThat(serve.output())
          .contains("DATABASE_URL", "REDIS_URL", "KAFKA_BOOTSTRAP_SERVERS", "AUTH_SECRET")
          .doesNotContain("Exception");
    }
  }

  @Test
  void aTakenPortIsNamedBeforeAnythingStarts() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      try (Command up = Command.stampede(folder, Map.of("STAMPEDE_PORT", port), "up")) {
        assertThat(up.exitCode()).isEqualTo(2);
        assertThat(up.output())
            .contains("port " + port + " on 127.0.0.1 is taken", "STAMPEDE_PORT")
            .doesNotContain("starting", "Exception");
      }
    }
  }

  /** A path with a space in it, since people have those. */
  private Path spacedFolder() throws IOException {
    return Files.createDirectories(folder.resolve("my data"));
  }

  private static String base(Command up) {
    return up.line("API browser +(http://\\S+)/docs").group(1);
  }

  private static void assertAllGone(List<ProcessHandle> family) {
    Eventually.within(Command.LONG_ENOUGH)
        .until(
            "all of " + family + " have ended",
            () -> family.stream().noneMatch(ProcessHandle::isAlive));
  }

  private static String get(String address) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(address)).build());
  }

  /** Does what the printed curl does. */
  private static String curlThatItPrints(Command up) throws IOException, InterruptedException {
    var curl = up.line("curl -s (\\S+) -H '([^:]+): ([^']+)' -H '([^:]+): ([^']+)' -d '([^']+)'");
    return send(
        HttpRequest.newBuilder(URI.create(curl.group(1)))
            .header(curl.group(2), curl.group(3))
            .header(curl.group(4), curl.group(5))
            .POST(HttpRequest.BodyPublishers.ofString(curl.group(6)))
            .build());
  }

  private static String send(HttpRequest request) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isIn(200, 201);
      return response.body();
    }
  }
}
