package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Hears that other processes have enqueued something. It keeps one connection for itself; when that
 * is lost the worker's slow poll covers for it until there is another.
 */
final class WakeListener implements AutoCloseable {

  /** Bounds how long closing takes. */
  private static final Duration LISTEN_FOR = Duration.ofMillis(250);

  private final Store store;
  private final Doorbell bell;
  private final Loop loop;
  private volatile boolean closed;

  WakeListener(Store store, Doorbell bell) {
    this.store = store;
    this.bell = bell;
    this.loop = Loop.start("job wake listener", this::round);
  }

  /** As long as the connection lasts. */
  private void round() throws SQLException {
    try (Connection connection = store.connection()) {
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        statement.execute("LISTEN " + WakeSender.CHANNEL);
      }
      // What came while nobody listened is found by looking.
      bell.ring();
      PGConnection notified = connection.unwrap(PGConnection.class);
      while (!closed) {
        PGNotification[] heard = notified.getNotifications((int) LISTEN_FOR.toMillis());
        if (heard != null && heard.length > 0) {
          bell.ring();
        }
      }
      try (Statement statement = connection.createStatement()) {
        // Who gets the connection next must not be told.
        statement.execute("UNLISTEN " + WakeSender.CHANNEL);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    loop.close();
  }
}
