package dev.stampede.engine.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class PositionsTest {

  @Test
  void thoseWhoCameInOrderStandInOrder() {
    Positions line = new Positions.Builder(0).came(1_000).build(1_000);

    assertThat(line.of(1)).hasValue(1);
    assertThat(line.of(64)).hasValue(64);
    assertThat(line.of(1_000)).hasValue(1_000);
    assertThat(line.size()).isEqualTo(1_000);
  }

  @Test
  void newcomersStandBehindAllOthers() {
    Positions line = new Positions.Builder(0).came(10).remove(3).build(10);

    assertThat(line.of(11)).hasValue(10);
    assertThat(line.of(12)).hasValue(11);
  }

  @Test
  void aBuyerWhoLeavesMovesUpAllBehindThem() {
    Positions line = new Positions.Builder(0).came(100).remove(50).build(100);

    assertThat(line.of(49)).hasValue(49);
    assertThat(line.of(50)).isEmpty();
    assertThat(line.of(51)).hasValue(50);
  }

  @Test
  void nobodyIsLeftBelowTheFirst() {
    for (long front : new long[] {1, 2, 63, 64, 65, 128, 500, 1_000, 1_001}) {
      nobodyIsLeftBelow(front);
    }
  }

  private static void nobodyIsLeftBelow(long front) {
    Positions line = new Positions.Builder(0).came(1_000).removeBelow(front).build(1_000);

    assertThat(line.of(front - 1)).isEqualTo(OptionalLong.empty());
    if (front <= 1_000) {
      assertThat(line.of(front)).hasValue(1);
      assertThat(line.of(1_000)).hasValue(1_001 - front);
    }
    assertThat(line.size()).isEqualTo(Math.max(0, 1_001 - front));
  }

  /** Positions agree with a sorted set after any sequence of changes. */
  @Test
  void itIsTheRankInASortedSet() {
    for (long seed = 1; seed <= 5; seed++) {
      itIsTheRankInASortedSet(seed);
    }
  }

  private static void itIsTheRankInASortedSet(long seed) {
    Random random = new Random(seed);
    TreeSet<Long> expected = new TreeSet<>();
    long start = random.nextInt(200);
    long last = start;
    Positions line = new Positions.Builder(start).build(start);
    for (int round = 0; round < 200; round++) {
      Positions.Builder change = line.change();
      long upTo = last + random.nextInt(150);
      change.came(upTo);
      for (long n = last + 1; n <= upTo; n++) {
        expected.add(n);
      }
      last = upTo;
      for (int i = 0; i < 20; i++) {
        long number = 1 + random.nextLong(last + 1);
        if (number > last) {
          continue;
        }
        if (random.nextInt(4) == 0) {
          change.add(number);
          expected.add(number);
        } else {
          change.remove(number);
          expected.remove(number);
        }
      }
      if (random.nextInt(10) == 0 && !expected.isEmpty()) {
        long front = expected.first() + random.nextInt(300);
        change.removeBelow(front);
        expected.headSet(front).clear();
      }
      line = change.build(last);
      assertThat(line.size()).isEqualTo(expected.size());
      long position = 0;
      for (long number : expected) {
        position++;
        assertThat(line.of(number)).hasValue(position);
      }
    }
  }
}
