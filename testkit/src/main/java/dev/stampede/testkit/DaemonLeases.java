package dev.stampede.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the connections that keep the daemon alive.
 *
 * <p>A lease counts once its holder has been sent the secret. Granting one and ending for want of
 * any exclude each other, so that nobody holds a lease on a daemon that is about to end.
 */
final class DaemonLeases {

  private static final int BACKLOG = 100;

  private final ServerSocket server;
  private final byte[] secret;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int held;
  private long idleSince = System.nanoTime();
  private boolean ended;

  DaemonLeases(String secret) throws IOException {
    this.server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    this.secret = secret.getBytes(UTF_8);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Grants leases until none has been held for the limit. */
  void awaitIdle(Duration limit) throws InterruptedException, IOException {
    Thread.ofVirtual().name("leases").start(this::accept);
    lock.lock();
    try {
      long remaining = limit.toNanos();
      while (held > 0 || remaining > 0) {
        if (held > 0) {
          changed.await();
        } else {
          changed.awaitNanos(remaining);
        }
        remaining = limit.toNanos() - (System.nanoTime() - idleSince);
      }
      ended = true;
    } finally {
      lock.unlock();
    }
    server.close();
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = server.accept();
        Thread.startVirtualThread(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      if (begin()) {
        grant(socket);
      }
    } catch (IOException gone) {
      // The same as an orderly end.
    }
  }

  private void grant(Socket socket) throws IOException {
    try {
      socket.getOutputStream().write(secret);
      // Holders say nothing: this returns when they are gone.
      socket.getInputStream().skip(Long.MAX_VALUE);
    } finally {
      end();
    }
  }

  private boolean begin() {
    lock.lock();
    try {
      if (!ended) {
        held++;
      }
      return !ended;
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    lock.lock();
    try {
      held--;
      idleSince = System.nanoTime();
      changed.signal();
    } finally {
      lock.unlock();
    }
  }
}
