package dev.stampede.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** A way to a real Redis that can be made to swallow what is sent, to keep it back, or be cut. */
public final class SilentRedis implements AutoCloseable {

  private final RedisSettings.Single real;
  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean silent;
  private volatile boolean late;
  private volatile boolean cut;

  public SilentRedis(String realUrl) throws IOException {
    this.real = RedisSettings.Single.parse(realUrl);
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public RedisSettings settings() {
    return new RedisSettings.Single(
        new RedisNode("127.0.0.1", server.getLocalPort()), 0, real.access());
  }

  /** Nothing comes back any more; nobody is told. */
  public void silence() {
    silent = true;
  }

  /** Delays everything that is sent from now on until {@link #restore}. */
  public void keepBack() {
    late = true;
  }

  /** Ends all connections, and new ones at once. */
  public void cut() throws IOException {
    cut = true;
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  public void restore() {
    silent = false;
    late = false;
    cut = false;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        if (cut) {
          client.close();
          continue;
        }
        Socket redis = new Socket(real.node().host(), real.node().port());
        sockets.add(client);
        sockets.add(redis);
        Thread.ofVirtual().start(() -> copy(client, redis));
        Thread.ofVirtual().start(() -> copy(redis, client));
      } catch (IOException ended) {
        // Closed, or nobody there; the next one decides.
      }
    }
  }

  private void copy(Socket from, Socket to) {
    byte[] buffer = new byte[8192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        while (late) {
          LockSupport.parkNanos(1_000_000);
        }
        if (!silent) {
          out.write(buffer, 0, n);
        }
      }
    } catch (IOException ended) {
      // One end is gone, so the other goes too.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
