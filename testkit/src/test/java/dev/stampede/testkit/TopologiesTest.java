package dev.stampede.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
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

  @Test
  void aPostgresThatWasStoppedAtOnceOrInOrderComesBackWithWhatItHadCommitted() throws SQLException {
    try (OwnPostgres postgres = OwnPostgres.start(folder)) {
      Sql sql = new Sql(postgres.url());
      sql.run("CREATE TABLE seen (n int)");
      sql.run("INSERT INTO seen VALUES (1)");

      postgres.stopImmediately();
      postgres.startAgain();
      assertThat(rows(postgres.url())).isEqualTo(1);
      postgres.stopFast();
      postgres.startAgain();
      assertThat(rows(postgres.url())).isEqualTo(1);
    }
  }

  @Test
  void aFrozenPostgresAnswersNobodyUntilItIsThawed() throws Exception {
    try (OwnPostgres postgres = OwnPostgres.start(folder);
        Connection connection = new Sql(postgres.url()).connect();
        Statement statement = connection.createStatement()) {
      postgres.freeze();
      CompletableFuture<Boolean> answered =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return statement.execute("SELECT 1");
                } catch (SQLException e) {
                  throw new CompletionException(e);
                }
              });
      assertThatThrownBy(() -> answered.get(200, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);

      postgres.thaw();
      assertThat(answered.get(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aReplicaThatLostItsPrimaryTakesOverWithWhatItHad() throws SQLException {
    try (PostgresPair pair = PostgresPair.start(folder)) {
      Sql primary = new Sql(pair.primaryUrl());
      primary.run("CREATE TABLE seen (n int)");
      primary.run("INSERT INTO seen VALUES (1)");
      pair.catchUp();
      pair.loseReplication();
      primary.run("INSERT INTO seen VALUES (2)");

      pair.failOver();

      assertThat(rows(pair.replicaUrl())).isEqualTo(1);
      new Sql(pair.replicaUrl()).run("INSERT INTO seen VALUES (3)");
    }
  }

  @Test
  void oneOfThreeBrokersMayBeLost() throws Exception {
    try (BrokerCluster kafka = BrokerCluster.start(folder, 3)) {
      Map<String, Object> config =
          Map.of(
              AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
              kafka.bootstrapServers(),
              ProducerConfig.ACKS_CONFIG,
              "all");
      try (Admin admin = Admin.create(config);
          KafkaProducer<String, String> producer =
              new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
        var _ =
            admin
                .createTopics(List.of(new NewTopic("seen", Optional.of(3), Optional.empty())))
                .all()
                .get(SOON.toSeconds(), TimeUnit.SECONDS);
        kafka.brokers().getFirst().kill();
        for (int i = 0; i < 6; i++) {
          var _ =
              producer
                  .send(new ProducerRecord<>("seen", i % 3, "key", "value"))
                  .get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
        kafka.brokers().getFirst().startAgain();
      }
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
