package dev.stampede.acceptance.storm;

import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Two whole servers on one database, each with lanes, boards and connections of its own. */
final class TwoServers implements AutoCloseable {

  private final TestDatabase database;
  private final String keyPrefix;
  private final List<Main> servers = new ArrayList<>();
  private final List<Calls> calls = new ArrayList<>();

  private TwoServers(TestDatabase database, String keyPrefix) {
    this.database = database;
    this.keyPrefix = keyPrefix;
  }

  static TwoServers start() {
    TestDatabase database = TestServices.shared().freshDatabase();
    return start(database, database.url());
  }

  /** With the servers reaching the database at another address, such as a proxy's. */
  static TwoServers start(TestDatabase database, String databaseUrl) {
    return start(database, databaseUrl, Map.of("REDIS_URL", TestServices.shared().redisUrl()));
  }

  /** On a Redis of another shape, or of the test's own. */
  static TwoServers start(Map<String, String> redis) {
    TestDatabase database = TestServices.shared().freshDatabase();
    return start(database, database.url(), redis);
  }

  private static TwoServers start(
      TestDatabase database, String databaseUrl, Map<String, String> redis) {
    TwoServers twoServers = new TwoServers(database, TestServices.shared().freshKeyPrefix());
    Map<String, String> environment = new HashMap<>(environment(databaseUrl, twoServers.keyPrefix));
    environment.remove("REDIS_URL");
    environment.putAll(redis);
    try {
      for (int i = 0; i < 2; i++) {
        Main server = Main.start(Settings.read(SettingsSource.of(environment), Mode.SERVE));
        twoServers.servers.add(server);
        twoServers.calls.add(Calls.patientlyTo(server.port()));
      }
      return twoServers;
    } catch (RuntimeException e) {
      twoServers.close();
      throw e;
    }
  }

  /** The ports of both, for one address in front of them. */
  List<Integer> ports() {
    return servers.stream().map(Main::port).toList();
  }

  /** The settings of a server on the shared services and this database. */
  static Map<String, String> environment(String databaseUrl, String keyPrefix) {
    TestServices services = TestServices.shared();
    return Map.of(
        "STAMPEDE_PORT",
        "0",
        "STAMPEDE_GRPC_PORT",
        "0",
        "DATABASE_URL",
        databaseUrl,
        "REDIS_URL",
        services.redisUrl(),
        "REDIS_KEY_PREFIX",
        keyPrefix,
        "KAFKA_BOOTSTRAP_SERVERS",
        services.kafkaBootstrapServers(),
        "KAFKA_TOPIC_PREFIX",
        keyPrefix.replace(':', '.'),
        "AUTH_SECRET",
        ShopTokens.SECRET,
        // A storm has few buyers, who do in a second what people do in an evening.
        "STAMPEDE_CLAIM_RATE_PER_BUYER",
        "0");
  }

  String databaseUrl() {
    return database.url();
  }

  String keyPrefix() {
    return keyPrefix;
  }

  /** One of the two servers, counted from 0. */
  Calls at(int server) {
    return calls.get(server);
  }

  @Override
  public void close() {
    calls.forEach(Calls::close);
    servers.forEach(Main::close);
    database.close();
  }
}
