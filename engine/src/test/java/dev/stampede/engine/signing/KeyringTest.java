package dev.stampede.engine.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

final class KeyringTest {

  private static final byte[] PAYLOAD = "alice".getBytes(UTF_8);

  private final Keyring keyring = new Keyring(List.of(key(1), key(2)));

  @Test
  void whatIsSealedOpensAgain() {
    assertThat(keyring.open(Purpose.SESSION_COOKIE, sealed())).hasValue(PAYLOAD);
  }

  @Test
  void theNewestKeySignsAndOlderOnesAreStillBelieved() {
    String old = new Keyring(List.of(key(1))).seal(Purpose.SESSION_COOKIE, PAYLOAD);

    assertThat(sealed()).startsWith("2.");
    assertThat(keyring.open(Purpose.SESSION_COOKIE, old)).hasValue(PAYLOAD);
  }

  @Test
  void manyWhoSealAtOnceSealTheSame() throws Exception {
    Set<String> tokens = ConcurrentHashMap.newKeySet();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 10_000; i++) {
        threads.execute(() -> tokens.add(sealed()));
      }
    }

    assertThat(tokens).containsExactly(sealed());
  }

  @Test
  void aKeyThatWasTakenAwayIsNoLongerBelieved() {
    assertThat(new Keyring(List.of(key(3))).open(Purpose.SESSION_COOKIE, sealed())).isEmpty();
  }

  @Test
  void noCharacterOfATokenCanBeChanged() {
    String token = sealed();
    for (int i = 0; i < token.length(); i++) {
      char other = token.charAt(i) == 'A' ? 'Q' : 'A';
      String forged = token.substring(0, i) + other + token.substring(i + 1);
      assertThat(keyring.open(Purpose.SESSION_COOKIE, forged)).as(forged).isEmpty();
    }
  }

  @Test
  void nonsenseIsNotATokenAndNotAnErrorEither() {
    for (String nonsense :
        List.of("", ".", "..", "1..", "2.!.!", "x.y.z", "-1.a.b", "9999999999.a.b", "1.YQ", "a")) {
      assertThat(keyring.open(Purpose.SESSION_COOKIE, nonsense)).as(nonsense).isEmpty();
    }
    assertThat(keyring.open(Purpose.SESSION_COOKIE, "1." + "A".repeat(100_000) + ".A")).isEmpty();
  }

  @Test
  void aTokenThatNobodyWouldAcceptIsNotMade() {
    assertThatThrownBy(() -> keyring.seal(Purpose.SESSION_COOKIE, new byte[2_000]))
        .hasMessageContaining("the limit is 2048");
  }

  @Test
  void aShortSecretAndAnEmptyRingAreRefused() {
    assertThatThrownBy(() -> SigningKey.of(1, new byte[31])).hasMessageContaining("at least 32");
    assertThatThrownBy(() -> new Keyring(List.of())).hasMessageContaining("at least one key");
  }

  @Test
  void theSecretStaysOutOfWhatIsPrinted() {
    assertThat(key(7)).hasToString("SigningKey[id=7]");
  }

  private String sealed() {
    return keyring.seal(Purpose.SESSION_COOKIE, PAYLOAD);
  }

  private static SigningKey key(int id) {
    byte[] secret = new byte[SigningKey.MIN_SECRET_BYTES];
    Arrays.fill(secret, (byte) id);
    return SigningKey.of(id, secret);
  }
}
