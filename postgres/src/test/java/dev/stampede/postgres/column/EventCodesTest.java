package dev.stampede.postgres.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.SeatEvent;
import org.junit.jupiter.api.Test;

/** Every kind of event is read as it was written. */
final class EventCodesTest {

  @Test
  void everyTypeAndEveryReasonIsReadAsItWasWritten() {
    for (SeatEvent.Type type : SeatEvent.Type.values()) {
      assertThat(EventCodes.type(EventCodes.of(type))).isEqualTo(type);
    }
    for (SeatEvent.Reason reason : SeatEvent.Reason.values()) {
      assertThat(EventCodes.reason(EventCodes.of(reason))).isEqualTo(reason);
    }
  }
}
