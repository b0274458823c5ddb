package dev.stampede.bench.locks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A way to Redis that loses every n-th published message, whoever it is for, and counts the
 * commands that pass. Both sides of a comparison go the same way.
 */
final class LossyRedis implements AutoCloseable {

  private static final byte[] MESSAGE = "3\r\n$7\r\nmessage\r\n".getBytes(US_ASCII);

  private final URI redis;
  private final int loseEvery;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicLong commands = new AtomicLong();
  private final AtomicLong messages = new AtomicLong();

  private LossyRedis(URI redis, int loseEvery, ServerSocket listener) {
    this.redis = redis;
    this.loseEvery = loseEvery;
    this.listener = listener;
  }

  /**
   * Opens it.
   *
   * @param loseEvery 10 loses every tenth message, 0 none
   */
  static LossyRedis to(String redisUrl, int loseEvery) throws IOException {
    LossyRedis lossy =
        new LossyRedis(
            URI.create(redisUrl),
            loseEvery,
            new ServerSocket(0, 128, InetAddress.getLoopbackAddress()));
    Thread.ofPlatform().daemon().name("lossy-redis").start(lossy::accept);
    return lossy;
  }

  String url() {
    String credentials = redis.getUserInfo() == null ? "" : redis.getUserInfo() + "@";
    return "redis://%s127.0.0.1:%d".formatted(credentials, listener.getLocalPort());
  }

  /** Returns the number of commands sent to Redis so far. */
  long commands() {
    return commands.get();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket caller = listener.accept();
        Socket target = new Socket(redis.getHost(), redis.getPort());
        caller.setTcpNoDelay(true);
        target.setTcpNoDelay(true);
        sockets.add(caller);
        sockets.add(target);
        Thread.ofPlatform().daemon().start(() -> copy(caller, target, this::isCommand));
        Thread.ofPlatform().daemon().start(() -> copy(target, caller, this::isKept));
      } catch (IOException closed) {
        // Callers see their connection end; that is what a proxy can say.
      }
    }
  }

  private boolean isCommand(byte[] value) {
    commands.incrementAndGet();
    return value.length > 0;
  }

  private boolean isKept(byte[] value) {
    boolean message =
        value.length > MESSAGE.length
            && Arrays.equals(value, 1, 1 + MESSAGE.length, MESSAGE, 0, MESSAGE.length);
    return !message || loseEvery == 0 || messages.incrementAndGet() % loseEvery != 0;
  }

  /** Decides which values go on. */
  private interface Filter {
    boolean passes(byte[] value);
  }

  private static void copy(Socket from, Socket to, Filter filter) {
    try (from;
        to) {
      RespStream in = new RespStream(from.getInputStream());
      OutputStream out = new BufferedOutputStream(to.getOutputStream());
      while (true) {
        byte[] value = in.next();
        if (filter.passes(value)) {
          out.write(value);
        }
        if (!in.hasMore()) {
          out.flush();
        }
      }
    } catch (IOException ended) {
      // One end is gone, so the other goes too.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
