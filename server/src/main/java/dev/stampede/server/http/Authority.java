package dev.stampede.server.http;

import io.helidon.common.uri.UriValidator;

/** A host with or without a port, as a Host header or an absolute target names it. */
final class Authority {

  private static final int MAX_PORT = 65_535;

  private Authority() {}

  static boolean isGood(String authority) {
    int end = authority.startsWith("[") ? authority.indexOf(']') + 1 : authority.indexOf(':');
    int hostEnd = end < 0 ? authority.length() : end;
    try {
      UriValidator.validateHost(authority.substring(0, hostEnd));
      return hostEnd == authority.length() || isPort(authority.substring(hostEnd));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isPort(String colonAndPort) {
    return colonAndPort.matches(":\\d{1,5}")
        && Integer.parseInt(colonAndPort.substring(1)) <= MAX_PORT;
  }
}
