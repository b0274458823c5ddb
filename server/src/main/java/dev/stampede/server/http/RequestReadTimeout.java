package dev.stampede.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends connections whose request does not arrive: a line, headers or a body that stall or drip.
 *
 * <p>The web server sets no time-out on reads. Giving its sockets one would start and cancel a
 * timer for every read that waits, on every request; instead a request that is not there whole
 * notes when it is first waited for and strikes that out when its last byte has come, and now and
 * then somebody looks for old notes.
 *
 * <p>Interrupting a virtual thread that reads from a socket closes the socket. A request that
 * arrives in the very moment it is found too old loses its connection all the same; its sender took
 * the whole time-out for it.
 */
final class RequestReadTimeout {

  private final long timeoutNanos;
  private final Map<Thread, Long> arriving = new ConcurrentHashMap<>();

  RequestReadTimeout(Duration timeout) {
    this.timeoutNanos = timeout.toNanos();
  }

  /** Called on the connection's thread when more of a request must come; the first call counts. */
  void begun() {
    arriving.putIfAbsent(Thread.currentThread(), System.nanoTime());
  }

  /** Called on the same thread, when there is nothing more to come. */
  void arrived() {
    arriving.remove(Thread.currentThread());
  }

  /** Ends what is too old. Threads that ended before their request arrived are struck out too. */
  void tick() {
    long now = System.nanoTime();
    arriving.forEach(
        (thread, since) -> {
          if (now - since > timeoutNanos && arriving.remove(thread, since)) {
            thread.interrupt();
          }
        });
  }
}
