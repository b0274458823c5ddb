package dev.stampede.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A real nginx in front of a real server: that of {@code compose.yaml} with its own configuration,
 * and one that is told nothing but where to go.
 */
final class AddressInFrontTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final JsonNode COMPOSE =
      new YAMLMapper().readTree(Repository.read("compose.yaml"));

  private static TestDatabase data;
  private static Main server;
  private static Nginx nginx;
  private static String stream;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    data = TestServices.shared().freshDatabase();
    Map<String, String> environment = new HashMap<>();
    environment.put("STAMPEDE_PORT", "0");
    environment.put("STAMPEDE_GRPC_PORT", "0");
    environment.put("DATABASE_URL", data.url());
    environment.put("REDIS_URL", TestServices.shared().redisUrl());
    environment.put("REDIS_KEY_PREFIX", TestServices.shared().freshKeyPrefix());
    environment.put("KAFKA_TOPIC_PREFIX", TestServices.shared().freshTopicPrefix());
    environment.put("KAFKA_BOOTSTRAP_SERVERS", TestServices.shared().kafkaBootstrapServers());
    environment.put("STAMPEDE_STREAMS_PER_ADDRESS", "1");
    // nginx is the only one who comes from there; its clients come from other addresses.
    environment.put("TRUSTED_PROXIES", "127.0.0.1");
    server = Main.start(Settings.read(SettingsSource.of(environment), Mode.UP));
    stream = "/api/v1/shows/%s/seats/stream".formatted(server.demo().show().id());
    nginx = Nginx.start(folder, site(), server.port());
  }

  @AfterAll
  static void stop() {
    if (nginx != null) {
      nginx.close();
    }
    server.close();
    data.close();
  }

  /** As Docker hands it to nginx: there a dollar is written twice. */
  private static String site() {
    return COMPOSE.path("configs").path("address").path("content").asString().replace("$$", "$");
  }

  @Test
  void limitsByAddressAreThoseOfTheClientsAndNotOfTheProxy() throws Exception {
    try (Client ann = from("127.0.0.2");
        Client ben = from("127.0.0.3")) {
      assertThat(watch(ann).statusCode()).isEqualTo(200);
      assertThat(watch(ben).statusCode()).as("of another client").isEqualTo(200);

      assertThat(watch(ann).statusCode()).as("a second one of the same client").isEqualTo(429);
      assertThat(watch(ann, "X-Forwarded-For", "127.0.0.9").statusCode())
          .as("who says to be another")
          .isEqualTo(429);
    }
  }

  @Test
  void aStreamIsPassedOnAsItComes() throws Exception {
    try (Client watcher = from("127.0.0.4");
        Client buyer = from("127.0.0.5")) {
      HttpResponse<InputStream> answer = watch(watcher);
      assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
      CompletableFuture<String> told =
          CompletableFuture.supplyAsync(() -> firstChange(answer.body()));

      assertThat(hold(buyer, nginx).statusCode()).isEqualTo(201);

      // A few dozen bytes: with a buffer they would stay in nginx until the stream ends.
      assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("\"h\"");
    }
  }

  @Test
  void aBodyThatIsTooLargeIsRefusedByTheServerInItsOwnWords() throws Exception {
    try (Client client = from("127.0.0.6")) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(through(nginx, "/api/v1/bookings"))
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(" ".repeat(2 * 1024 * 1024)))
                  .build(),
              BodyHandlers.ofString());

      assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    }
  }

  /** By default nginx speaks HTTP/1.0, names the server as {@code Host}, and buffers answers. */
  @Test
  void aBareProxyPassIsEnough(@TempDir Path folder) throws Exception {
    String site =
        "server { listen 80; location / { proxy_pass http://127.0.0.1:%d; } }"
            .formatted(server.port());
    try (Nginx bare = Nginx.start(folder, site, server.port());
        Client watcher = from("127.0.0.7");
        Client buyer = from("127.0.0.8")) {
      assertThat(get(buyer, bare, "/health/ready").statusCode()).isEqualTo(200);

      HttpResponse<InputStream> answer = watch(watcher, bare);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
      CompletableFuture<String> told =
          CompletableFuture.supplyAsync(() -> firstChange(answer.body()));

      assertThat(hold(buyer, bare).statusCode()).isEqualTo(201);

      assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("\"h\"");
    }
  }

  /** Docker, which no test starts, gives the proxy the address that the servers believe. */
  @Test
  void theServersTrustTheProxyOfComposeAndNobodyElse() {
    JsonNode services = COMPOSE.path("services");
    String proxy =
        services.path("address").path("networks").path("default").path("ipv4_address").asString();
    JsonNode network = COMPOSE.path("networks").path("default").path("ipam").path("config").get(0);

    assertThat(services.path("stampede").path("environment").path("TRUSTED_PROXIES").asString())
        .isEqualTo(proxy)
        .matches("10(\\.[0-9]+){3}");
    String block = network.path("subnet").asString();
    assertThat(block).endsWith(".0/24");
    assertThat(proxy).startsWith(block.substring(0, block.length() - "0/24".length()));
    assertThat(network.path("ip_range").asString())
        .as("other containers get theirs from the upper half, without the proxy's")
        .isEqualTo(block.replace(".0/24", ".128/25"));
    assertThat(Integer.parseInt(proxy.substring(proxy.lastIndexOf('.') + 1))).isBetween(2, 127);
  }

  private static String firstChange(InputStream body) {
    return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))
        .lines()
        .filter(line -> line.startsWith("data:") && line.contains("changes"))
        .findFirst()
        .orElseThrow();
  }

  /** Somebody with an address of their own. Streams that are still open end with them. */
  private record Client(HttpClient http) implements AutoCloseable {

    <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body)
        throws Exception {
      return http.send(request, body);
    }

    @Override
    public void close() {
      http.shutdownNow();
    }
  }

  private static Client from(String address) {
    return new Client(
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .localAddress(InetAddress.ofLiteral(address))
            .build());
  }

  private static HttpResponse<InputStream> watch(Client client, String... headers)
      throws Exception {
    return watch(client, nginx, headers);
  }

  private static HttpResponse<InputStream> watch(Client client, Nginx through, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(through(through, stream)).timeout(PATIENCE);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofInputStream());
  }

  private static HttpResponse<String> get(Client client, Nginx through, String path)
      throws Exception {
    return client.send(
        HttpRequest.newBuilder(through(through, path)).timeout(PATIENCE).build(),
        BodyHandlers.ofString());
  }

  private static HttpResponse<String> hold(Client client, Nginx through) throws Exception {
    String body = "{\"sub\":\"ann\",\"roles\":[\"buyer\"]}";
    // The development issuer answers nobody who comes through a proxy.
    URI issuer = URI.create("http://127.0.0.1:%d/api/v1/dev/tokens".formatted(server.port()));
    String token;
    try (HttpClient direct = HttpClient.newHttpClient()) {
      token =
          JsonMapper.shared()
              .readTree(direct.send(json(issuer, body).build(), BodyHandlers.ofString()).body())
              .path("token")
              .asString();
    }
    URI holds = through(through, stream.replace("/seats/stream", "/holds"));
    return client.send(
        json(holds, "{\"best\":{\"quantity\":1}}")
            .header("Authorization", "Bearer " + token)
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpRequest.Builder json(URI address, String body) {
    return HttpRequest.newBuilder(address)
        .timeout(PATIENCE)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  private static URI through(Nginx proxy, String path) {
    return URI.create("http://127.0.0.1:%d%s".formatted(proxy.port(), path));
  }
}
