package dev.stampede.engine.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class KeyringTest {

  private static final byte[] PAYLOAD = "alice".getBytes(UTF_8);

  private final Keyring keyring = new Keyring(List.of(key(1), key(2)));

  @Test
  void aSealedPayloadOpensAgain() {
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

  @Test
  void aKeyThatIsNewToAServerIsReadWhenATokenNamesIt() {
    Stored stored = new Stored(key(1));
    Keyring running = stored.ring();
    stored.keys = List.of(key(1), key(2));
    String newer = stored.ring().seal(Purpose.PASS, PAYLOAD);

    assertThat(newer).startsWith("2.");
    assertThat(running.seal(Purpose.PASS, PAYLOAD)).as("not read yet").startsWith("1.");
    assertThat(running.open(Purpose.PASS, newer)).hasValue(PAYLOAD);
    assertThat(running.seal(Purpose.PASS, PAYLOAD)).startsWith("2.");
  }

  @Test
  void inventedKeyIdsCostOneReadASecondAndKnownOnesNone() {
    Stored stored = new Stored(key(1));
    Keyring running = stored.ring();
    for (int id = 2; id < 1_000; id++) {
      assertThat(running.judge(Purpose.PASS, id + ".YQ.YQ"))
          .isEqualTo(new SealVerdict.UnknownKey(id));
    }
    assertThat(stored.reads).as("one at the start, one since").hasValue(2);

    stored.nanos.addAndGet(Keyring.PAUSE.toNanos());
    for (int i = 0; i < 1_000; i++) {
      assertThat(running.judge(Purpose.PASS, "7.YQ.YQ")).isEqualTo(new SealVerdict.UnknownKey(7));
      assertThat(running.judge(Purpose.PASS, "1.YQ.YQ")).isEqualTo(new SealVerdict.Forged());
    }
    assertThat(stored.reads).hasValue(3);
  }

  /** Seen to fail with a {@code tryLock} that does not wait: all but one were turned away. */
  @Test
  void allWhoComeWithANewKeyAtOnceWaitForTheOneReadThatKnowsIt() throws Exception {
    Stored stored = new Stored(key(1));
    Keyring running = stored.ring();
    stored.keys = List.of(key(1), key(2));
    String newer = new Keyring(stored.keys).seal(Purpose.PASS, PAYLOAD);
    CountDownLatch coming = new CountDownLatch(16);
    stored.beforeRead = () -> coming.await(10, TimeUnit.SECONDS);
    List<Future<Optional<byte[]>>> opened = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 16; i++) {
        opened.add(
            threads.submit(
                () -> {
                  coming.countDown();
                  return running.open(Purpose.PASS, newer);
                }));
      }
    }

    for (Future<Optional<byte[]>> each : opened) {
      assertThat(each.get()).hasValue(PAYLOAD);
    }
    assertThat(stored.reads).as("one at the start, one for all of them").hasValue(2);
  }

  @Test
  void aRefreshForgetsRemovedKeysAndSaysHowOldTheKeysAre() {
    Stored stored = new Stored(key(1), key(2));
    Keyring running = stored.ring();
    String old = new Keyring(List.of(key(1))).seal(Purpose.PASS, PAYLOAD);
    assertThat(running.open(Purpose.PASS, old)).hasValue(PAYLOAD);
    stored.keys = List.of(key(2));
    stored.nanos.addAndGet(5);
    assertThat(running.age()).isEqualTo(Duration.ofNanos(5));

    running.refresh();

    assertThat(running.judge(Purpose.PASS, old)).isEqualTo(new SealVerdict.UnknownKey(1));
    assertThat(running.age()).isZero();
  }

  @Test
  void whileTheKeysCannotBeReadThoseAtHandStayInUse() {
    Stored stored = new Stored(key(1));
    Keyring running = stored.ring();
    String token = running.seal(Purpose.PASS, PAYLOAD);
    stored.beforeRead =
        () -> {
          throw new IllegalStateException("the database is away");
        };

    assertThatThrownBy(running::refresh).hasMessageContaining("away");
    assertThat(running.judge(Purpose.PASS, "2.YQ.YQ")).isEqualTo(new SealVerdict.UnknownKey(2));
    assertThat(running.open(Purpose.PASS, token)).hasValue(PAYLOAD);
  }

  /** Keys as a database stores them for several servers, with a clock that the test moves. */
  private static final class Stored {
    final AtomicInteger reads = new AtomicInteger();
    final AtomicLong nanos = new AtomicLong();
    volatile List<SigningKey> keys;
    volatile Callable<?> beforeRead = () -> "";

    Stored(SigningKey... keys) {
      this.keys = List.of(keys);
    }

    Keyring ring() {
      return new Keyring(this::read, nanos::get);
    }

    private SigningKeys read() {
      reads.incrementAndGet();
      try {
        var _ = beforeRead.call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      return SigningKeys.newestSigns(keys);
    }
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
