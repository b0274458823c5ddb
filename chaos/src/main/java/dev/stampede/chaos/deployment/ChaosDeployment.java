package dev.stampede.chaos.deployment;

import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import dev.stampede.embedded.LoneProcess;
import dev.stampede.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Two servers on services of their own, with one show on sale. */
public final class ChaosDeployment implements AutoCloseable {

  /** Seats of the one section A. */
  public static final int ROWS = 40;

  public static final int SEATS_PER_ROW = 50;
  public static final int PRICE = 50;

  private static final int SERVERS = 2;
  private static final String TOPIC_PREFIX = "stampede.";
  private static final Duration VERIFY_WITHIN = Duration.ofMinutes(2);

  /** Short, so that abandoned holds expire while the experiment lasts. */
  public static final Duration HOLD = Duration.ofSeconds(8);

  private final Path folder;
  private final Services services;
  private final ChaosTokens tokens = new ChaosTokens();
  private final List<ServerProcess> servers = new ArrayList<>();
  private String show = "";

  private ChaosDeployment(Path folder, Services services) {
    this.folder = folder;
    this.services = services;
  }

  /**
   * Starts all of it and puts the show on sale.
   *
   * @param folder exists, and is nobody else's
   * @param hold how long seats are held
   */
  public static ChaosDeployment start(Path folder, Shape shape, Duration hold)
      throws InterruptedException {
    ChaosDeployment deployment = new ChaosDeployment(folder, Services.start(folder, shape));
    try {
      for (int i = 0; i < SERVERS; i++) {
        deployment.servers.add(
            ServerProcess.begin(deployment.folder("server-" + i), deployment.settings()));
        // One after the other: the first one makes the tables.
        deployment.servers.getLast().awaitReady();
      }
      deployment.show = deployment.createShow(hold);
      return deployment;
    } catch (AssertionError | RuntimeException | InterruptedException e) {
      deployment.close();
      throw e;
    }
  }

  private Map<String, String> settings() {
    Map<String, String> all = new HashMap<>(services.settings());
    all.put("REDIS_KEY_PREFIX", "chaos:");
    all.put("KAFKA_TOPIC_PREFIX", TOPIC_PREFIX);
    all.put("AUTH_SECRET", tokens.secret());
    // A few clients do in a second what people do in an evening.
    all.put("STAMPEDE_CLAIM_RATE_PER_BUYER", "0");
    return all;
  }

  private String createShow(Duration hold) throws InterruptedException {
    Target target = servers.getFirst().target();
    String body =
        """
        {"name": "Chaos", "startsAt": "2099-01-01T20:00:00Z", "holdSeconds": %d,
         "sections": [{"name": "A", "price": %d, "rows": %d, "seatsPerRow": %d}]}"""
            .formatted(hold.toSeconds(), PRICE, ROWS, SEATS_PER_ROW);
    try (CrowdClient caller = CrowdClient.to(target, 1)) {
      Response answer =
          caller.send(
              target
                  .post("/api/v1/shows", body)
                  .with("Authorization", "Bearer " + tokens.of(ChaosTokens.OPERATOR)));
      if (answer.status() != 201) {
        throw new IllegalStateException("no show was created: " + answer.text());
      }
      return JsonMapper.shared().readTree(answer.body()).path("id").asString();
    }
  }

  public Services services() {
    return services;
  }

  /** Counted from 0. */
  public ServerProcess server(int number) {
    return servers.get(number);
  }

  public List<Target> targets() {
    return servers.stream().map(ServerProcess::target).toList();
  }

  public ChaosTokens tokens() {
    return tokens;
  }

  /** The id of the one show. */
  public String show() {
    return show;
  }

  /** PostgreSQL, past any proxy. */
  public String databaseUrl() {
    return services.databaseUrl();
  }

  public String kafka() {
    return services.settings().getOrDefault("KAFKA_BOOTSTRAP_SERVERS", "");
  }

  /** The whole name of one of the product's topics. */
  public String topic(String name) {
    return TOPIC_PREFIX + name;
  }

  /** Runs {@code ./stampede verify} and returns its last lines. */
  public String verify() {
    Map<String, String> all = new HashMap<>(settings());
    all.put("DATABASE_URL", databaseUrl());
    try (LoneProcess verify =
        LoneProcess.java(folder("verify"), "verify", ServerProcess.options("verify"), all)) {
      Eventually.within(VERIFY_WITHIN).until("all is compared", () -> !verify.isAlive());
      return verify.lastWords();
    }
  }

  private Path folder(String name) {
    try {
      return Files.createDirectories(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for " + name, e);
    }
  }

  @Override
  public void close() {
    servers.forEach(ServerProcess::close);
    services.close();
  }
}
