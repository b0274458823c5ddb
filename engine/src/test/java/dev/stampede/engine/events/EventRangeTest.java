package dev.stampede.engine.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.show.ShowId;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class EventRangeTest {

  /** Stored numbers: a change of these is a change of the rules, see {@link EventRange}. */
  @Test
  void aSeatStaysInItsRange() {
    ShowId show = new ShowId(7);
    assertThat(EventRange.of(show, 0)).isEqualTo(EventRange.of(show, 0));
    assertThat(
            new int[] {
              EventRange.of(show, 0), EventRange.of(show, 1), EventRange.of(new ShowId(8), 0)
            })
        .containsExactly(0, 5, 2);
    UUID id = UUID.fromString("01890000-0000-7000-8000-000000000001");
    assertThat(EventRange.of(new BookingId(id))).isEqualTo(6);
  }

  @Test
  void neighboursAreSpreadEvenly() {
    int[] seats = new int[EventRange.COUNT];
    for (int seat = 0; seat < 8_000; seat++) {
      seats[EventRange.of(new ShowId(3), seat)]++;
    }
    assertThat(seats).doesNotContain(0);
    for (int count : seats) {
      assertThat(count).isBetween(900, 1_100);
    }
  }
}
