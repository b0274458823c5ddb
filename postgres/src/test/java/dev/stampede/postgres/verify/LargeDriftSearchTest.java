package dev.stampede.postgres.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Patrol;
import dev.stampede.engine.verify.Slice;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Measures the search in a show of many seats, all sold, two to a booking, two bookings to a
 * wallet: a million with {@code --long}. The figures in {@code docs/operating.md} are from this
 * test.
 */
final class LargeDriftSearchTest {

  private static final int SHOWS = Boolean.getBoolean("stampede.long") ? 5 : 1;
  private static final int SEATS = Boolean.getBoolean("stampede.long") ? 200_000 : 20_000;

  private static final List<Part> PARTS =
      List.of(
          Part.SHOWS,
          Part.SEATS,
          Part.HOLDS,
          Part.BOOKINGS,
          Part.TRANSFERS,
          Part.WALLETS,
          Part.OUTBOX);

  private static ClaimsFixture fixture;

  @BeforeAll
  static void fill() {
    fixture = new ClaimsFixture();
    for (int i = 0; i < SHOWS; i++) {
      fixture.show(SEATS / 200, 200);
    }
    run(
        """
        CREATE TABLE sold AS
        SELECT show_id, number, number / 2 AS pair, 'buyer-' || show_id || '-' || number / 4 AS buyer,
          md5(show_id || 'h' || number / 2)::uuid AS hold_id,
          md5(show_id || 'b' || number / 2)::uuid AS booking_id
        FROM seat""");
    run("CREATE TABLE pair AS SELECT DISTINCT ON (booking_id) * FROM sold");
    run(
        """
        UPDATE seat s SET state = 's', version = 2, buyer = n.buyer, hold_id = n.hold_id,
          held_until = '2030-01-01'
        FROM sold n WHERE n.show_id = s.show_id AND n.number = s.number""");
    run(
        """
        INSERT INTO seat_event (show_id, number, version, at, hold_id, type, reason, buyer)
        SELECT show_id, number, 1, stampede_now(), hold_id, 'h', 'c', buyer FROM sold
        UNION ALL SELECT show_id, number, 2, stampede_now(), hold_id, 's', 'p', buyer FROM sold""");
    run(
        """
        INSERT INTO hold (id, show_id, total, expires_at, created_at, state, buyer, seats)
        SELECT hold_id, show_id, 200, '2030-01-01', '2020-01-01', 'p', buyer,
          ARRAY[pair * 2, pair * 2 + 1] FROM pair""");
    run(
        """
        INSERT INTO booking (id, hold_id, show_id, total, confirmed_at, paid_balance, buyer, seats)
        SELECT booking_id, hold_id, show_id, 200, stampede_now(), 0, buyer,
          ARRAY[pair * 2, pair * 2 + 1] FROM pair""");
    run("INSERT INTO wallet SELECT DISTINCT 600, 3, buyer FROM pair");
    run(
        """
        INSERT INTO transfer (id, amount, at, kind, booking_id, buyer)
        SELECT md5('t' || buyer)::uuid, 1000, stampede_now(), 't', NULL::uuid, buyer FROM wallet
        UNION ALL SELECT booking_id, 200, stampede_now(), 'p', booking_id, buyer FROM pair""");
    run(
        """
        INSERT INTO entry (amount, number, balance, transfer_id, account, buyer)
        SELECT 1000, 1, 1000, id, 'w', buyer FROM transfer WHERE kind = 't'
        UNION ALL SELECT -1000, NULL, NULL, id, 'p', NULL FROM transfer WHERE kind = 't'
        UNION ALL SELECT -200, 2 + pair % 2, 800 - 200 * (pair % 2), booking_id, 'w', buyer FROM pair
        UNION ALL SELECT 200, NULL, NULL, booking_id, 'h', NULL FROM pair""");
    run("ANALYZE");
    // Written past the outbox, as if Kafka had heard it all.
    fixture.expectMissing(SHOWS * SEATS * 2 + SHOWS * SEATS / 2);
  }

  /** The limit of a claim's transaction is not meant for these. */
  private static void run(String sql) {
    fixture
        .database
        .jdbi()
        .useHandle(
            handle -> {
              handle.execute("SET transaction_timeout = 0");
              Database.awaitAnswers(handle.getConnection(), Duration.ofMinutes(5));
              handle.execute(sql);
              handle.execute("RESET transaction_timeout");
            });
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Test
  void aSliceIsCheapHoweverMuchThereIs() {
    DriftSearch search = new PostgresDriftSearch(fixture.database, PostgresDriftSearch.IN_PASSING);
    long all = 0;
    for (Part part : PARTS) {
      List<Long> millis = new ArrayList<>();
      long rows = 0;
      String after = DriftSearch.START;
      boolean last = false;
      while (!last) {
        long began = System.nanoTime();
        Slice slice = search.search(part, after, Patrol.ROWS);
        millis.add(Duration.ofNanos(System.nanoTime() - began).toMillis());
        assertThat(slice.found()).isEmpty();
        rows += slice.rows();
        after = slice.upTo();
        last = slice.last();
      }
      all += rows;
      Collections.sort(millis);
      System.out.printf(
          "%-10s %9d rows, %4d slices of %d: median %d ms, slowest %d ms, all %d ms%n",
          part.label(),
          rows,
          millis.size(),
          Patrol.ROWS,
          millis.get(millis.size() / 2),
          millis.getLast(),
          millis.stream().mapToLong(Long::longValue).sum());
      assertThat(millis.getLast()).isLessThan(PostgresDriftSearch.IN_PASSING.toMillis());
    }
    assertThat(all).isGreaterThan((long) SHOWS * SEATS * 2);
  }
}
