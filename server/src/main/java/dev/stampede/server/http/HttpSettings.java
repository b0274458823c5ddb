package dev.stampede.server.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;

/** The address on which the server listens, and the limits on what it takes from strangers. */
public record HttpSettings(
    String bind,
    int port,
    int maxBodyBytes,
    List<Cidr> trustedProxies,
    Duration readTimeout,
    Duration shutdownGrace) {

  public static final String DEFAULT_BIND = "127.0.0.1";
  public static final int DEFAULT_PORT = 8080;
  public static final int DEFAULT_MAX_BODY_BYTES = 64 * 1024;

  /** The time that a request may take to arrive, from its first byte to the end of its body. */
  public static final Duration DEFAULT_READ_TIMEOUT = Duration.ofSeconds(30);

  public static final Duration DEFAULT_SHUTDOWN_GRACE = Duration.ofSeconds(10);

  private static final int MIN_MAX_BODY_BYTES = 1024;
  private static final int MAX_MAX_BODY_BYTES = 16 * 1024 * 1024;
  private static final Duration MAX_READ_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration MAX_SHUTDOWN_GRACE = Duration.ofMinutes(5);

  public HttpSettings {
    require(!bind.isBlank(), "bind is empty; set an address (default " + DEFAULT_BIND + ")");
    require(
        port >= 0 && port <= 65_535,
        "port is %d; set 0..65535 (default %d)".formatted(port, DEFAULT_PORT));
    require(
        maxBodyBytes >= MIN_MAX_BODY_BYTES && maxBodyBytes <= MAX_MAX_BODY_BYTES,
        "max-body-bytes is %d; set %d..%d (default %d)"
            .formatted(
                maxBodyBytes, MIN_MAX_BODY_BYTES, MAX_MAX_BODY_BYTES, DEFAULT_MAX_BODY_BYTES));
    requireDuration("read-timeout", readTimeout, MAX_READ_TIMEOUT, DEFAULT_READ_TIMEOUT);
    requireDuration("shutdown-grace", shutdownGrace, MAX_SHUTDOWN_GRACE, DEFAULT_SHUTDOWN_GRACE);
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** The defaults, on any free port of loopback. */
  public static HttpSettings anyFreePort() {
    return new HttpSettings(
        DEFAULT_BIND,
        0,
        DEFAULT_MAX_BODY_BYTES,
        List.of(),
        DEFAULT_READ_TIMEOUT,
        DEFAULT_SHUTDOWN_GRACE);
  }

  /**
   * Returns the name that tells this process from others: the address on which it listens or, if
   * that is every address, the name of the machine; and the port.
   */
  public String name(int actualPort) {
    String host = bind;
    if (bind.equals("0.0.0.0") || bind.equals("::")) {
      try {
        host = InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException nameless) {
        host = bind;
      }
    }
    return host + ":" + actualPort;
  }

  private static void requireDuration(
      String name, Duration value, Duration longest, Duration otherwise) {
    require(
        value.isPositive() && value.compareTo(longest) <= 0,
        "%s is %s s; set more than 0 and at most %d s (default %d s)"
            .formatted(
                name, value.toMillis() / 1000.0, longest.toSeconds(), otherwise.toSeconds()));
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
