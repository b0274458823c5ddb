package dev.stampede.server.limit;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Where somebody without a name comes from: the whole address of version 4; of version 6 what it
 * begins with, for who has one such address has all that begin like it.
 */
public record ClientNetwork(ByteBuffer begins) {

  private static final int NETWORK_BYTES = 8;

  public static ClientNetwork of(InetAddress address) {
    byte[] bytes = address.getAddress();
    return new ClientNetwork(ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, NETWORK_BYTES)));
  }
}
