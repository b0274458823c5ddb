package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Hears that other processes have enqueued something, and gives the worker's signs of life between.
 * It keeps one connection for both; when that is lost, the worker's slow poll covers for it until
 * there is another, which gives a sign of life first.
 *
 * <p>Signs of life that borrowed a connection each would have to wait for one when a sale takes
 * all, and would cost as much again for the pool's test of a connection that has rested.
 */
final class WakeListener {

  /** Bounds how long closing takes where nobody can be told. */
  private static final Duration LISTEN_FOR = Duration.ofSeconds(2);

  /** Gives signs of life. */
  @FunctionalInterface
  interface Heart {
    /** Gives one; the answer is how long until the next. */
    Duration beat(Connection connection) throws SQLException;
  }

  private final Store store;
  private final WakeSignal signal;
  private final Runnable connected;
  private final Heart heart;
  private final String own;
  private final WorkerLoop loop;
  private volatile boolean closed;

  /**
   * Begins to listen.
   *
   * @param connected is run for each connection once it listens; a database that failed over, or
   *     whose copy was restored, is never met on the connection of before
   * @param queue its notifications are heard and not answered: it has rung already, and a second
   *     look would find nothing and keep the next one waiting
   */
  WakeListener(
      String name,
      Store store,
      WakeSignal signal,
      Runnable connected,
      Heart heart,
      JobQueue queue) {
    this.store = store;
    this.own = queue.sender();
    this.signal = signal;
    this.connected = connected;
    this.heart = heart;
    Runnable end =
        () -> {
          closed = true;
          queue.wake();
        };
    this.loop = WorkerLoop.start(name, end, this::round);
  }

  /** Listens as long as the connection lasts. */
  private void round() throws SQLException {
    try (Connection connection = store.connection()) {
      connection.setAutoCommit(true);
      long nextBeat = beat(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute("LISTEN " + WakeSender.CHANNEL);
      }
      // A look finds the jobs that came while nobody listened.
      connected.run();
      PGConnection notified = connection.unwrap(PGConnection.class);
      while (!closed) {
        PGNotification[] heard = notified.getNotifications(waitMillis(nextBeat));
        if (heard != null && isNews(heard, own)) {
          signal.raise();
        }
        if (nextBeat - System.nanoTime() <= 0) {
          nextBeat = beat(connection);
        }
      }
      try (Statement statement = connection.createStatement()) {
        // The next user of the connection must not get notifications.
        statement.execute("UNLISTEN " + WakeSender.CHANNEL);
      }
    }
  }

  /** True if a sender other than ourselves has sent one of them. */
  static boolean isNews(PGNotification[] heard, String own) {
    return Arrays.stream(heard).anyMatch(each -> !each.getParameter().equals(own));
  }

  private long beat(Connection connection) throws SQLException {
    return System.nanoTime() + heart.beat(connection).toNanos();
  }

  /** Never 0, which would be for ever. */
  private static int waitMillis(long nextBeat) {
    long untilBeat = Duration.ofNanos(nextBeat - System.nanoTime()).toMillis();
    return (int) Math.clamp(untilBeat, 1, LISTEN_FOR.toMillis());
  }

  /** The loop that listens, until it is closed. */
  WorkerLoop loop() {
    return loop;
  }
}
