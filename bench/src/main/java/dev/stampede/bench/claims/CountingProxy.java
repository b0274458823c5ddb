package dev.stampede.bench.claims;

import dev.stampede.postgres.DatabaseUrl;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between a client and PostgreSQL, passes everything on and counts what is asked. */
final class CountingProxy implements AutoCloseable {

  private static final int BUFFER_BYTES = 64 << 10;
  private static final int BACKLOG = 64;

  private final String databaseUrl;
  private final String host;
  private final int port;
  private final ServerSocket listener;
  private final FrontendMessages.Counts counts = new FrontendMessages.Counts();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private CountingProxy(String databaseUrl, String host, int port, ServerSocket listener) {
    this.databaseUrl = databaseUrl;
    this.host = host;
    this.port = port;
    this.listener = listener;
  }

  static CountingProxy to(String databaseUrl) throws IOException {
    String address = DatabaseUrl.parse(databaseUrl).hosts();
    int colon = address.lastIndexOf(':');
    CountingProxy proxy =
        new CountingProxy(
            databaseUrl,
            address.substring(0, colon),
            Integer.parseInt(address.substring(colon + 1)),
            new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
    Thread.ofVirtual().name("proxy").start(proxy::accept);
    return proxy;
  }

  /** The database's address by way of this proxy. */
  String databaseUrl() {
    String here = listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    return databaseUrl.replace(host + ":" + port, here);
  }

  FrontendMessages.Counts counts() {
    return counts;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        Socket server = new Socket(host, port);
        open.add(server);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        FrontendMessages messages = new FrontendMessages(counts);
        Thread.ofVirtual().start(() -> pass(client, server, messages::asked));
        Thread.ofVirtual().start(() -> pass(server, client, (bytes, count) -> messages.answered()));
      } catch (IOException e) {
        // The listener was closed, or a client left while it was let in; the loop tells them apart.
      }
    }
  }

  private interface Watcher {
    void see(byte[] bytes, int count);
  }

  private void pass(Socket from, Socket to, Watcher watcher) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        watcher.see(buffer, count);
        out.write(buffer, 0, count);
      }
    } catch (IOException e) {
      // One side has left; closing both tells the other.
    } finally {
      open.remove(from);
      open.remove(to);
    }
  }
}
