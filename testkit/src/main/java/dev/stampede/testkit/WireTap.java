package dev.stampede.testkit;

import java.io.IOException;

/**
 * Sees the bytes of one connection of a {@link TcpProxy} on their way, and may hold them back,
 * change them, or cut the connection by an exception. The two directions call it from a thread
 * each.
 */
public interface WireTap {

  /** Sees nothing. */
  WireTap NONE = new WireTap() {};

  /** Opens a tap for each connection. */
  interface Maker {
    WireTap open();
  }

  /** Takes bytes on their way to the target and returns those that go on. */
  default byte[] sending(byte[] bytes) throws IOException {
    return bytes;
  }

  /** Takes bytes on their way to the caller and returns those that go on. */
  default byte[] answering(byte[] bytes) throws IOException {
    return bytes;
  }

  /** The connection has ended. */
  default void ended() {}
}
