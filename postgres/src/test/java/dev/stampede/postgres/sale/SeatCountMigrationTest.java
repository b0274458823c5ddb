package dev.stampede.postgres.sale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.events.OutboxLag;
import dev.stampede.engine.sale.SaleFigures;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationVersion;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Events that older versions have sent are counted once, and unsent ones later. */
final class SeatCountMigrationTest {

  private static final String SOLD =
      """
      INSERT INTO show (name, starts_at, sale_opens_at, gate, max_seats_per_hold, hold_millis,
        version)
      VALUES ('old', now() + interval '1 day', now(), 'o', 8, 60000, 1);
      INSERT INTO section (show_id, position, price, row_count, seats_per_row, name)
      VALUES (1, 0, 100, 1, 2, 'A'), (1, 1, 100, 1, 2, 'B');
      INSERT INTO seat_event (show_id, number, version, at, hold_id, type, reason, buyer)
      VALUES
        (1, 0, 1, now(), gen_random_uuid(), 'h', 'c', 'ann'),
        (1, 0, 2, now(), gen_random_uuid(), 'r', 'g', 'ann'),
        (1, 3, 1, now(), gen_random_uuid(), 'h', 'c', 'ann'),
        (1, 2, 1, now(), gen_random_uuid(), 's', 'p', 'ann');
      INSERT INTO outbox (range, show_id, numbers, versions) VALUES (0, 1, '{3}', '{1}');
      INSERT INTO booking (id, hold_id, show_id, total, confirmed_at, buyer, seats, paid_balance)
      VALUES ('00000000-0000-0000-0000-000000000001', gen_random_uuid(), 1, 5, now(), 'ann', '{2}', 5);
      INSERT INTO inbox (consumer, topic, key, version) VALUES
        ('statistics', 'stampede.seat-events', '1/A-1-1', 2),
        ('statistics', 'stampede.booking-events', '00000000-0000-0000-0000-000000000001', 1);
      INSERT INTO inbox_progress (consumer, topic, partition, as_of) VALUES
        ('statistics', 'stampede.seat-events', 0, now()),
        ('statistics', 'stampede.booking-events', 0, now());
      INSERT INTO section_statistic (show_id, section, held) VALUES (1, 'A', 77)""";

  @Test
  void theMigrationCountsSentEventsAndRemovesSeatsFromTheInbox() {
    try (TestDatabase data = TestServices.shared().freshDatabase()) {
      DatabaseUrl url = DatabaseUrl.parse(data.url());
      PGSimpleDataSource source = new PGSimpleDataSource();
      source.setUrl(url.jdbc());
      source.setUser(url.credentials().user());
      source.setPassword(url.credentials().password());
      Flyway.configure()
          .dataSource(source)
          .locations("classpath:dev/stampede/postgres/migrations")
          .target(MigrationVersion.fromVersion("19"))
          .load()
          .migrate();
      data.run(SOLD);

      try (Database database = Database.open(ClaimsFixture.settings(data.url()))) {
        SaleFigures.Told told =
            new PostgresSaleStatistics(database, () -> new OutboxLag(0, Duration.ZERO))
                .of(new ShowId(1))
                .told();
        SaleFigures.OfSection first = told.sections().getFirst();
        assertThat(first.held()).isEqualTo(1);
        assertThat(first.freed()).isEqualTo(new SaleFigures.Freed(1, 0, 0));
        assertThat(told.sections().getLast().sold()).isEqualTo(1);
        assertThat(told.sections().getLast().held()).as("it was not told yet").isZero();
        assertThat(told.bookings()).isEqualTo(new SaleFigures.Heard(1, 0));
        assertThat(topics(database, "inbox")).containsExactly("stampede.booking-events");
        assertThat(topics(database, "inbox_progress")).containsExactly("stampede.booking-events");
      }
    }
  }

  private static List<String> topics(Database database, String table) {
    return database
        .jdbi()
        .withHandle(
            handle -> handle.createQuery("SELECT topic FROM " + table).mapTo(String.class).list());
  }
}
