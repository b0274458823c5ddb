package dev.stampede.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class CountersTest {

  @Test
  void twoMomentsTellWhatCameBetween() {
    Counters before = new Counters(new TreeMap<>(Map.of("get", 5.0)));
    Counters after = new Counters(new TreeMap<>(Map.of("get", 7.0, "set", 3.0)));

    assertThat(after.since(before).values()).isEqualTo(Map.of("get", 2.0, "set", 3.0));
  }

  @Test
  void theLargestAreKeptAndTheOthersAddedUp() {
    Counters threads = new Counters(new TreeMap<>(Map.of("a", 1.0, "b", 5.0, "c", 2.0, "d", 3.0)));

    assertThat(threads.largest(2, "others").values())
        .isEqualTo(Map.of("b", 5.0, "d", 3.0, "others", 3.0));
  }
}
