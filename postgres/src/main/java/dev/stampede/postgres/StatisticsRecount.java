package dev.stampede.postgres;

import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes the statistics from the tables once more, when the database was rewound.
 *
 * <p>They are made of events, which Kafka has not taken back: how far their reader was is rewound
 * with the database, and where Kafka would let it go on is not. So everything that stands in the
 * tables at one moment is counted, and written down as heard up to that moment. What was sent in
 * earlier epochs is in it or was undone, and {@link StatisticsWrites} passes over it.
 */
public final class StatisticsRecount {

  /** Reading all events of all shows takes seconds; nobody waits for it but readers of events. */
  private static final Duration AT_MOST = Duration.ofMinutes(10);

  private static final String DUE =
      """
      SELECT e.epoch
      FROM deployment d, (SELECT max(epoch) AS epoch FROM database_epoch) AS e
      WHERE d.statistics_epoch < e.epoch""";

  private static final String DONE = "UPDATE deployment SET statistics_epoch = :epoch";

  private static final List<String> FORGET =
      List.of(
          "DELETE FROM section_statistic",
          "DELETE FROM sale_statistic",
          "DELETE FROM parked_message WHERE consumer = 'statistics'",
          "DELETE FROM inbox WHERE consumer = 'statistics'");

  /** Sections with their seats' numbers, which are counted through all sections of a show. */
  private static final String PLACED =
      """
      WITH placed AS MATERIALIZED (
        SELECT s.*, sum(s.size) OVER upto - s.size AS first, sum(s.size) OVER upto AS past
        FROM (
          SELECT *, coalesce(capacity, row_count * seats_per_row) AS size FROM section) AS s
        WINDOW upto AS (PARTITION BY show_id ORDER BY position))
      """;

  private static final String COUNT_SECTIONS =
      PLACED
          + """
          INSERT INTO section_statistic
            (show_id, section, held, given_back, lapsed, sold, cancelled)
          SELECT e.show_id, p.name,
            count(*) FILTER (WHERE e.type = 'h' AND e.reason = 'c'),
            count(*) FILTER (WHERE e.type = 'r' AND e.reason = 'g'),
            count(*) FILTER (WHERE e.type = 'r' AND e.reason = 'e'),
            count(*) FILTER (WHERE e.type = 's'),
            count(*) FILTER (WHERE e.type = 'r' AND e.reason = 'x')
          FROM seat_event e
          JOIN placed p ON p.show_id = e.show_id AND e.number >= p.first AND e.number < p.past
          GROUP BY e.show_id, p.name""";

  private static final String COUNT_SLOTS =
      """
      INSERT INTO sale_statistic (show_id, at, sold, released, cancelled, bookings)
      SELECT show_id, date_bin(:slot * interval '1 second', at, 'epoch'),
        count(*) FILTER (WHERE what = 's'), count(*) FILTER (WHERE what = 'r'),
        count(*) FILTER (WHERE what = 'x'), count(*) FILTER (WHERE what = 'b')
      FROM (
        SELECT show_id, at,
          CASE WHEN type = 's' THEN 's' WHEN reason = 'x' THEN 'x' WHEN type = 'r' THEN 'r' END
        FROM seat_event
        UNION ALL
        SELECT show_id, confirmed_at, 'b' FROM booking) AS told (show_id, at, what)
      WHERE at > (SELECT stampede_now()) - interval '1 day'
      GROUP BY 1, 2""";

  private static final String HEARD_SEATS =
      PLACED
          + """
          INSERT INTO inbox (consumer, topic, key, epoch, version)
          SELECT 'statistics', :topic,
            s.show_id || '/' || p.name || '-' || CASE
              WHEN p.capacity IS NULL
                THEN ((s.number - p.first)::integer / p.seats_per_row + 1) || '-'
                  || ((s.number - p.first)::integer % p.seats_per_row + 1)
              ELSE (s.number - p.first + 1)::text
            END,
            :epoch, s.version
          FROM seat s
          JOIN placed p ON p.show_id = s.show_id AND s.number >= p.first AND s.number < p.past
          WHERE s.version > 0""";

  private static final String HEARD_BOOKINGS =
      """
      INSERT INTO inbox (consumer, topic, key, epoch, version)
      SELECT 'statistics', :topic, id::text, :epoch, CASE WHEN cancelled_at IS NULL THEN 1 ELSE 2 END
      FROM booking""";

  private static final Logger log = LoggerFactory.getLogger(StatisticsRecount.class);

  private final Database database;
  private final String seatTopic;
  private final String bookingTopic;
  private long counted;

  public StatisticsRecount(Database database, String seatTopic, String bookingTopic) {
    this.database = database;
    this.seatTopic = seatTopic;
    this.bookingTopic = bookingTopic;
  }

  /** Sees to it that the statistics are of this epoch; asks nobody once they are. */
  public void upTo(long epoch) {
    if (counted >= epoch) {
      return;
    }
    long done =
        database
            .jdbi()
            .inTransaction(
                TransactionIsolationLevel.REPEATABLE_READ, StatisticsRecount.this::count);
    if (done > 0) {
      log.warn("the statistics were counted again for epoch {}", done);
    }
    counted = epoch;
  }

  /**
   * Readers of events wait meanwhile. Neither of the first two statements takes the snapshot: it is
   * of a moment at which no reader is at work.
   */
  private long count(Handle handle) {
    handle.execute("SET LOCAL transaction_timeout = " + AT_MOST.toMillis());
    handle.execute("LOCK TABLE inbox IN EXCLUSIVE MODE");
    long epoch = handle.createQuery(DUE).mapTo(Long.class).findOne().orElse(0L);
    if (epoch == 0) {
      return 0;
    }
    FORGET.forEach(handle::execute);
    handle.createUpdate(COUNT_SECTIONS).execute();
    handle.createUpdate(COUNT_SLOTS).bind("slot", StatisticsWrites.SLOT.toSeconds()).execute();
    handle.createUpdate(HEARD_SEATS).bind("topic", seatTopic).bind("epoch", epoch).execute();
    handle.createUpdate(HEARD_BOOKINGS).bind("topic", bookingTopic).bind("epoch", epoch).execute();
    handle.createUpdate(DONE).bind("epoch", epoch).execute();
    return epoch;
  }
}
