package dev.stampede.consumer;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;

/** A consumer as a person sees it: how far it is, and what was put aside. */
public final class ConsumerAdmin {

  public static final int MAX_PAGE = 1_000;

  /** The most bytes of a value that are shown. */
  private static final int SHOWN_BYTES = 2_000;

  /** The next call goes on with a retry that takes longer. */
  private static final Duration RETRY_WITHIN = Duration.ofSeconds(5);

  private static final String FIGURES =
      """
      SELECT
        (SELECT count(DISTINCT (topic, key)) FROM parked_message WHERE consumer = ?),
        (SELECT count(*) FROM parked_message WHERE consumer = ?),
        (SELECT extract(epoch FROM clock_timestamp() - min(as_of))::float8
          FROM inbox_progress WHERE consumer = ?)""";

  private static final String LIST =
      """
      SELECT id, topic, key, version, reason, failure, parked_at, messages, shown
      FROM (
        SELECT DISTINCT ON (topic, key)
          id, topic, key, version, reason, failure, parked_at,
          count(*) OVER (PARTITION BY topic, key) AS messages,
          substring(value FROM 1 FOR ?) AS shown
        FROM parked_message
        WHERE consumer = ?
        ORDER BY topic, key, id) AS firsts
      WHERE id > ?
      ORDER BY id
      LIMIT ?""";

  private static final String KEY_OF =
      "SELECT topic, key FROM parked_message WHERE id = ? AND consumer = ?";

  private final String consumer;
  private final Transactions transactions;
  private final BatchTransaction<?> effects;

  ConsumerAdmin(String consumer, Transactions transactions, BatchTransaction<?> effects) {
    this.consumer = consumer;
    this.transactions = transactions;
    this.effects = effects;
  }

  /** Returns the admin of a consumer whose readers may run elsewhere, or not yet. */
  public static <E> ConsumerAdmin of(
      Subscription<E> subscription, ReaderSettings settings, DataSource source) {
    Transactions transactions = new Transactions(source);
    return new ConsumerAdmin(
        subscription.name(),
        transactions,
        new BatchTransaction<>(transactions, subscription, settings));
  }

  /**
   * The figures of a consumer, over all its readers.
   *
   * @param age how long ago everything that was in the topics had been handled; nothing before a
   *     reader has first come that far
   */
  public record Figures(long parkedKeys, long parkedMessages, Optional<Duration> age) {}

  /**
   * A key that waits for a person, and the first of its messages.
   *
   * @param id of that message
   * @param version nothing where it cannot be read
   * @param messages how many of the key wait, this one included
   * @param value its beginning
   */
  public record ParkedKey(
      long id, Where where, OptionalLong version, Why why, long messages, String value) {

    /** The parked key and its topic. */
    public record Where(String topic, String key) {}

    /** The reason, and the time at which the key was first parked. */
    public record Why(ParkReason reason, String failure, Instant since) {}
  }

  /** The result of going on with a key. */
  public sealed interface Retried {
    /** All that waited has been handled and the key flows again. */
    record Flows(int handled) implements Retried {}

    /** So many were handled; the next stays where it is, and why. */
    record StillParked(int handled, String why) implements Retried {}

    /** There is no such message, or not any more. */
    record Unknown() implements Retried {}
  }

  public String consumer() {
    return consumer;
  }

  public Figures figures() {
    return ask(
        FIGURES,
        statement -> {
          statement.setString(1, consumer);
          statement.setString(2, consumer);
          statement.setString(3, consumer);
        },
        row -> {
          row.next();
          double seconds = row.getDouble(3);
          Optional<Duration> age =
              row.wasNull()
                  ? Optional.empty()
                  : Optional.of(Duration.ofMillis(Math.max(0, Math.round(seconds * 1_000))));
          return new Figures(row.getLong(1), row.getLong(2), age);
        });
  }

  /** Parked keys with an id above that, the one that has waited longest first. */
  public List<ParkedKey> parked(long above, int limit) {
    ReaderBounds.within("limit", limit, 1, MAX_PAGE);
    return ask(
        LIST,
        statement -> {
          statement.setInt(1, SHOWN_BYTES);
          statement.setString(2, consumer);
          statement.setLong(3, above);
          statement.setInt(4, limit);
        },
        row -> {
          List<ParkedKey> keys = new ArrayList<>();
          while (row.next()) {
            keys.add(parkedKey(row));
          }
          return keys;
        });
  }

