package dev.stampede.consumer;

import static dev.stampede.consumer.ConsumerFixture.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.consumer.ConsumerFixture.Heard;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cost of a key, and readers that are overtaken between their read and their write. */
final class InboxTableTest {

  private ConsumerFixture events;
  private long offset;

  @BeforeEach
  void open() {
    events = new ConsumerFixture(1);
  }

  @AfterEach
  void close() {
    events.close();
  }

  /** Seen red with rows locked as they are read. */
  @Test
  void anEventWritesOneRowAndLocksNone() throws Exception {
    InboxTable inbox = new InboxTable("counted");
    KeyName known = new KeyName("t", "known");
    KeyName added = new KeyName("t", "added");
    KeyState one = KeyState.NEW.handled(new KeyVersion(1, 1));
    KeyState two = one.handled(new KeyVersion(1, 2));
    try (Connection connection = events.pool.getConnection()) {
      events.run(
          "INSERT INTO inbox (consumer, topic, key, version) VALUES ('counted', 't', 'known', 1)");
      connection.setAutoCommit(false);
      assertThat(inbox.read(connection, List.of(known, added))).isEqualTo(Map.of(known, one));
      connection.commit();
      assertThat(events.count("SELECT count(*) FROM inbox WHERE xmax <> 0")).isZero();

      inbox.write(connection, Map.of(known, one), Map.of(known, two, added, one));
      assertThat(rowChanges(connection)).isEqualTo("1 inserted, 1 updated");
      connection.commit();
      assertThat(inbox.read(connection, List.of(known, added)))
          .isEqualTo(Map.of(known, two, added, one));
      connection.commit();
    }
  }

  private static String rowChanges(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT format('%s inserted, %s updated', n_tup_ins, n_tup_upd)
                FROM pg_stat_xact_user_tables WHERE relname = 'inbox'""")) {
      row.next();
      return row.getString(1);
    }
  }

  /**
   * The second reader handles all of it, and commits, while the first is at work. Seen red without
   * the comparison in {@code UPDATE}: "2:x" was heard twice.
   */
  @Test
  void aReaderThatIsOvertakenUndoesItsEffectsAndThenFindsRepeats() throws Exception {
    BatchTransaction<Heard> second = effects(EventHandler.each(ConsumerFixture::note));
    var _ = second.handle(List.of(incoming("a", "1:x")));
    List<Incoming<Heard>> known = List.of(incoming("a", "2:x"), incoming("a", "3:x"));
    List<Incoming<Heard>> added = List.of(incoming("b", "1:x"), incoming("b", "2:x"));
    for (List<Incoming<Heard>> messages : List.of(known, added)) {
      BatchTransaction<Heard> first = meanwhile(() -> second.handle(messages));

      assertThatThrownBy(() -> first.handle(messages))
          .hasMessageContaining("another reader of consumer heard was faster")
          .satisfies(failure -> assertThat(Failures.isPassing(failure)).isTrue());
      assertThat(first.handle(messages).repeats()).isEqualTo(2);
    }
    assertThat(events.heard("a")).containsExactly("1:x", "2:x", "3:x");
    assertThat(events.heard("b")).containsExactly("1:x", "2:x");
  }

  /**
   * Seen red with rows that stay as they were not written: "3:x" lay in the park of a key that was
   * not parked.
   */
  @Test
  void nothingIsPutBehindAKeyThatHasJustBegunToFlow() throws Exception {
    BatchTransaction<Heard> effects = effects(EventHandler.each(ConsumerFixture::note));
    var _ = effects.handle(List.of(incoming("p", "1:x"), incoming("p", "nonsense")));
    KeyName parked = new KeyName(events.topic, "p");
    BatchTransaction<Heard> reader = meanwhile(() -> effects.dropKey(parked));
    List<Incoming<Heard>> behind = List.of(incoming("p", "3:x"), incoming("a", "1:x"));

    assertThatThrownBy(() -> reader.handle(behind)).hasMessageContaining("was faster");
    assertThat(reader.handle(behind).events()).hasSize(2);

    assertThat(events.heard("p")).containsExactly("1:x", "3:x");
    assertThat(events.count("SELECT count(*) FROM parked_message")).isZero();
  }

  /** An operation on a parked key locks it, and so do readers of earlier versions. */
  @Test
  void aReaderWaitsForALockedKeyAndNoticesWhatHasChanged() throws Exception {
    BatchTransaction<Heard> effects = effects(EventHandler.each(ConsumerFixture::note));
    var _ = effects.handle(List.of(incoming("a", "1:x")));
    Incoming<Heard> next = incoming("a", "2:x");
    FutureTask<SortedMessages<Heard>> reader =
        new FutureTask<>(() -> effects.handle(List.of(next)));
    whileLocked(
        "SELECT FROM inbox FOR UPDATE",
        reader,
        "INSERT INTO heard (key, text) VALUES ('a', '2:x')",
        "UPDATE inbox SET version = 2");

    assertThatThrownBy(() -> reader.get(30, TimeUnit.SECONDS)).hasMessageContaining("was faster");
    assertThat(effects.handle(List.of(next)).repeats()).isEqualTo(1);
    assertThat(events.heard("a")).containsExactly("1:x", "2:x");
  }

  /**
   * As the server does it that counts its statistics anew. Seen red without the lock on the table:
   * the handler had begun with what was no longer true.
   */
  @Test
  void aReaderWaitsForARewriteOfTheTableAndSeesItsResult() throws Exception {
    AtomicBoolean handled = new AtomicBoolean();
    BatchTransaction<Heard> effects = effects((_, _) -> handled.set(true));
    FutureTask<SortedMessages<Heard>> reader =
        new FutureTask<>(() -> effects.handle(List.of(incoming("a", "1:x"))));
    whileLocked(
        "LOCK TABLE inbox IN EXCLUSIVE MODE",
        reader,
        "INSERT INTO inbox (consumer, topic, key, version) VALUES ('%s', '%s', 'a', 1)"
            .formatted(ConsumerFixture.NAME, events.topic));

    assertThat(reader.get(30, TimeUnit.SECONDS).repeats()).isEqualTo(1);
    assertThat(handled).isFalse();
  }

  /** Locks, lets the reader run into it, does something, and commits. */
  private void whileLocked(String lock, FutureTask<?> reader, String... then) throws Exception {
    try (Connection connection = events.pool.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(lock);
      Thread.ofVirtual().start(reader);
      until("the reader waits", () -> events.count(WAITING) == 1);
      for (String sql : then) {
        statement.execute(sql);
      }
      connection.commit();
    }
  }

  private static final String WAITING =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'""";

  private BatchTransaction<Heard> effects(EventHandler<Heard> handler) {
    return new BatchTransaction<>(
        new Transactions(events.pool),
        ConsumerFixture.subscription(events.topic, handler),
        events.settings());
  }

  /** A reader that is slow once: the other thing happens within its transaction. */
  private BatchTransaction<Heard> meanwhile(Callable<?> other) {
    AtomicBoolean done = new AtomicBoolean();
    return effects(
        (heard, transaction) -> {
          for (Heard event : heard) {
            ConsumerFixture.note(event, transaction);
          }
          if (done.compareAndSet(false, true)) {
            var _ = other.call();
          }
        });
  }

  private Incoming<Heard> incoming(String key, String text) {
    return Incoming.of(
        new Message(
            new Message.Place(events.topic, 0, offset++),
            key,
            text.getBytes(StandardCharsets.UTF_8),
            Instant.EPOCH),
        ConsumerFixture.FORMAT);
  }
}
