package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class RefundMarkerTest {

  private static ClaimsFixture fixture;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Test
  void whatWasPaidOutsideAndIsCancelledIsMarkedOnceAndNothingElseIs() throws Exception {
    booking("'shop', 'r1', NULL, NULL", "stampede_now()");
    booking("'shop', 'r2', NULL, NULL", "NULL");
    booking("NULL, NULL, 5, 10", "stampede_now()");
    fixture.expectMissing(5);

    try (Connection connection = fixture.database.connection()) {
      assertThat(RefundMarker.mark(connection)).isEqualTo(1);
      assertThat(RefundMarker.mark(connection)).isZero();
    }

    assertThat(fixture.one("SELECT reference FROM refund_due", String.class)).isEqualTo("r1");
    assertThat(fixture.one("SELECT amount FROM refund_due", Long.class)).isEqualTo(5);
  }

  private static void booking(String payment, String cancelledAt) throws SQLException {
    try (Connection connection = fixture.database.connection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO booking (id, hold_id, show_id, total, confirmed_at, buyer, seats, provider,
            reference, paid_balance, refunded_balance, cancelled_at)
          VALUES (gen_random_uuid(), gen_random_uuid(), 1, 5, stampede_now(), 'b', '{1}', %s, %s)"""
              .formatted(payment, cancelledAt));
    }
  }
}
