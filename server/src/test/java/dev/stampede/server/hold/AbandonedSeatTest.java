package dev.stampede.server.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.assembly.ClaimWay;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A server was killed after its claim had entered the gate and before the transaction ended: the
 * seat is free, and its key in Redis says otherwise.
 *
 * <p>Seen red with a transaction for each claim, while these claims had no memory to doubt the gate
 * by. With group commit it took until the next sample of the sale filled a board of the show.
 */
final class AbandonedSeatTest {

  private static final Duration KEY_LASTS = Duration.ofMinutes(5);

  /** The patience of a busy machine; long before the key ends by itself. */
  private static final Duration SOON = Duration.ofSeconds(30);

  @Test
  void aSeatThatAKilledServerEnteredIsSoldAfterMoments() throws Exception {
    assertSoldSoon(ClaimWay.GROUP_COMMIT);
  }

  @Test
  void aSeatThatAKilledServerEnteredIsSoldAfterMomentsWithATransactionForEachClaim()
      throws Exception {
    assertSoldSoon(ClaimWay.PER_REQUEST);
  }

  private static void assertSoldSoon(ClaimWay way) throws Exception {
    try (SaleServer sale = SaleServer.with(way)) {
      String show = sale.show("");
      sale.enterAndVanish(show, 0, KEY_LASTS);
      Answer first = hold(sale, show);
      // Sold at once if the server has read the show for another reason, over a second ago.
      if (first.status() != 201) {
        assertThat(first.slug()).isEqualTo("seat-taken");
        Eventually.within(SOON).until("it is held", () -> hold(sale, show).status() == 201);
      }
    }
  }

  private static Answer hold(SaleServer sale, String show) throws Exception {
    return sale.hold("ann", show, "{\"seats\":[\"A-1-1\"]}");
  }
}
