package dev.stampede.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports on loopback that nobody listens on.
 *
 * <p>They are taken from below the range that the kernel gives to outgoing connections. Inside it,
 * a client that keeps connecting to the port of a service that is just being restarted can end up
 * connected to itself, and the service finds its port taken.
 */
final class FreePort {

  static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 31_999;
  private static final int ATTEMPTS = 1_000;

  private FreePort() {}

  static int next() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
      if (isFree(port)) {
        return port;
      }
    }
    throw new EmbeddedException(
        "no free port found on 127.0.0.1 between %d and %d in %d attempts"
            .formatted(LOWEST, HIGHEST, ATTEMPTS));
  }

  /** A port whose companion, so much higher, is free too and below the kernel's range. */
  static int next(int companion) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST - companion + 1);
      if (isFree(port) && isFree(port + companion)) {
        return port;
      }
    }
    throw new EmbeddedException(
        "no free port found on 127.0.0.1 between %d and %d with another %d higher in %d attempts"
            .formatted(LOWEST, HIGHEST - companion, companion, ATTEMPTS));
  }

  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(LOOPBACK, port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
