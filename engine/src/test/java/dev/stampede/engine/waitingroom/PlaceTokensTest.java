package dev.stampede.engine.waitingroom;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.SigningKey;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlaceTokensTest {

  private static final PlaceToken PLACE =
      new PlaceToken(new ShowId(17), new Buyer("alice"), 4, 1, "ab".repeat(16));

  private final PlaceTokens ours = tokens(1);

  @Test
  void aBuyerReadsTheirOwnTokenWithoutAKey() {
    assertThat(PlaceTokens.unchecked(ours.seal(PLACE))).contains(PLACE);
    assertThat(tokens(2).open(ours.seal(PLACE))).isEmpty();
  }

  @Test
  void malformedTokensYieldNoPlace() {
    for (String payload : List.of("", "17", "17\n4\n1\n", "x\n4\n1\n\nalice", "17\n0\n1\n\na")) {
      String made = Base64.getUrlEncoder().withoutPadding().encodeToString(payload.getBytes(UTF_8));
      assertThat(PlaceTokens.unchecked("1." + made + ".mac")).as(payload).isEmpty();
    }
    for (String token : List.of("", ".", "..", "1.?.x", "alice", "1." + "A".repeat(3_000) + ".x")) {
      assertThat(PlaceTokens.unchecked(token)).as(token).isEmpty();
    }
  }

  private static PlaceTokens tokens(int key) {
    byte[] secret = new byte[SigningKey.MIN_SECRET_BYTES];
    secret[0] = (byte) key;
    return new PlaceTokens(new Keyring(List.of(SigningKey.of(1, secret))));
  }
}
