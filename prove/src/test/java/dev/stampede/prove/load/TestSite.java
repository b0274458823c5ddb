package dev.stampede.prove.load;

import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.Target;
import dev.stampede.embedded.LoneProcess;
import dev.stampede.harness.TokenSigner;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Servers on the services that tests share, with a database of their own. */
final class TestSite implements SaleSite, AutoCloseable {

  private static final Duration READY_WITHIN = Duration.ofSeconds(90);
  private static final Duration LOOK = Duration.ofSeconds(2);

  private final TestDatabase database = TestServices.shared().freshDatabase();
  private final TokenSigner signer = new TokenSigner();
  private final MatchPlaces places = MatchPlaces.start();
  private final List<Target> targets = new ArrayList<>();
  private final List<Integer> grpcPorts = new ArrayList<>();
  private final List<LoneProcess> servers = new ArrayList<>();

  private TestSite() {}

  /** Starts so many servers, one after the other: the first one makes the tables. */
  static TestSite start(Path folder, int servers) throws IOException {
    TestSite site = new TestSite();
    try {
      Map<String, String> settings = site.settings(folder);
      for (int i = 0; i < servers; i++) {
        site.add(Files.createDirectories(folder.resolve("server-" + i)), settings);
      }
      return site;
    } catch (AssertionError | RuntimeException e) {
      site.close();
      throw e;
    }
  }

  private Map<String, String> settings(Path folder) {
    TestServices services = TestServices.shared();
    return Map.of(
        "DATABASE_URL", database.url(),
        "REDIS_URL", services.redisUrl(),
        "REDIS_KEY_PREFIX", services.freshKeyPrefix(),
        "KAFKA_BOOTSTRAP_SERVERS", services.kafkaBootstrapServers(),
        "KAFKA_TOPIC_PREFIX", services.freshTopicPrefix(),
        "AUTH_SECRET", signer.secret(),
        "STAMPEDE_CLAIM_RATE_PER_BUYER", "0",
        "STAMPEDE_QUEUE_RATE_PER_BUYER", "0",
        "MATCH_PROFILES", places.profiles(folder).toString());
  }

  private void add(Path folder, Map<String, String> settings) {
    int port = LoneProcess.freePort();
    int grpc = LoneProcess.freePort();
    Map<String, String> all = new HashMap<>(settings);
    all.put("STAMPEDE_PORT", Integer.toString(port));
    all.put("STAMPEDE_GRPC_PORT", Integer.toString(grpc));
    targets.add(Target.loopback(port));
    grpcPorts.add(grpc);
    List<String> options =
        List.of(
            "-Xmx384m",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "dev.stampede.cli.Stampede",
            "serve");
    LoneProcess server = LoneProcess.java(folder, "server", options, all);
    servers.add(server);
    try (CrowdClient client = CrowdClient.to(targets.getLast(), 1)) {
      Eventually.within(READY_WITHIN)
          .until("the server is ready", () -> !server.isAlive() || answers(client));
    }
    if (!server.isAlive()) {
      throw new AssertionError("the server ended while starting: " + server.lastWords());
    }
  }

  private boolean answers(CrowdClient client) throws InterruptedException {
    try {
      return client.send(targets.getLast().get("/health/ready"), LOOK).status() == 200;
    } catch (CallFailedException notYet) {
      return false;
    }
  }

  @Override
  public List<Target> targets() {
    return List.copyOf(targets);
  }

  @Override
  public String token(String sub) {
    return signer.sign(sub, sub.equals(OPERATOR) || sub.equals(SHOP) ? sub : "buyer");
  }

  @Override
  public String databaseUrl() {
    return database.url();
  }

  @Override
  public String locksRedisUrl() {
    return TestServices.shared().redisUrl();
  }

  @Override
  public int grpcPort(int server) {
    return grpcPorts.get(server);
  }

  @Override
  public String kafka() {
    return TestServices.shared().kafkaBootstrapServers();
  }

  @Override
  public void close() {
    servers.forEach(LoneProcess::close);
    places.close();
    database.close();
  }
}
