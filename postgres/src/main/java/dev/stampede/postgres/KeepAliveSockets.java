package dev.stampede.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.util.Map;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;

/**
 * Makes the driver's sockets, which notice within half a minute that the link to an idle or busy
 * PostgreSQL was lost without a word.
 *
 * <p>Most waits for an answer have a limit that ends them sooner. A migration, or {@code verify},
 * may wait for hours: only the operating system can tell that the other side is gone, and by itself
 * it asks for the first time after two hours.
 */
public final class KeepAliveSockets extends SocketFactory {

  /** In seconds and tries: 15 + 3 × 5 s. */
  static final Map<SocketOption<Integer>, Integer> OPTIONS =
      Map.of(
          ExtendedSocketOptions.TCP_KEEPIDLE, 15,
          ExtendedSocketOptions.TCP_KEEPINTERVAL, 5,
          ExtendedSocketOptions.TCP_KEEPCOUNT, 3);

  /** For the driver, which connects the socket and turns keep-alive on. */
  @Override
  public Socket createSocket() throws IOException {
    Socket socket = new Socket();
    for (Map.Entry<SocketOption<Integer>, Integer> option : OPTIONS.entrySet()) {
      if (socket.supportedOptions().contains(option.getKey())) {
        socket.setOption(option.getKey(), option.getValue());
      }
    }
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw unconnectedOnly();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort)
      throws IOException {
    throw unconnectedOnly();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    throw unconnectedOnly();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort)
      throws IOException {
    throw unconnectedOnly();
  }

  private static UnsupportedOperationException unconnectedOnly() {
    return new UnsupportedOperationException("the driver connects its sockets by itself");
  }
}
