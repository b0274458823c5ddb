package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.Refunds;
import dev.stampede.postgres.booking.PostgresRefunds;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationVersion;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Payments that older versions have taken keep their bookings, or become refunds that are due. */
final class OutsidePaymentMigrationTest {

  private static final String BOOKINGS =
      """
      INSERT INTO booking (id, hold_id, show_id, total, confirmed_at, buyer, seats, provider,
        reference, paid_balance, refunded_balance, cancelled_at)
      VALUES
        (gen_random_uuid(), gen_random_uuid(), 1, 5, now(), 'ann', '{1}', 'shop', 'stands', NULL,
          NULL, NULL),
        (gen_random_uuid(), gen_random_uuid(), 1, 6, now(), 'ben', '{2}', 'shop', 'marked', NULL,
          NULL, now()),
        (gen_random_uuid(), gen_random_uuid(), 1, 7, now(), 'cid', '{3}', 'shop', 'not-yet', NULL,
          NULL, now()),
        (gen_random_uuid(), gen_random_uuid(), 1, 8, now(), 'dan', '{4}', NULL, NULL, 5, 13, now())""";

  private static final String MARK_ONE =
      """
      INSERT INTO refund_due (booking_id, amount, cancelled_at, marked_at, provider, reference)
      SELECT id, total, cancelled_at, now(), provider, reference
      FROM booking WHERE reference = 'marked'""";

  @Test
  void theMigrationMarksCancelledPaymentsAsDueAndTheOthersAsUsed() {
    try (TestDatabase data = TestServices.shared().freshDatabase()) {
      DatabaseUrl url = DatabaseUrl.parse(data.url());
      PGSimpleDataSource source = new PGSimpleDataSource();
      source.setUrl(url.jdbc());
      source.setUser(url.credentials().user());
      source.setPassword(url.credentials().password());
      Flyway.configure()
          .dataSource(source)
          .locations("classpath:dev/stampede/postgres/migrations")
          .target(MigrationVersion.fromVersion("15"))
          .load()
          .migrate();
      data.run(BOOKINGS);
      data.run(MARK_ONE);
      data.run(
          "INSERT INTO job (due_at, enqueued_at, kind, payload) VALUES (now(), now(), 'mark-refunds', '')");

      try (Database database = Database.open(ClaimsFixture.settings(data.url()))) {
        Refunds refunds = new PostgresRefunds(database);
        assertThat(refunds.list(Optional.of(Refund.State.DUE), Optional.empty(), 9).refunds())
            .allMatch(refund -> refund.reason() == Refund.Reason.BOOKING_CANCELLED)
            .extracting(refund -> refund.payment().reference(), Refund::amount)
            .containsExactlyInAnyOrder(tuple("marked", 6L), tuple("not-yet", 7L));
        assertThat(one(database, "SELECT reference FROM outside_payment WHERE refund_id IS NULL"))
            .isEqualTo("stands");
        assertThat(one(database, "SELECT count(*) FROM job")).isEqualTo("0");
      }
    }
  }

  private static String one(Database database, String query) {
    return database
        .jdbi()
        .withHandle(handle -> handle.createQuery(query).mapTo(String.class).one());
  }
}
