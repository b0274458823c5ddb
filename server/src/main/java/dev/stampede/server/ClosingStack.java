package dev.stampede.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts that have been started, to be stopped in reverse order, even if the start failed
 * halfway.
 *
 * <p>A stop may come from another thread while the start is still going on (Ctrl-C in the first
 * second). From then on the stack closes at once every part that is added, and tells the starter,
 * so that nothing started late is left behind.
 */
public final class ClosingStack implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ClosingStack.class);

  /** The start was overtaken by a stop. */
  public static final class StoppedMeanwhileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoppedMeanwhileException() {
      super("stopped while starting");
    }
  }

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private boolean closed;

  /** Remembers it and gives it back, so that a constructor call can be wrapped in place. */
  public <T extends AutoCloseable> T add(T resource) {
    synchronized (this) {
      if (!closed) {
        started.push(resource);
        return resource;
      }
    }
    closeQuietly(resource);
    throw new StoppedMeanwhileException();
  }

  /** Closes all, last first; a failure of one does not keep the others open. Again: nothing. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    for (AutoCloseable next = pop(); next != null; next = pop()) {
      closeQuietly(next);
    }
  }

  private synchronized @Nullable AutoCloseable pop() {
    return started.poll();
  }

  private static void closeQuietly(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      log.error("{} did not stop cleanly", resource.getClass().getSimpleName(), e);
    }
  }
}
