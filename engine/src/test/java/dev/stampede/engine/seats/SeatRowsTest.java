package dev.stampede.engine.seats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SeatRowsTest {

  private static final Instant UNTIL = Instant.parse("2026-11-17T12:00:00.123456Z");

  /** More than the first columns have room for, with and without an owner. */
  @Test
  void rowsComeBackAsTheyWereAdded() {
    List<SeatRow> rows =
        IntStream.range(0, 1_000)
            .mapToObj(
                seat ->
                    switch (seat % 3) {
                      case 0 -> new SeatRow(seat, SeatState.FREE, seat + 1, Optional.empty());
                      case 1 -> owned(seat, SeatState.HELD);
                      default -> owned(seat, SeatState.SOLD);
                    })
            .toList();

    assertThat(SeatRows.of(rows)).containsExactlyElementsOf(rows);
  }

  @Test
  void noRowIsBehindTheLast() {
    var rows = new SeatRows().iterator();

    assertThat(rows.hasNext()).isFalse();
    assertThatThrownBy(rows::next).isInstanceOf(NoSuchElementException.class);
  }

  private static SeatRow owned(int seat, SeatState state) {
    HoldId hold = HoldId.fresh(UNTIL.toEpochMilli());
    return new SeatRow(
        seat,
        state,
        seat + 1,
        Optional.of(new SeatRow.Owner(new Buyer("buyer-" + seat), hold, UNTIL)));
  }
}
