package dev.stampede.server.auth;

import java.util.Locale;

/** Names by which a machine calls itself. */
public final class Loopback {

  private Loopback() {}

  /** True if a host, without port, can only mean this machine. Looks nothing up. */
  public static boolean isName(String host) {
    return host.equals("127.0.0.1")
        || host.equals("[::1]")
        || host.equals("::1")
        || host.toLowerCase(Locale.ROOT).equals("localhost")
        || isLoopbackV4(host);
  }

  /** True if a Host header, with or without port, can only mean this machine. */
  public static boolean isAuthority(String authority) {
    int colon = authority.lastIndexOf(':');
    boolean hasPort = colon > 0 && authority.indexOf(']', colon) < 0;
    return isName(hasPort ? authority.substring(0, colon) : authority);
  }

  private static boolean isLoopbackV4(String host) {
    return host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }
}
