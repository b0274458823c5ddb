package dev.stampede.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topologies that tests use when several servers form one service. */
final class TopologiesTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private Path folder = Path.of("");

  @Test
  void aRedisThatWasKilledIsEmptyWhenItComesBackAndAFrozenOneIsNot() throws IOException {
    try (OwnRedis redis = OwnRedis.start(folder)) {
      redis.tell("SET", "a", "1");
      redis.freeze();
      redis.thaw();
      assertThat(redis.ask("GET", "a")).isEqualTo("1");

      redis.kill();
      redis.startAgain();
      assertThat(redis.ask("GET", "a")).isEmpty();
    }
  }

  @Test
  void sentinelsNameAnotherMasterWhenTheirsIsKilled() throws IOException {
    try (SentinelRedis redis = SentinelRedis.start(folder)) {
      OwnRedis first = redis.master();
      assertThat(first.write(2, "SET", "a", "1")).isEqualTo(2);

      first.kill();

      OwnRedis second = redis.awaitOtherMaster(first, SOON);
      assertThat(second.ask("GET", "a")).isEqualTo("1");
    }
  }

  @Test
  void aClustersReplicaTakesOverFromItsMaster() throws IOException {
    try (ClusterRedis redis = ClusterRedis.start(folder)) {
      OwnRedis first = redis.masterOf("a");
      assertThat(first.write(1, "SET", "a", "1")).isEqualTo(1);

      first.kill();

      OwnRedis second = redis.awaitOtherMaster("a", first, SOON);
      assertThat(second.ask("GET", "a")).isEqualTo("1");
    }
  }

  @Test
  void aPostgresThatWasKilledComesBackWithWhatItHadCommitted() throws SQLException {
    try (OwnPostgres postgres = OwnPostgres.start(folder)) {
      Sql sql = new Sql(postgres.url());
      sql.run("CREATE TABLE seen (n int)");
      sql.run("INSERT INTO seen VALUES (1)");

      postgres.kill();
      postgres.startAgain();

      assertThat(rows(postgres.url())).isEqualTo(1);
    }
  }

  @Test
  void aReplicaFollowsLagsAndCatchesUp() throws SQLException {
    try (PostgresPair pair = PostgresPair.start(folder)) {
      Sql primary = new Sql(pair.primaryUrl());
      primary.run("CREATE TABLE seen (n int)");
      pair.catchUp();
      assertThat(rows(pair.replicaUrl())).isZero();

      pair.lag();
      primary.run("INSERT INTO seen VALUES (1)");
      assertThat(rows(pair.replicaUrl())).as("while it lags").isZero();

      pair.catchUp();
      assertThat(rows(pair.replicaUrl())).isEqualTo(1);
    }
  }

  private static int rows(String url) throws SQLException {
    try (Connection connection = new Sql(url).connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM seen")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
