package dev.stampede.postgres.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The outbox against the history that it is to tell. */
final class OutboxDriftTest extends DriftFixture {

  @Test
  void theOutboxNamesABookingThatDoesNotExist() {
    fixture.run(
        "UPDATE outbox o SET bookings = array_replace(o.bookings, b.id, gen_random_uuid()) FROM booking b WHERE b.id = ANY (o.bookings) AND b.cancelled_at IS NULL AND b.buyer = 'bob'");
    assertFound("outbox-unknown", "names booking ", "version 1, which does not exist");
  }

  /** Takes events out of the rows that hold them, and rows that hold no others with them. */
  private void forget(String events) {
    String others = "(%s) IS NOT TRUE".formatted(events);
    fixture.run(
        """
        DELETE FROM outbox o
        WHERE NOT EXISTS (SELECT FROM outbox_event w WHERE w.id = o.id AND %s)"""
            .formatted(others));
    fixture.run(
        """
        UPDATE outbox o
        SET versions = w.versions,
          numbers = CASE WHEN o.numbers IS NOT NULL THEN w.numbers END,
          bookings = CASE WHEN o.bookings IS NOT NULL THEN w.bookings END
        FROM (
          SELECT id, array_agg(version ORDER BY place) AS versions,
            array_agg(number ORDER BY place) AS numbers,
            array_agg(booking_id ORDER BY place) AS bookings
          FROM outbox_event w
          WHERE %s
          GROUP BY id) AS w
        WHERE o.id = w.id"""
            .formatted(others));
  }

  /** The relay deletes from the front; here rows are lost from the end, or in the middle. */
  @Test
  void theOutboxLacksAnEventThatIsNotSentYet() {
    forget("number = 5 AND version = 1 AND show_id = " + show);
    assertThat(found()).as("told, as it should be").isEmpty();
    forget("number = 5 AND version = 3 AND show_id = " + show);
    assertFound("outbox-gap", "seat 5 of show %s is at version 3", "there are 1, the last is 2");
    mend();
    forget("number = 5 AND version = 2 AND show_id = " + show);
    assertFound("outbox-gap", "seat 5 of show %s", "from 1 on that wait to be told there are 2");
    mend();
    forget("version = 2 AND booking_id IN (SELECT id FROM booking WHERE buyer = 'bob')");
    assertFound("outbox-gap", "", "has versions 1 to 1 waiting to be told, 1 of them");
  }
}
