package dev.stampede.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

final class SharesTest {

  private static final int LIMIT = 100;

  private final Shares shares = new Shares();

  @Test
  void oneAloneMayHaveAllPlaces() {
    assertThat(takeAll("rushed")).isEqualTo(LIMIT);
  }

  @Test
  void aKeyBelowItsShareGetsAPlaceThoughAllAreTaken() {
    takeAll("rushed");

    assertThat(takeAll("quiet")).isEqualTo(LIMIT / 4);
    assertThat(takeAll("third")).isEqualTo(LIMIT / 4);
    assertThat(shares.take("rushed", LIMIT)).isFalse();
  }

  @Test
  void aKeyBesideOthersGetsNoMoreThanAPart() {
    takeAll("rushed");
    assertThat(shares.take("quiet", LIMIT)).isTrue();

    int left = LIMIT;
    while (!shares.take("rushed", LIMIT)) {
      shares.giveBack("rushed");
      left--;
    }
    assertThat(left).isEqualTo(LIMIT / 4 - 1);
    shares.giveBack("quiet");
    assertThat(takeAll("rushed")).as("alone again").isEqualTo(LIMIT - left - 1);
  }

  @Test
  void howeverManyKeysThereAreThePlacesAreBounded() {
    for (int key = 0; key < 10 * LIMIT; key++) {
      shares.take(key, LIMIT);
    }

    assertThat(shares.total()).isEqualTo(2 * LIMIT);
  }

  @Test
  void sharesKnowIfAnotherKeyHasAPlace() {
    assertThat(shares.isOtherThan("rushed")).isFalse();
    shares.take("rushed", LIMIT);
    assertThat(shares.isOtherThan("rushed")).isFalse();
    assertThat(shares.isOtherThan("quiet")).isTrue();
    shares.take("quiet", LIMIT);
    assertThat(shares.isOtherThan("rushed")).isTrue();
  }

  @Test
  void nothingIsKeptOfWhoHasNoPlace() {
    for (int key = 0; key < 10; key++) {
      assertThat(shares.take(key, 1)).isTrue();
      shares.giveBack(key);
    }

    assertThat(shares.total()).isZero();
    assertThatIllegalStateException().isThrownBy(() -> shares.giveBack(3));
  }

  private int takeAll(Object key) {
    int taken = 0;
    while (shares.take(key, LIMIT)) {
      taken++;
    }
    return taken;
  }
}
