package dev.stampede.postgres;

import static dev.stampede.postgres.ClaimsFixture.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Commit;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.verify.LedgerCheck;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TcpProxy;
import java.net.Socket;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The link to PostgreSQL was lost without a word: connections stay open, and nothing arrives.
 *
 * <p>Seen red without a time-out of the pool's sockets: the query hung. Seen red with one that the
 * check of the ledger did not lengthen: the check was cut off.
 */
final class SilentLinkTest {

  private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(1);

  /** The transaction time-out, two seconds of grace and one of rounding. */
  private static final Duration GIVEN_UP_AFTER = Duration.ofSeconds(4);

  private static final int PATIENCE_SECONDS = 30;

  private static final String CHECKED_FOR_LONG =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND query LIKE '%%FROM entry'
        AND clock_timestamp() > query_start + interval '%d milliseconds'"""
          .formatted(GIVEN_UP_AFTER.plusMillis(500).toMillis());

  private ClaimsFixture fixture;
  private TcpProxy wire;
  private Database database;

  @BeforeEach
  void open() {
    fixture = new ClaimsFixture();
    int port = URI.create(fixture.data.url()).getPort();
    wire = TcpProxy.to(port);
    String url = fixture.data.url().replace(":" + port + "/", ":" + wire.port() + "/");
    database = open(url);
  }

  private static Database open(String url) {
    return Database.open(new PostgresSettings(DatabaseUrl.parse(url), 4, TRANSACTION_TIMEOUT));
  }

  @AfterEach
  void close() throws Exception {
    database.close();
    wire.close();
    fixture.close();
  }

  @Test
  void queriesAndClaimsGiveUpALinkThatWasLostAndALongCheckGoesOn() throws Exception {
    ShowId show = fixture.show(1, 2);
    try (GroupCommitter committer =
            new GroupCommitter(database, new PostgresShows(database), ClaimNews.NONE);
        Connection lent = database.connection();
        AutoCloseable _ = wire::cutAll) {
      Commit<ClaimOutcome> first = committer.commit(List.of(hold(show, "ann", 0)));
      assertThat(first).isInstanceOf(Commit.Done.class);
      wire.silence();
      Future<?> asked = begin(() -> ask(lent));
      Future<Commit<ClaimOutcome>> claimed =
          begin(() -> committer.commit(List.of(hold(show, "ben", 1))));
      Future<LedgerCheck.Report> checked = begin(this::checkBehindALock);

      assertThatThrownBy(() -> asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .as("a query on a connection that was in use")
          .hasRootCauseInstanceOf(SocketTimeoutException.class);
      assertThat(claimed.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .as("a claim, on another connection")
          .isInstanceOf(Commit.Done.class);
      assertThat(begin(this::askAny).get(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .as("the pool, past its dead connections")
          .isEqualTo(1);
      assertThat(checked.get(PATIENCE_SECONDS, TimeUnit.SECONDS).isBalanced()).isTrue();
    }
  }

  /**
   * Checks the ledger while a lock holds one statement up for longer than others may take, with a
   * pool of its own: the other lends a dead connection unasked within half a second of its last
   * use.
   */
  private LedgerCheck.Report checkBehindALock() throws Exception {
    try (Database healthy = open(fixture.data.url());
        Connection locking = new Sql(fixture.data.url()).connect();
        Statement lock = locking.createStatement()) {
      locking.setAutoCommit(false);
      lock.execute("LOCK TABLE entry IN ACCESS EXCLUSIVE MODE");
      Future<LedgerCheck.Report> check = begin(() -> new LedgerCheck(healthy).run());
      Eventually.within(Duration.ofSeconds(PATIENCE_SECONDS))
          .until(
              "it has waited for long or has failed",
              () -> fixture.one(CHECKED_FOR_LONG, Long.class) == 1 || check.isDone());
      locking.rollback();
      return check.get();
    }
  }

  /** On a thread that may hang until the wire is closed. */
  private static <T> Future<T> begin(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.startVirtualThread(task);
    return task;
  }

  private static int ask(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute("SELECT 1") ? 1 : 0;
    }
  }

  private int askAny() throws SQLException {
    try (Connection connection = database.connection()) {
      return ask(connection);
    }
  }

  @Test
  void aConnectionThatWaitedLongWaitsAsUsualForItsNextUser() throws Exception {
    try (Connection connection = database.connection()) {
      Database.awaitAnswers(connection, Duration.ofHours(1));
      assertThat(connection.getNetworkTimeout()).isGreaterThan(3_600_000);
    }
    for (int next = 0; next < 4; next++) {
      try (Connection connection = database.connection()) {
        assertThat(connection.getNetworkTimeout()).isEqualTo(GIVEN_UP_AFTER.toMillis());
      }
    }
  }

  /** The proxy answers for a dead peer: that the system asks the peer cannot be seen here. */
  @Test
  void theSystemAsksAQuietPeerSoon() throws Exception {
    try (Socket socket = new KeepAliveSockets().createSocket()) {
      for (Map.Entry<SocketOption<Integer>, Integer> each : KeepAliveSockets.OPTIONS.entrySet()) {
        if (socket.supportedOptions().contains(each.getKey())) {
          assertThat(socket.getOption(each.getKey())).isEqualTo(each.getValue());
        }
      }
    }
  }
}
