package dev.stampede.engine.seats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.SeatState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ten servers that all see the same holds end. */
final class UnpublishedExpiriesTest {

  private static final int SERVERS = 10;
  private static final int HOLDS = 1_000;
  private static final long TICK = Duration.ofMillis(100).toNanos();

  private final List<UnpublishedExpiries> servers =
      IntStream.range(0, SERVERS).mapToObj(_ -> new UnpublishedExpiries()).toList();

  /** If each server published every end that it sees, all ten would publish all of them. */
  @Test
  void theServerThatMadeAHoldTellsOfItsEndAndNobodyElseDoes() {
    assertThat(told(0)).containsExactly(HOLDS, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void ifItIsGoneAnotherTellsAndTheRestHearIt() {
    List<Integer> told = told(-1);

    assertThat(told.stream().mapToInt(Integer::intValue).sum())
        .as("told by who waited least, and by who came within the same tick")
        .isBetween(HOLDS, SERVERS * HOLDS / 2);
  }

  @Test
  void oneAloneTellsOfWhatItDidNotMake() {
    UnpublishedExpiries alone = new UnpublishedExpiries();

    assertThat(alone.due(List.of(expiry(1, false)), 0)).isEmpty();
    assertThat(alone.due(List.of(), UnpublishedExpiries.GRACE.toNanos() - 1)).isEmpty();
    long all = UnpublishedExpiries.GRACE.plus(UnpublishedExpiries.SPREAD).toNanos();
    assertThat(alone.due(List.of(), all)).containsExactly(expiry(1, false).notice());
    assertThat(alone.due(List.of(), 2 * all)).isEmpty();
  }

  /**
   * The number of expiries that each server publishes if {@code maker} made all the holds. All
   * servers hear published expiries at once; the maker is the last to look, since a server that has
   * heard of an end before does not see it.
   */
  private List<Integer> told(int maker) {
    List<Integer> told = new ArrayList<>(IntStream.range(0, SERVERS).mapToObj(_ -> 0).toList());
    for (long now = 0; now < 12 * TICK; now += TICK) {
      for (int server = SERVERS - 1; server >= 0; server--) {
        boolean own = server == maker;
        List<SeatBoard.Expiry> ended =
            now == 0
                ? IntStream.range(0, HOLDS).mapToObj(seat -> expiry(seat, own)).toList()
                : List.of();
        List<SeatNotice> due = servers.get(server).due(ended, now);
        told.set(server, told.get(server) + due.size());
        servers.forEach(each -> each.told(due));
      }
    }
    return told;
  }

  private static SeatBoard.Expiry expiry(int seat, boolean own) {
    return new SeatBoard.Expiry(new SeatNotice(seat, 3, SeatState.FREE, 0, 0), own);
  }
}