  private static ParkedKey parkedKey(ResultSet row) throws SQLException {
    long version = row.getLong(4);
    OptionalLong known = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(version);
    return new ParkedKey(
        row.getLong(1),
        new ParkedKey.Where(row.getString(2), row.getString(3)),
        known,
        new ParkedKey.Why(
            ParkReason.of(row.getString(5)),
            row.getString(6),
            row.getObject(7, OffsetDateTime.class).toInstant()),
        row.getLong(8),
        new String(row.getBytes(9), StandardCharsets.UTF_8));
  }

  /** Goes on with the key of this message: in order, as far as it goes. */
  public Retried retry(long id) {
    return keyOf(id).map(this::retry).orElse(new Retried.Unknown());
  }

  /** The same, although versions are missing, which is accepted with it. */
  public Retried skip(long id) {
    Optional<KeyName> name = keyOf(id);
    if (name.isEmpty() || !done("skip", () -> effects.skip(name.get()))) {
      return new Retried.Unknown();
    }
    return retry(name.get());
  }

  /** Forgets this message, which must be the first of its key, and goes on with the others. */
  public Retried drop(long id) {
    Optional<KeyName> name = keyOf(id);
    if (name.isEmpty() || !done("drop", () -> effects.drop(name.get(), id))) {
      return new Retried.Unknown();
    }
    return retry(name.get());
  }

  /** Forgets all that was put aside of the key of this message; returns how many that were. */
  public int dropKey(long id) {
    return keyOf(id).map(name -> done("drop", () -> effects.dropKey(name))).orElse(0);
  }

  /** Goes on with a key. */
  Retried retry(KeyName name) {
    long begun = System.nanoTime();
    int handled = 0;
    while (System.nanoTime() - begun < RETRY_WITHIN.toNanos()) {
      switch (done("retry", () -> effects.retry(name))) {
        case BatchTransaction.Retry.Handled unused -> handled++;
        case BatchTransaction.Retry.Nothing unused -> {
          return new Retried.Flows(handled);
        }
        case BatchTransaction.Retry.NotParked unused -> {
          return new Retried.Unknown();
        }
        case BatchTransaction.Retry.Refused refused -> {
          var unused = done("retry", () -> effects.explain(refused));
          return new Retried.StillParked(handled, refused.failure());
        }
      }
    }
    return new Retried.StillParked(
        handled, "time ran out after %d messages; retry the rest".formatted(handled));
  }

  private Optional<KeyName> keyOf(long id) {
    return ask(
        KEY_OF,
        statement -> {
          statement.setLong(1, id);
          statement.setString(2, consumer);
        },
        row ->
            row.next()
                ? Optional.of(new KeyName(row.getString(1), row.getString(2)))
                : Optional.empty());
  }

  /** Fills in the parameters of a statement. */
  @FunctionalInterface
  private interface Binding {
    void to(PreparedStatement statement) throws SQLException;
  }

  /** Reads the answer from a result set. */
  @FunctionalInterface
  private interface Answer<T> {
    T of(ResultSet row) throws SQLException;
  }

  private <T> T ask(String sql, Binding binding, Answer<T> answer) {
    try (Connection connection = transactions.source().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      binding.to(statement);
      try (ResultSet row = statement.executeQuery()) {
        return answer.of(row);
      }
    } catch (SQLException e) {
      throw new ConsumerException("the database did not answer: " + e.getMessage(), e);
    }
  }

  /** Something that may fail. */
  @FunctionalInterface
  private interface Deed<T> {
    T done() throws Exception;
  }

  private <T> T done(String what, Deed<T> deed) {
    try {
      return deed.done();
    } catch (RuntimeException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConsumerException("interrupted", e);
    } catch (Exception e) {
      throw new ConsumerException(
          "%s for consumer %s failed: %s".formatted(what, consumer, e.getMessage()), e);
    }
  }
}
