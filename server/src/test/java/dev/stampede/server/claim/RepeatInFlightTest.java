package dev.stampede.server.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.testkit.Eventually;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A top-up that waits for a locked table in its transaction, and its repeat. The top-ups of a buyer
 * share a lane, so the repeat waits in its queue.
 */
final class RepeatInFlightTest {

  /** The time limit of each request; the transaction of the first one goes on after it. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final Duration SOON = Duration.ofSeconds(30);

  private static final String LOCK = "LOCK TABLE operation IN ACCESS EXCLUSIVE MODE";

  /** Counts transactions that wait to look for a stored answer. */
  private static final String COUNT_WAITING =
      """
      SELECT count(*)
      FROM pg_locks l
      JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database() AND l.relation = 'operation'::regclass
        AND l.mode = 'AccessShareLock' AND NOT l.granted""";

  @Test
  void aRepeatIsToldThatItsFirstRequestStillRunsAndLaterGetsItsAnswer() throws Exception {
    try (SaleServer sale = SaleServer.with(new LimitSettings(0, 0, 0, PATIENCE));
        Connection looking = sale.connect()) {
      FutureTask<Answer> first = new FutureTask<>(() -> topUp(sale));
      try (Connection locking = sale.connect();
          Statement lock = locking.createStatement()) {
        locking.setAutoCommit(false);
        lock.execute(LOCK);
        Thread.startVirtualThread(first);
        Eventually.within(SOON)
            .until("the first request is being decided", () -> count(looking) == 1);

        Answer repeat = topUp(sale);

        assertThat(repeat.status()).isEqualTo(409);
        assertThat(repeat.slug()).isEqualTo("idempotency-in-flight");
        assertThat(repeat.header("Retry-After")).isNotEmpty();
        assertThat(first.isDone()).isFalse();
        locking.rollback();
      }
      Answer answer = first.get(SOON.toSeconds(), TimeUnit.SECONDS);
      Answer later = topUp(sale);

      assertThat(answer.status()).isEqualTo(201);
      assertThat(later.status()).isEqualTo(201);
      assertThat(later.header("Idempotency-Replayed")).isEqualTo("true");
      assertThat(later.json()).isEqualTo(answer.json());
      assertThat(sale.balance("rita")).isEqualTo(70);
    }
  }

  private static Answer topUp(SaleServer sale) throws IOException, InterruptedException {
    return sale.send(sale.toppingUp("rita", "70", "one key"));
  }

  private static long count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(COUNT_WAITING)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
