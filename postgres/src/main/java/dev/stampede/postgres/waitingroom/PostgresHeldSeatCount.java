package dev.stampede.postgres.waitingroom;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.HeldSeatCount;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.postgres.Database;
import java.time.Duration;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** Counts the held seats of a show, for the waiting room's admission. */
public final class PostgresHeldSeatCount implements HeldSeatCount {

  /**
   * A holder is inside: with a pass that is neither over nor spent. A buyer who has paid and holds
   * more is not, and makes no room for anybody. The clock is read once, so that the indexes can be
   * used.
   */
  private static final String HELD =
      """
      WITH clock AS MATERIALIZED (SELECT stampede_now() AS at)
      SELECT
        (SELECT coalesce(sum(cardinality(h.seats)), 0)
         FROM hold h
         WHERE h.show_id = :show AND h.state = 'l'
           AND h.expires_at > (SELECT at FROM clock)
           AND h.expires_at <= (SELECT at FROM clock) + :within * interval '1 millisecond'),
        (SELECT count(DISTINCT g.buyer)
         FROM queue_gone g
         LEFT JOIN show_buyer b ON b.show_id = g.show_id AND b.buyer = g.buyer
         WHERE g.show_id = :show AND g.kind = 'a' AND g.pass_until > (SELECT at FROM clock)
           AND g.number > coalesce(b.spent_pass, 0)
           AND EXISTS (
             SELECT FROM hold h
             WHERE h.buyer = g.buyer AND h.show_id = :show AND h.state = 'l'
               AND h.expires_at > (SELECT at FROM clock)))""";

  private final Jdbi jdbi;

  public PostgresHeldSeatCount(Database database) {
    this.jdbi = database.jdbi();
  }

  @Override
  public Held of(ShowId show, Duration within) {
    try {
      return jdbi.withHandle(
          handle ->
              handle
                  .createQuery(HELD)
                  .bind("show", show.value())
                  .bind("within", within.toMillis())
                  .map((row, _) -> new Held(row.getLong(1), row.getLong(2)))
                  .one());
    } catch (JdbiException e) {
      throw new LineUnavailableException("the database did not say what is held", e);
    }
  }
}
