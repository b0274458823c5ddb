package dev.stampede.jobs;

import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

/**
 * Tells the workers of other processes that there is something to do.
 *
 * <p>Not in the transactions that enqueue: {@code NOTIFY} takes a lock that all committing
 * notifiers of a database share. It is sent afterwards, by a thread of its own, and for everything
 * of the last few milliseconds together.
 */
final class WakeSender implements AutoCloseable {

  static final String CHANNEL = "job_wake";

  private static final Duration AT_MOST_EVERY = Duration.ofMillis(20);

  /** A notification to send, and closing, end this wait early. */
  private static final Duration IDLE_LOOK = Duration.ofSeconds(10);

  /** Comes with each notification, so that workers of this queue need not look a second time. */
  private final String sender = UUID.randomUUID().toString();

  private final Store store;
  private final WakeSignal signal = new WakeSignal();
  private final WakeSignal ending = new WakeSignal();
  private final WorkerLoop loop;

  WakeSender(Store store) {
    this.store = store;
    this.loop = WorkerLoop.start("job wake sender", this::end, this::round);
  }

  void wake() {
    signal.raise();
  }

  String sender() {
    return sender;
  }

  private void round() throws InterruptedException {
    if (!signal.await(IDLE_LOOK)) {
      return;
    }
    var unused =
        store.each(
            "workers could not be told of new jobs",
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.setQueryTimeout(Store.STEP_SECONDS);
                return statement.execute("NOTIFY %s, '%s'".formatted(CHANNEL, sender));
              }
            });
    var unusedEnd = ending.await(AT_MOST_EVERY);
  }

  private void end() {
    ending.raise();
    signal.raise();
  }

  @Override
  public void close() {
    loop.close();
  }
}
