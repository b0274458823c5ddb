package dev.stampede.bench.matching;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The work of Redis so far, as it counts itself; it can also clear the database. */
final class RedisWork implements AutoCloseable {

  private static final Pattern COMMANDS = Pattern.compile("total_commands_processed:(\\d+)");
  private static final Pattern SCRIPTS = Pattern.compile("cmdstat_evalsha:calls=\\d+,usec=(\\d+)");

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;

  RedisWork(String redisUrl) {
    this.client = RedisClient.create(redisUrl);
    this.connection = client.connect();
  }

  /** Commands, those that scripts call included, this question not yet. */
  long commands() {
    return number(COMMANDS, "stats");
  }

  /** Returns how long it was busy with scripts. */
  double scriptMillis() {
    return number(SCRIPTS, "commandstats") / 1e3;
  }

  /** Leaves nothing in this database. */
  void clear() {
    connection.sync().flushdb();
  }

  private long number(Pattern pattern, String section) {
    Matcher found = pattern.matcher(connection.sync().info(section));
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
