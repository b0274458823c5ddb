package dev.stampede.server.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests the rate limits of the queue over HTTP, by a clock that the test moves. */
final class QueueLimitsTest {

  @Test
  void aBuyerWhoAsksTooOftenIsToldWhenToComeBackAndNobodyElseIs() throws Exception {
    try (RoomServer server = with(QueueRates.DEFAULT)) {
      String show = server.waitingShow();
      assertThat(server.join("ann", show).status()).isEqualTo(201);
      for (int i = 1; i < 20; i++) {
        assertThat(server.look("ann", show).status()).as("call %d", i).isEqualTo(200);
      }

      for (Answer refused :
          new Answer[] {
            server.look("ann", show),
            server.join("ann", show),
            server.leave("ann", show),
            server
                .sale()
                .send(server.sale().as("ann", Role.BUYER, RoomServer.path(show) + "/stream"))
          }) {
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.slug()).isEqualTo("rate-limited");
        assertThat(refused.text("detail")).contains("10 waiting-room requests a second");
        assertThat(refused.header("Retry-After")).isIn("1", "2");
      }
      assertThat(server.join("ben", show).status()).isEqualTo(201);

      server.ticker().advance(Duration.ofMillis(100));
      assertThat(server.look("ann", show).status()).isEqualTo(200);
      assertThat(server.look("ann", show).status()).isEqualTo(429);
    }
  }

  @Test
  void anAddressIsLimitedOnlyWhereThatIsSet() throws Exception {
    try (RoomServer server = with(new QueueRates(0, 2))) {
      String show = server.waitingShow();
      for (int i = 0; i < 4; i++) {
        assertThat(server.join("buyer-" + i, show).status()).isEqualTo(201);
      }

      Answer refused = server.join("buyer-4", show);

      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.text("detail"))
          .contains("your address sent more than 2 waiting-room requests a second");
      Answer forged =
          server.sale().send(server.as("ann", show).header("X-Forwarded-For", "1.2.3.4"));
      assertThat(forged.status()).as("no proxy is trusted").isEqualTo(429);
      server.ticker().advance(Duration.ofMillis(500));
      assertThat(server.join("buyer-4", show).status()).isEqualTo(201);
    }
  }

  private static RoomServer with(QueueRates rates) {
    return new RoomServer(rates, 10, RoomServer.QUICK, SaleServer.Lines.sharedRedis());
  }
}
