package dev.stampede.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One address, {@code host:port}. */
public record RedisNode(String host, int port) {

  private static final Pattern FORM =
      Pattern.compile("(?<host>\\[[0-9a-fA-F:]+]|[^:\\s]+):(?<port>[0-9]{1,5})");

  public RedisNode {
    if (host.isBlank() || port < 1 || port > 65_535) {
      throw new IllegalArgumentException(
          "redis node is '%s:%d'; give host:port with a port of 1..65535".formatted(host, port));
    }
  }

  public static RedisNode parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("redis node is '" + text + "'; give host:port");
    }
    return new RedisNode(matcher.group("host"), Integer.parseInt(matcher.group("port")));
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
