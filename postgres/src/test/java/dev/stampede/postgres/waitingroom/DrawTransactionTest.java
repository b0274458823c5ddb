package dev.stampede.postgres.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.draw.DrawProof;
import dev.stampede.engine.waitingroom.draw.DrawResult;
import dev.stampede.engine.waitingroom.draw.DrawStore;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.testkit.Eventually;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Several servers draw at once, die in the middle, or take too long: there is one draw, or none.
 */
final class DrawTransactionTest {

  private static final Eventually SOON = Eventually.within(Duration.ofSeconds(20));

  /** Of a claim's transaction, which a draw may exceed. */
  private static final Duration USUAL_LIMIT = Duration.ofSeconds(1);

  private static final String OTHERS =
      " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND ";

  private static final String WAITING = "SELECT count(*)" + OTHERS + "wait_event_type = 'Lock'";

  private ClaimsFixture fixture;
  private Database database;
  private DrawStore store;
  private ShowId show;

  @BeforeEach
  void open() {
    fixture = new ClaimsFixture();
    database = anotherServer();
    store = new PostgresDrawStore(database);
    show = fixture.show(1, 1);
  }

  @AfterEach
  void close() {
    database.close();
    fixture.close();
  }

  private Database anotherServer() {
    return Database.open(
        new PostgresSettings(
            DatabaseUrl.parse(fixture.data.url()), PostgresSettings.MIN_POOL_SIZE, USUAL_LIMIT));
  }

  /**
   * The first server asks who is in line only when the second waits for the row. Without the row's
   * lock the second never does, and both draw: seen by leaving out FOR UPDATE.
   */
  @Test
  void ofTwoServersOneDrawsAndTheOtherIsTold() throws Exception {
    AtomicInteger draws = new AtomicInteger();
    try (Database second = anotherServer();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<DrawResult> first =
          threads.submit(
              () ->
                  store.draw(
                      show,
                      1,
                      () -> {
                        draws.incrementAndGet();
                        SOON.until("the other waits", () -> count(WAITING) == 1);
                        return PostgresDrawStoreTest.arrivals("one-", 1_000);
                      }));
      SOON.until("the first has the row", () -> draws.get() == 1);
      DrawResult told =
          new PostgresDrawStore(second)
              .draw(
                  show,
                  2,
                  () -> {
                    draws.incrementAndGet();
                    return PostgresDrawStoreTest.arrivals("other-", 1_001);
                  });

      assertThat(told).isEqualTo(first.get());
      assertThat(told.base()).isEqualTo(1);
      assertThat(draws).hasValue(1);
      assertThat(count("SELECT count(*) FROM draw_leaf")).isEqualTo(1_000);
    }
  }

  /** Another transaction has put a row where the thousands come by, so that they wait there. */
  @Test
  void aServerThatDiesWhileItWritesHasDoneNothingAndAnotherDraws() throws Exception {
    try (Connection inTheWay = fixture.database.connection();
        Statement blocking = inTheWay.createStatement();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      inTheWay.setAutoCommit(false);
      blocking.execute("INSERT INTO draw_leaf VALUES (%s, 1, 15000, '', '')".formatted(show));
      Future<DrawResult> dying =
          threads.submit(
              () -> store.draw(show, 1, () -> PostgresDrawStoreTest.arrivals("buyer-", 20_000)));
      SOON.until("it is in the middle of it", () -> count(WAITING) == 1);
      assertThat(new PostgresDrawStore(fixture.database).proof(show).orElseThrow())
          .isInstanceOf(DrawProof.Gathering.class);

      assertThat(count("SELECT count(pg_terminate_backend(pid))" + OTHERS + "query LIKE 'COPY%'"))
          .isEqualTo(1);

      assertThatThrownBy(dying::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(DatabaseException.class);
      inTheWay.rollback();
    }
    assertThat(store.drawn(show)).isEmpty();
    assertThat(count("SELECT count(*) FROM draw_leaf")).isZero();

    assertThat(store.draw(show, 2, () -> PostgresDrawStoreTest.arrivals("buyer-", 20_000)).leaves())
        .isEqualTo(20_000);
    assertThat(count("SELECT count(*) FROM draw_leaf")).isEqualTo(20_000);
  }

  @Test
  void aFailureWhileGatheringArrivalsLeavesNoDraw() {
    assertThatThrownBy(
            () ->
                store.draw(
                    show,
                    1,
                    () -> {
                      throw new IllegalStateException("Redis is gone");
                    }))
        .hasMessage("Redis is gone");

    assertThat(store.drawn(show)).isEmpty();
    assertThat(store.draw(show, 1, () -> PostgresDrawStoreTest.arrivals("buyer-", 3)).leaves())
        .isEqualTo(3);
  }

  /** A limit that runs already is not moved by setting another: seen by not stopping it first. */
  @Test
  void aDrawMayTakeLongerThanAClaim() {
    DrawResult drawn =
        store.draw(
            show,
            1,
            () -> {
              SOON.until(
                  "it has lasted longer than a claim may",
                  () ->
                      count(
                              "SELECT count(*)"
                                  + OTHERS
                                  + "clock_timestamp() - xact_start > interval '1500 ms'")
                          == 1);
              return PostgresDrawStoreTest.arrivals("buyer-", 10);
            });

    assertThat(drawn.leaves()).isEqualTo(10);
  }

  @Test
  void aServerFrozenDuringItsDrawLosesItAndAnotherDraws() {
    DrawStore impatient = new PostgresDrawStore(database, Duration.ofMillis(300));

    assertThatThrownBy(
            () ->
                impatient.draw(
                    show,
                    1,
                    () -> {
                      SOON.until(
                          "the server has ended the transaction",
                          () -> count("SELECT count(*)" + OTHERS + "xact_start IS NOT NULL") == 0);
                      return PostgresDrawStoreTest.arrivals("late-", 10);
                    }))
        .isInstanceOf(DatabaseException.class);

    assertThat(store.drawn(show)).isEmpty();
    assertThat(store.draw(show, 2, () -> PostgresDrawStoreTest.arrivals("buyer-", 20)).base())
        .isEqualTo(2);
  }

  private long count(String query) {
    return fixture.one(query, Long.class);
  }
}
