package dev.stampede.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules, without Kafka and without a database. */
final class SortedTest {

  private static final KeyName KEY = new KeyName("t", "k");

  private long offset;

  @Test
  void theNextIsHandledAndWhatIsNotNewerIsARepeat() {
    Sorted<String> sorted = after(3, 3, 4, 4, 5, 1);
    assertThat(sorted.events()).containsExactly("4", "5");
    assertThat(sorted.repeats()).isEqualTo(3);
    assertThat(sorted.changed()).containsExactly(Map.entry(KEY, new KeyState(5, false, false)));
    assertThat(sorted.parkings()).isEmpty();
  }

  @Test
  void afterAGapNothingOfTheKeyIsHandledUntilTheMissingOneComes() {
    Sorted<String> sorted = after(3, 5, 6, 4, 7);
    assertThat(sorted.events()).isEmpty();
    assertThat(sorted.gaps()).extracting(Sorted.Gap::expected).containsExactly(4L);
    assertThat(sorted.parkings())
        .extracting(Sorted.Parking::reason)
        .containsExactly(ParkReason.GAP, ParkReason.BEHIND, ParkReason.BEHIND, ParkReason.BEHIND);
    assertThat(sorted.late()).containsExactly(KEY);
  }

  @Test
  void aJumpIsGoodForOneMessageAlone() {
    Sorted<String> sorted = sorted(new KeyState(3, false, true), Beginning.WITH_THE_FIRST, 7, 9);
    assertThat(sorted.events()).containsExactly("7");
    assertThat(sorted.gaps()).hasSize(1);
  }

  @Test
  void aKeyNeverSeenBeginsWithOneOrWhereItIsSaidAnywhere() {
    assertThat(sorted(KeyState.NEW, Beginning.WITH_THE_FIRST, 2).gaps()).hasSize(1);
    assertThat(sorted(KeyState.NEW, Beginning.ANYWHERE, 2, 3).events()).containsExactly("2", "3");
    assertThat(sorted(new KeyState(1, false, false), Beginning.ANYWHERE, 3).gaps()).hasSize(1);
  }

  private Sorted<String> after(long version, long... came) {
    return sorted(new KeyState(version, false, false), Beginning.WITH_THE_FIRST, came);
  }

  private Sorted<String> sorted(KeyState state, Beginning beginning, long... came) {
    Sorted<String> sorted = new Sorted<>(Map.of(KEY, state), beginning);
    for (long version : came) {
      sorted.add(incoming(version));
    }
    return sorted;
  }

  private Incoming<String> incoming(long version) {
    Message message =
        new Message(new Message.Place("t", 0, offset++), "k", new byte[0], Instant.EPOCH);
    return new Incoming<>(message, new Incoming.Reading.Good<>(version, Long.toString(version)));
  }
}
