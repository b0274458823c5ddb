package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.SeatEvent;
import org.junit.jupiter.api.Test;

/** Every kind of event is read as it was written. */
final class EventLettersTest {

  @Test
  void everyTypeAndEveryReasonIsReadAsItWasWritten() {
    for (SeatEvent.Type type : SeatEvent.Type.values()) {
      assertThat(EventLetters.type(EventLetters.of(type))).isEqualTo(type);
    }
    for (SeatEvent.Reason reason : SeatEvent.Reason.values()) {
      assertThat(EventLetters.reason(EventLetters.of(reason))).isEqualTo(reason);
    }
  }
}
