package dev.stampede.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules, without Kafka and without a database. */
final class SortedMessagesTest {

  private static final KeyName KEY = new KeyName("t", "k");

  private long offset;

  @Test
  void theNextIsHandledAndWhatIsNotNewerIsARepeat() {
    SortedMessages<String> sorted = after(3, 3, 4, 4, 5, 1);
    assertThat(sorted.events()).containsExactly("1/4", "1/5");
    assertThat(sorted.repeats()).isEqualTo(3);
    assertThat(sorted.changed()).containsExactly(Map.entry(KEY, state(5)));
    assertThat(sorted.parkings()).isEmpty();
  }

  @Test
  void afterAGapNothingOfTheKeyIsHandledUntilTheMissingOneComes() {
    SortedMessages<String> sorted = after(3, 5, 6, 4, 7);
    assertThat(sorted.events()).isEmpty();
    assertThat(sorted.gaps())
        .extracting(SortedMessages.Gap::expected)
        .containsExactly(new KeyVersion(1, 4));
    assertThat(sorted.parkings())
        .extracting(SortedMessages.Parking::reason)
        .containsExactly(ParkReason.GAP, ParkReason.BEHIND, ParkReason.BEHIND, ParkReason.BEHIND);
    assertThat(sorted.late()).containsExactly(KEY);
  }

  @Test
  void aJumpIsGoodForOneMessageAlone() {
    SortedMessages<String> sorted = sorted(state(3).jumping(), Beginning.WITH_THE_FIRST, 7, 9);
    assertThat(sorted.events()).containsExactly("1/7");
    assertThat(sorted.gaps()).hasSize(1);
  }

  @Test
  void aKeyNeverSeenBeginsWithOneOrWhereItIsSaidAnywhere() {
    assertThat(sorted(KeyState.NEW, Beginning.WITH_THE_FIRST, 2).gaps()).hasSize(1);
    assertThat(sorted(KeyState.NEW, Beginning.ANYWHERE, 2, 3).events())
        .containsExactly("1/2", "1/3");
    assertThat(sorted(state(1), Beginning.ANYWHERE, 3).gaps()).hasSize(1);
  }

  /** Planted: versions compared without their epochs, by which all of these were repeats. */
  @Test
  void aLaterEpochGoesOnFromWhereTheRewindWentBackToAndLeftoversOfTheFormerAreSkipped() {
    SortedMessages<String> sorted =
        new SortedMessages<>(Map.of(KEY, state(7)), Beginning.WITH_THE_FIRST);
    sorted.add(incoming(40, 5));
    sorted.add(incoming(40, 5));
    sorted.add(incoming(1, 8));
    sorted.add(incoming(40, 6));
    sorted.add(incoming(41, 7));

    assertThat(sorted.events()).containsExactly("40/5", "40/6", "41/7");
    assertThat(sorted.repeats()).isEqualTo(2);
    assertThat(sorted.parkings()).isEmpty();
  }

  @Test
  void aGapIsAGapInALaterEpochToo() {
    SortedMessages<String> sorted =
        new SortedMessages<>(Map.of(KEY, state(7)), Beginning.WITH_THE_FIRST);
    sorted.add(incoming(40, 9));
    assertThat(sorted.events()).isEmpty();
    assertThat(sorted.parkings().getFirst().failure())
        .isEqualTo(
            "expected version 8, got version 9 of epoch 40; the versions between them are missing");
  }

  private SortedMessages<String> after(long version, long... came) {
    return sorted(state(version), Beginning.WITH_THE_FIRST, came);
  }

  private SortedMessages<String> sorted(KeyState state, Beginning beginning, long... came) {
    SortedMessages<String> sorted = new SortedMessages<>(Map.of(KEY, state), beginning);
    for (long version : came) {
      sorted.add(incoming(version));
    }
    return sorted;
  }

  private static KeyState state(long version) {
    return KeyState.NEW.handled(new KeyVersion(1, version));
  }

  private Incoming<String> incoming(long version) {
    return incoming(1, version);
  }

  private Incoming<String> incoming(long epoch, long version) {
    Message message =
        new Message(new Message.Place("t", 0, offset++), "k", new byte[0], Instant.EPOCH);
    return new Incoming<>(
        message,
        new Incoming.Reading.Good<>(new KeyVersion(epoch, version), epoch + "/" + version));
  }
}
