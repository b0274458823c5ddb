package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.topUp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnPostgres;
import dev.stampede.testkit.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wallets that are paid from again and again stay in their pages. Old versions make room only when
 * no snapshot can see them, and a transaction that writes in another database of the same server
 * counts as one that can: with one open, 56 of 100 updates left their pages. So the server is the
 * test's own.
 */
final class WalletPagesTest {

  private static final int WALLETS = 200;
  private static final int ROUNDS = 5;

  @TempDir private Path folder;

  @Test
  void walletsStayInTheirPagesAndTouchNoIndex() throws Exception {
    try (OwnPostgres postgres = OwnPostgres.start(folder);
        Database database = Database.open(ClaimsFixture.settings(postgres.url()))) {
      PostgresShows shows = new PostgresShows(database);
      new Sql(postgres.url()).run("ALTER TABLE wallet SET (autovacuum_enabled = off)");
      try (GroupCommitter committer = new GroupCommitter(database, shows, ClaimNews.NONE)) {
        for (int round = 0; round < ROUNDS; round++) {
          var _ = committer.commit(oneForEach());
        }
      }
      // An idle session keeps its counts to itself for ten seconds; one that has ended does not.
      Updates counted =
          Eventually.within(Duration.ofSeconds(30))
              .until(
                  "all updates are counted",
                  () -> updates(postgres),
                  now -> now.all() == ROUNDS * WALLETS);
      assertThat(counted.hot() * 100 / counted.all())
          .as("updates of wallets that are HOT, of a hundred")
          .isGreaterThan(89);
    }
  }

  private static List<Claim> oneForEach() {
    return IntStream.range(0, WALLETS).<Claim>mapToObj(i -> topUp("wallet-" + i, 1)).toList();
  }

  private static Updates updates(OwnPostgres postgres) throws SQLException {
    try (Connection connection = new Sql(postgres.url()).connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'wallet'")) {
      assertThat(row.next()).isTrue();
      return new Updates(row.getInt(1), row.getInt(2));
    }
  }

  private record Updates(int all, int hot) {}
}
