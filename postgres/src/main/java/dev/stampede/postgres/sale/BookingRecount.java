package dev.stampede.postgres.sale;

import dev.stampede.postgres.Database;
import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the bookings from their table once more, when the database was rewound.
 *
 * <p>Bookings are counted as they are heard from Kafka, which has not taken them back: the reader's
 * progress is rewound with the database, and the offset at which Kafka would let it go on is not.
 * So all bookings in the table at one moment are counted, and written down as heard up to that
 * moment. Events sent in earlier epochs are in that count or were undone, and {@link
 * BookingStatistics} skips them. The count of seats needs none of this: it is rewound with the
 * outbox that it is counted from.
 */
public final class BookingRecount {

  /** Reading all bookings of all shows takes seconds; nobody waits for it but readers of events. */
  private static final Duration AT_MOST = Duration.ofMinutes(10);

  private static final String DUE =
      """
      SELECT e.epoch
      FROM deployment d, (SELECT max(epoch) AS epoch FROM database_epoch) AS e
      WHERE d.statistics_epoch < e.epoch""";

  private static final String DONE = "UPDATE deployment SET statistics_epoch = :epoch";

  private static final List<String> FORGET =
      List.of(
          "DELETE FROM booking_statistic",
          "DELETE FROM parked_message WHERE consumer = 'statistics'",
          "DELETE FROM inbox WHERE consumer = 'statistics'");

  private static final String COUNT =
      """
      INSERT INTO booking_statistic (show_id, confirmed, cancelled)
      SELECT show_id, count(*), count(cancelled_at) FROM booking GROUP BY show_id""";

  private static final String HEARD_BOOKINGS =
      """
      INSERT INTO inbox (consumer, topic, key, epoch, version)
      SELECT 'statistics', :topic, id::text, :epoch, CASE WHEN cancelled_at IS NULL THEN 1 ELSE 2 END
      FROM booking""";

  private static final Logger log = LoggerFactory.getLogger(BookingRecount.class);

  private final Database database;
  private final String bookingTopic;
  private long counted;

  public BookingRecount(Database database, String bookingTopic) {
    this.database = database;
    this.bookingTopic = bookingTopic;
  }

  /** Recounts unless the count is of this epoch already; after that it runs no query. */
  public void upTo(long epoch) {
    if (counted >= epoch) {
      return;
    }
    long done =
        database
            .jdbi()
            .inTransaction(TransactionIsolationLevel.REPEATABLE_READ, BookingRecount.this::count);
    if (done > 0) {
      log.warn("the bookings were counted again for epoch {}", done);
    }
    counted = epoch;
  }

  /**
   * Readers of events wait meanwhile. No statement before the lock takes the snapshot: it is of a
   * moment at which no reader is at work.
   */
  private long count(Handle handle) {
    // A limit that is running is not moved: it is stopped first.
    handle.execute("SET LOCAL transaction_timeout = 0");
    handle.execute("SET LOCAL transaction_timeout = " + AT_MOST.toMillis());
    Database.awaitAnswers(handle.getConnection(), AT_MOST);
    handle.execute("LOCK TABLE inbox IN EXCLUSIVE MODE");
    long epoch = handle.createQuery(DUE).mapTo(Long.class).findOne().orElse(0L);
    if (epoch == 0) {
      return 0;
    }
    FORGET.forEach(handle::execute);
    handle.createUpdate(COUNT).execute();
    handle.createUpdate(HEARD_BOOKINGS).bind("topic", bookingTopic).bind("epoch", epoch).execute();
    handle.createUpdate(DONE).bind("epoch", epoch).execute();
    return epoch;
  }
}
