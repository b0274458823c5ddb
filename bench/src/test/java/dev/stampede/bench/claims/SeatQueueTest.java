package dev.stampede.bench.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SeatQueueTest {

  private static final ShowId ONE = new ShowId(1);
  private static final ShowId TWO = new ShowId(2);

  @Test
  void seatsInOrderAreHandedOutOnce() {
    assertThat(drain(SeatQueue.inOrder(ONE, 7, 3))).containsExactly("1/7", "1/8", "1/9");
  }

  @Test
  void scatteredSeatsTakeTurnsAmongTheShows() {
    assertThat(drain(SeatQueue.scattered(List.of(ONE, TWO), 100, 5, 50)))
        .containsExactly("1/100", "2/100", "1/150", "2/150", "1/200");
  }

  private static List<String> drain(SeatQueue queue) {
    List<String> seats = new ArrayList<>();
    for (Claim claim = queue.next(); claim != null; claim = queue.next()) {
      Claim.Hold hold = (Claim.Hold) claim;
      seats.add(hold.show() + "/" + ((Wanted.Seats) hold.wanted()).numbers().getFirst());
    }
    return seats;
  }
}
