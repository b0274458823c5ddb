package dev.stampede.server.config;

import dev.stampede.redis.RedisNode;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.RedisSettings.Access;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads which of the four ways to name a Redis was used, and refuses a mixture. */
final class RedisReader {

  private static final String NODES_FORM = "host:port, several separated by commas";
  private static final int DEFAULT_PORT = 6379;
  private static final int MAX_DATABASE = 1_000;

  private final SettingsReader reader;

  RedisReader(SettingsReader reader) {
    this.reader = reader;
  }

  /** Empty when none is named, or when what is named cannot be used (a problem then says why). */
  Optional<RedisSettings> read() {
    Optional<RedisSettings.Single> url = url("REDIS_URL");
    Optional<String> host = reader.optional("REDIS_HOST", "a host name", text -> text);
    int port = reader.number("REDIS_PORT", DEFAULT_PORT, 1, 65_535);
    int database = reader.number("REDIS_DB", 0, 0, MAX_DATABASE);
    String password = reader.optional("REDIS_PASSWORD", "the password", text -> text).orElse("");
    List<RedisNode> sentinels = reader.list("REDIS_SENTINELS", NODES_FORM, RedisNode::parse);
    Optional<String> master = reader.optional("REDIS_MASTER", "the master's name", text -> text);
    List<RedisNode> cluster = reader.list("REDIS_CLUSTER", NODES_FORM, RedisNode::parse);

    Access access = new Access("", password, false);
    if (sentinels.isEmpty() == master.isPresent()) {
      reader.problem("REDIS_SENTINELS and REDIS_MASTER go together; set both or neither");
    }
    if (!cluster.isEmpty() && database != 0) {
      reader.problem("REDIS_DB is " + database + "; a cluster has only database 0");
    }
    List<RedisSettings> named =
        Stream.of(
                url.stream(),
                host
                    .map(
                        name ->
                            new RedisSettings.Single(new RedisNode(name, port), database, access))
                    .stream(),
                master
                    .filter(name -> !sentinels.isEmpty())
                    .map(name -> new RedisSettings.Sentinel(sentinels, name, database, access))
                    .stream(),
                Stream.of(cluster)
                    .filter(nodes -> !nodes.isEmpty())
                    .map(nodes -> new RedisSettings.Cluster(nodes, access)))
            .<RedisSettings>flatMap(way -> way)
            .toList();
    if (named.size() > 1) {
      reader.problem(
          "Redis has several addresses; set only one of " + ExternalService.REDIS.inWords());
    }
    return named.stream().findFirst();
  }

  Optional<RedisSettings.Single> url(String name) {
    return reader.optional(name, RedisSettings.Single.URL_FORM, RedisSettings.Single::parse);
  }
}
