package dev.stampede.cli;

import dev.stampede.server.ClosingStack;
import java.util.concurrent.CountDownLatch;

/**
 * Keeps resources open until Ctrl-C or SIGTERM, then closes them in reverse before the JVM ends.
 *
 * <p>The JVM ends as soon as its shutdown hooks have returned, so the hook itself does the closing:
 * a main thread that was told to close would race with the JVM's end. The hook is there before
 * anything starts, so that a Ctrl-C in the first second leaves nothing behind either.
 */
final class UntilStopped {

  private final ClosingStack started = new ClosingStack();
  private final CountDownLatch never = new CountDownLatch(1);

  UntilStopped() {
    Runtime.getRuntime().addShutdownHook(new Thread(started::close, "stop"));
  }

  <T extends AutoCloseable> T add(T resource) {
    return started.add(resource);
  }

  /** Returns only by way of the JVM's end. */
  int await() throws InterruptedException {
    never.await();
    return 0;
  }
}
