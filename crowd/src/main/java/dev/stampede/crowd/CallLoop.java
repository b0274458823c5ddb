package dev.stampede.crowd;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** The event loop behind a {@link CrowdClient}: takes calls from a bounded queue, answers them. */
final class CallLoop {

  /** Calls that may wait for a connection; more than that many threads is a mistake. */
  private static final int MAX_WAITING = 100_000;

  private static final Duration SWEEP = Duration.ofMillis(10);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

  private final Selector selector;
  private final BlockingQueue<Call> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final List<Line> lines = new ArrayList<>();
  private final ArrayDeque<Line> free = new ArrayDeque<>();
  private final Thread thread;
  private volatile boolean stopped;

  CallLoop(Target target, int connections) {
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new CrowdException("no selector could be opened", e);
    }
    for (int i = 0; i < connections; i++) {
      lines.add(new Line(target));
    }
    free.addAll(lines);
    thread = Thread.ofPlatform().daemon().name("crowd-caller").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void submit(Call call) {
    if (stopped) {
      call.fail(Failure.CLOSED, "the caller is closed");
    } else if (!waiting.offer(call)) {
      call.fail(Failure.TIMED_OUT, "%d calls already wait for a connection".formatted(MAX_WAITING));
    }
    selector.wakeup();
    if (!thread.isAlive()) {
      failAll("the caller is closed"); // it ended between the check and the offer
    }
  }

  void stop() {
    stopped = true;
    selector.wakeup();
    try {
      thread.join(STOP_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    String reason = "the caller is closed";
    try (selector) {
      long nextSweep = System.nanoTime();
      while (!stopped) {
        selector.select(key -> ready(key), SWEEP.toMillis());
        serve();
        long now = System.nanoTime();
        if (now - nextSweep >= 0) {
          lines.forEach(line -> line.connection.expire(now));
          waiting.removeIf(call -> call.answer().isDone());
          nextSweep = now + SWEEP.toNanos();
        }
      }
    } catch (IOException | RuntimeException e) {
      reason = "the event loop broke: " + e;
    } finally {
      stopped = true;
      lines.forEach(Line::hangUp);
      failAll(reason);
    }
  }

  private static void ready(SelectionKey key) {
    ((Connection) key.attachment()).ready();
  }

  private void serve() {
    while (!free.isEmpty()) {
      Call call = waiting.poll();
      if (call == null) {
        return;
      }
      if (!call.answer().isDone()) {
        // The line used last first: the others may be closed by the server as idle, unharmed.
        free.pop().take(call);
      }
    }
  }

  private void failAll(String reason) {
    for (Call call = waiting.poll(); call != null; call = waiting.poll()) {
      call.fail(Failure.CLOSED, reason);
    }
  }

  /** A connection and the call it is busy with. */
  private final class Line implements Connection.Listener {

    private final Connection connection;
    private @Nullable Call call;

    Line(Target target) {
      connection = new Connection(selector, target, this);
    }

    void take(Call next) {
      call = next;
      connection.send(next.request(), next.deadlineNanos());
    }

    @Override
    public void answered(Response response) {
      Call answered = release();
      if (answered != null) {
        answered.answer().complete(response.kept());
      }
    }

    @Override
    public void failed(Failure failure, String detail) {
      Call failed = release();
      if (failed != null) {
        failed.fail(failure, detail);
      }
    }

    void hangUp() {
      connection.close();
      Call cut = release();
      if (cut != null) {
        cut.fail(Failure.CLOSED, "the caller is closed");
      }
    }

    private @Nullable Call release() {
      Call released = call;
      call = null;
      free.push(this);
      return released;
    }
  }
}
