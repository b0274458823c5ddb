package dev.stampede.engine.seats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeptBoardTest {

  private final KeptBoard kept =
      new KeptBoard(
          new SeatBoard(
              new ShowId(1),
              new SeatMap(List.of(new Section.Mapped("A", 10, 1, 4))),
              Position.fresh(),
              true,
              10),
          () -> 0);

  /** An earlier version forgot the doubt, though it may be younger than that comparison. */
  @Test
  void aDoubtOutlivesTheNewsThatAnotherServerHasCompared() {
    kept.doubt();
    kept.checkedElsewhere();
    assertThat(kept.isDoubted()).isTrue();
  }

  @Test
  void aComparisonEndsTheDoubtsFromBeforeItAndNoneThatCameMeanwhile() {
    kept.doubt();
    kept.checked(() -> {});
    assertThat(kept.isDoubted()).isFalse();

    kept.checked(kept::doubt);
    assertThat(kept.isDoubted()).isTrue();
  }
}
