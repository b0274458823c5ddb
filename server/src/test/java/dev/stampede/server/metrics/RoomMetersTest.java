package dev.stampede.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.RoomStats;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RoomMetersTest {

  private final Metrics metrics = new Metrics();
  private final RoomMeters meters = new RoomMeters(metrics.registry());

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void theMetersCountJoinsRestoresExpiriesExitsAndLosses() {
    meters.joined();
    meters.joined();
    meters.restored();
    meters.expired(3);
    meters.left();
    meters.lost();

    assertThat(metrics.text())
        .contains("stampede_queue_joined_total 2.0")
        .contains("stampede_queue_restored_total 1.0")
        .contains("stampede_queue_expired_total 3.0")
        .contains("stampede_queue_left_total 1.0")
        .contains("stampede_queue_lost_total 1.0")
        .contains("stampede_queue_admitted_total 0.0");
  }

  @Test
  void waitsAreRecordedWhereTheyAreKnown() {
    meters.admitted(Duration.ZERO);
    meters.admitted(Duration.ofSeconds(45));

    assertThat(metrics.text())
        .contains("stampede_queue_admitted_total 2.0")
        .contains("stampede_queue_wait_seconds_count 1")
        .contains("stampede_queue_wait_seconds_bucket{le=\"30.0\"} 0")
        .contains("stampede_queue_wait_seconds_bucket{le=\"60.0\"} 1");
  }

  @Test
  void linesThatAreGoneAreNoLongerShown() {
    meters.see(List.of(line(17, 5, 2, 0, 0), line(18, 7, 3, 4, 1)));
    assertThat(metrics.text())
        .contains("stampede_queue_waiting{show=\"17\"} 5.0")
        .contains("stampede_queue_active{show=\"17\"} 2.0")
        .contains("stampede_queue_conversion{show=\"17\"} NaN")
        .contains("stampede_queue_conversion{show=\"18\"} 0.25");

    meters.see(List.of(line(18, 6, 3, 4, 2)));

    assertThat(metrics.text())
        .contains("stampede_queue_waiting{show=\"18\"} 6.0")
        .contains("stampede_queue_conversion{show=\"18\"} 0.5")
        .doesNotContain("show=\"17\"");
  }

  @Test
  void theLongestLinesAreShownByNameAndTheOthersTogether() {
    meters.see(
        LongStream.rangeClosed(1, RoomMeters.MOST + 50)
            .mapToObj(show -> line(show, show, 1, 2, 1))
            .toList());

    assertThat(metrics.text())
        .contains("stampede_queue_lines 150.0")
        .contains("stampede_queue_waiting{show=\"150\"} 150.0")
        .contains("stampede_queue_waiting{show=\"51\"} 51.0")
        .doesNotContain("{show=\"50\"}")
        .contains("stampede_queue_waiting{show=\"others\"} 1275.0")
        .contains("stampede_queue_active{show=\"others\"} 50.0")
        .contains("stampede_queue_conversion{show=\"others\"} 0.5");
  }

  private static RoomStats line(long show, long waiting, long active, long ended, long booked) {
    return new RoomStats(new ShowId(show), waiting, active, active + ended, ended, booked, booked);
  }
}
