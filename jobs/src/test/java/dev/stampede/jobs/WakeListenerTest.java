package dev.stampede.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** The notifications that a worker answers. */
final class WakeListenerTest {

  private static final int PATIENCE_MILLIS = 30_000;

  @Test
  void aNotificationOfOnesOwnQueueIsNoNewsAndOneOfAnotherProcessIs() throws Exception {
    try (JobsFixture jobs = new JobsFixture();
        JobQueue other = new JobQueue(jobs.pool);
        Connection connection = jobs.pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("LISTEN " + WakeSender.CHANNEL);

      jobs.queue.wake();
      PGNotification[] own = heard(connection);
      other.wake();
      PGNotification[] others = heard(connection);

      assertThat(WakeListener.isNews(own, jobs.queue.sender())).isFalse();
      assertThat(WakeListener.isNews(own, other.sender())).isTrue();
      assertThat(WakeListener.isNews(others, jobs.queue.sender())).isTrue();
    }
  }

  @Test
  void aNotificationWithoutASenderIsNews() throws Exception {
    try (JobsFixture jobs = new JobsFixture();
        Connection connection = jobs.pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("LISTEN " + WakeSender.CHANNEL);

      jobs.run("NOTIFY " + WakeSender.CHANNEL);

      assertThat(WakeListener.isNews(heard(connection), jobs.queue.sender())).isTrue();
    }
  }

  private static PGNotification[] heard(Connection connection) throws SQLException {
    PGNotification[] heard =
        connection.unwrap(PGConnection.class).getNotifications(PATIENCE_MILLIS);
    assertThat(heard).isNotEmpty();
    return heard;
  }
}
