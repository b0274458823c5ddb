package dev.stampede.redis;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.stream.Collectors;

/** The address of Redis: one server, a master that Sentinels name, or a cluster. */
public sealed interface RedisSettings {

  Access access();

  /** For people: the addresses, without the password. */
  String describe();

  /**
   * The credentials for Redis. An empty user or password means none; the password stays out of
   * logs.
   */
  record Access(String user, String password, boolean tls) {
    public static final Access OPEN = new Access("", "", false);

    /** {@code user:password}, or {@code :password} for the default user. */
    private static Access of(String userInfo, boolean tls) {
      int colon = userInfo.indexOf(':');
      return colon < 0
          ? new Access(userInfo, "", tls)
          : new Access(userInfo.substring(0, colon), userInfo.substring(colon + 1), tls);
    }

    @Override
    public String toString() {
      return (user.isEmpty() ? "default user" : user) + (tls ? " over TLS" : "");
    }
  }

  record Single(RedisNode node, int database, Access access) implements RedisSettings {

    public static final String URL_FORM = "redis://[user:password@]host[:port][/database]";

    private static final int DEFAULT_PORT = 6379;

    public Single {
      refuseDatabase(database);
    }

    /** Throws if the text is no such URL, without showing it: it may hold a password. */
    public static Single parse(String url) {
      URI uri;
      try {
        uri = new URI(url);
      } catch (URISyntaxException e) {
        throw new IllegalArgumentException("it is not a URL", e);
      }
      boolean tls = "rediss".equals(uri.getScheme());
      if (uri.getHost() == null || !(tls || "redis".equals(uri.getScheme()))) {
        throw new IllegalArgumentException("it has no host, or is not redis:// or rediss://");
      }
      String path = uri.getPath() == null ? "" : uri.getPath().replaceFirst("^/", "");
      return new Single(
          new RedisNode(uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort()),
          path.isEmpty() ? 0 : Integer.parseInt(path),
          Access.of(uri.getUserInfo() == null ? "" : uri.getUserInfo(), tls));
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
