package dev.stampede.server.limit;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * The network of a client without a name: the whole address for IPv4; the prefix for IPv6, because
 * a client that has one such address has all that begin like it.
 */
public record ClientNetwork(ByteBuffer begins) {

  private static final int NETWORK_BYTES = 8;

  public static ClientNetwork of(InetAddress address) {
    byte[] bytes = address.getAddress();
    return new ClientNetwork(ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, NETWORK_BYTES)));
  }
}
