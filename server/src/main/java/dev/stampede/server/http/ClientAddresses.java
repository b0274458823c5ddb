package dev.stampede.server.http;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the client address of a request. The server believes {@code X-Forwarded-For} only as far as
 * trusted proxies wrote it: read from the right, the first address that is not one of theirs is the
 * client.
 */
final class ClientAddresses {

  private static final int MAX_HOPS = 32;

  private final List<Cidr> trusted;

  ClientAddresses(List<Cidr> trusted) {
    this.trusted = trusted;
  }

  InetAddress of(InetAddress peer, @Nullable String forwardedFor) {
    InetAddress client = peer;
    if (forwardedFor == null || !trusts(peer)) {
      return client;
    }
    String[] hops = forwardedFor.split(",", MAX_HOPS + 1);
    for (int i = hops.length - 1; i >= 0 && trusts(client); i--) {
      InetAddress hop = literal(hops[i].strip());
      if (hop == null) {
        return client;
      }
      client = hop;
    }
    return client;
  }

  private boolean trusts(InetAddress address) {
    return trusted.stream().anyMatch(block -> block.contains(address));
  }

  private static @Nullable InetAddress literal(String text) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException notAnAddress) {
      return null;
    }
  }
}
