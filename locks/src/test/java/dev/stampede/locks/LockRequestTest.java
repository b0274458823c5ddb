package dev.stampede.locks;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Invalid requests are refused, with the field, its limits and the value. */
final class LockRequestTest {

  @Test
  void valuesOutOfBoundsAreRefusedByName() {
    LockRequest request = LockRequest.on("seat");
    LockSettings settings = LockSettings.withPrefix("p:");
    Map<ThrowingCallable, String> refused =
        Map.ofEntries(
            Map.entry(LockRequest::on, "number of keys is 0; set 1..64"),
            Map.entry(() -> LockRequest.on(""), "length of key '' is 0; set 1..512"),
            Map.entry(
                () -> LockRequest.on(Collections.nCopies(65, "k").toArray(String[]::new)),
                "number of keys is 65"),
            Map.entry(() -> LockRequest.on("a", "a"), "name each once"),
            Map.entry(
                () -> request.lasting(Duration.ofMillis(99)), "ttl is 99 ms; set 100..3600000 ms"),
            Map.entry(() -> request.within(Duration.ofMillis(-1)), "patience is -1 ms"),
            Map.entry(() -> request.renewedUpTo(Duration.ofDays(2)), "renewal is 172800000 ms"),
            Map.entry(() -> new Waiting.Pubsub(Duration.ZERO), "poll is 0 ms; set 1..10000 ms"),
            Map.entry(
                () -> new Waiting.Spin(Duration.ofMillis(5), Duration.ofMillis(4)),
                "longest pause is 4 ms; set 5..10000 ms"),
            Map.entry(() -> LockSettings.withPrefix("{p}"), "leave out braces"),
            Map.entry(() -> settings.handedOverAtMost(-1), "handOvers is -1; set 0..10000"),
            Map.entry(() -> settings.answeredWithin(Duration.ZERO), "answerWithin is 0 ms"),
            Map.entry(() -> settings.keptFor(Duration.ZERO), "reservation is 0 ms"),
            Map.entry(() -> settings.withLineOfAtMost(0), "lineLimit is 0"),
            Map.entry(
                () -> new SequenceFences(new PGSimpleDataSource(), "f; DROP"),
                "sequence is 'f; DROP'"));

    refused.forEach(
        (asking, message) ->
            assertThatThrownBy(asking)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message));
  }
}
