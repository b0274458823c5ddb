package dev.stampede.redis;

import java.util.List;
import java.util.stream.Collectors;

/** Where Redis is: one server, a master that Sentinels name, or a cluster. */
public sealed interface RedisSettings {

  Access access();

  /** For people: the addresses, without the password. */
  String describe();

  /** Who we are there. An empty user or password means none; the password stays out of logs. */
  record Access(String user, String password, boolean tls) {
    public static final Access OPEN = new Access("", "", false);

    @Override
    public String toString() {
      return (user.isEmpty() ? "default user" : user) + (tls ? " over TLS" : "");
    }
  }

  record Single(RedisNode node, int database, Access access) implements RedisSettings {
    public Single {
      refuseDatabase(database);
    }

    @Override
    public String describe() {
      return node + "/" + database;
    }
  }

  record Sentinel(List<RedisNode> sentinels, String master, int database, Access access)
      implements RedisSettings {
    public Sentinel {
      sentinels = List.copyOf(sentinels);
      refuseEmpty(sentinels, "sentinels");
      refuseDatabase(database);
      if (master.isBlank()) {
        throw new IllegalArgumentException("the sentinels' master has no name");
      }
    }

    @Override
    public String describe() {
      return "master " + master + " of sentinels " + joined(sentinels);
    }
  }

  /** A cluster has database 0 alone. */
  record Cluster(List<RedisNode> nodes, Access access) implements RedisSettings {
    public Cluster {
      nodes = List.copyOf(nodes);
      refuseEmpty(nodes, "cluster nodes");
    }

    @Override
    public String describe() {
      return "cluster " + joined(nodes);
    }
  }

  private static void refuseDatabase(int database) {
    if (database < 0 || database > 1_000) {
      throw new IllegalArgumentException("redis database is " + database + "; set 0..1000");
    }
  }

  private static void refuseEmpty(List<RedisNode> nodes, String what) {
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("no " + what + " are named; give at least one host:port");
    }
  }

  private static String joined(List<RedisNode> nodes) {
    return nodes.stream().map(RedisNode::toString).collect(Collectors.joining(", "));
  }
}
