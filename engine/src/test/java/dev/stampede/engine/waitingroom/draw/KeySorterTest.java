package dev.stampede.engine.waitingroom.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class KeySorterTest {

  @Test
  void keysAreSortedAsUnsignedBytes() {
    byte[] keys = new byte[10_000 * Hash.BYTES];
    new Random(1).nextBytes(keys);

    assertSorted(keys, 10_000);
  }

  /** All keys begin alike, and many are equal: the first 40 bits decide nothing. */
  @Test
  void keysThatBeginAlikeAreSortedByTheRestAndEqualOnesByIndex() {
    Random random = new Random(2);
    byte[] keys = new byte[5_000 * Hash.BYTES];
    for (int i = 0; i < 5_000; i++) {
      keys[i * Hash.BYTES] = (byte) random.nextInt(2);
      keys[i * Hash.BYTES + 4] = (byte) (random.nextInt(2) * 200);
      keys[i * Hash.BYTES + 20] = (byte) random.nextInt(256);
      keys[i * Hash.BYTES + 31] = (byte) random.nextInt(3);
    }

    assertSorted(keys, 5_000);
  }

  @Test
  void noneAndOneAreSortedAndTooManyAreRefused() {
    assertThat(KeySorter.of(new byte[0], 0)).isEmpty();
    assertThat(KeySorter.of(new byte[Hash.BYTES], 1)).containsExactly(0);
    assertThatThrownBy(() -> KeySorter.of(new byte[0], KeySorter.MAX_KEYS + 1))
        .hasMessageContaining("at most 16777216");
    assertThat(EarlyArrivals.MAX).isLessThan(KeySorter.MAX_KEYS);
  }

  private static void assertSorted(byte[] keys, int count) {
    List<Integer> expected =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.<Integer, Hash>comparing(i -> Hash.at(keys, i * Hash.BYTES)))
            .toList();

    assertThat(IntStream.of(KeySorter.of(keys, count)).boxed().toList()).isEqualTo(expected);
  }
}
