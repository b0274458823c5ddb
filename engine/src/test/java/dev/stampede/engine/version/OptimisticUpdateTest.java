package dev.stampede.engine.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.version.VersionedChange.LostRace;
import dev.stampede.engine.version.VersionedChange.Missing;
import dev.stampede.engine.version.VersionedChange.RetriesExhausted;
import dev.stampede.engine.version.VersionedChange.Updated;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The outcomes of a change to a versioned value. */
final class OptimisticUpdateTest {

  private static final Duration HARDLY = Duration.ofNanos(2);

  private final OptimisticUpdate updates = new OptimisticUpdate(3, HARDLY);
  private final Cell cell = new Cell();

  @Test
  void aChangeRaisesTheVersion() {
    assertThat(updates.change(cell, value -> value + 10))
        .isEqualTo(new Updated<>(new VersionedValue<>(10, 2)));
    assertThat(cell.read()).contains(new VersionedValue<>(10, 2));
  }

  @Test
  void aLostRaceIsTriedAgainFromWhatIsThereThen() {
    cell.interfereTimes = 3;

    assertThat(updates.change(cell, value -> value + 10))
        .isEqualTo(new Updated<>(new VersionedValue<>(13, 5)));
  }

  @Test
  void afterThreeRetriesItSaysSoAndNothingIsWritten() {
    cell.interfereTimes = 4;

    assertThat(updates.change(cell, value -> value + 10)).isEqualTo(new RetriesExhausted<>(4));
    assertThat(cell.read()).contains(new VersionedValue<>(4, 5));
  }

  @Test
  void aChangeOfANamedVersionReportsALostRaceAtOnce() {
    cell.interfereTimes = 1;

    assertThat(updates.changeIf(cell, 1, value -> value + 10)).isEqualTo(new LostRace<>(2));
    assertThat(updates.changeIf(cell, 1, value -> value + 10)).isEqualTo(new LostRace<>(2));
    assertThat(updates.changeIf(cell, 2, value -> value + 10))
        .isEqualTo(new Updated<>(new VersionedValue<>(11, 3)));
  }

  @Test
  void aMissingValueCannotBeChanged() {
    cell.gone = true;

    assertThat(updates.change(cell, value -> value)).isEqualTo(new Missing<>());
    assertThat(updates.changeIf(cell, 1, value -> value)).isEqualTo(new Missing<>());
  }

  @Test
  void anInterruptedUpdateDoesNotWaitForTheNextTry() {
    cell.interfereTimes = 4;
    Thread.currentThread().interrupt();

    var outcome = new OptimisticUpdate(3, Duration.ofHours(1)).change(cell, value -> value);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome).isEqualTo(new RetriesExhausted<>(1));
  }

  /** Seen to fail when replace does not compare versions: 8 × 50 changes left fewer than 400. */
  @Test
  void noneOfManyChangesAtOnceIsLost() throws InterruptedException {
    OptimisticUpdate patient = new OptimisticUpdate(100, HARDLY);
    List<Thread> changers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      changers.add(
          Thread.startVirtualThread(
              () -> {
                for (int j = 0; j < 50; j++) {
                  while (!(patient.change(cell, value -> value + 1) instanceof Updated)) {
                    Thread.onSpinWait();
                  }
                }
              }));
    }
    for (Thread changer : changers) {
      assertThat(changer.join(Duration.ofSeconds(30))).isTrue();
    }
    assertThat(cell.read()).contains(new VersionedValue<>(400, 401));
  }

  @Test
  void limitsAreChecked() {
    assertThatThrownBy(() -> new OptimisticUpdate(-1, HARDLY))
        .hasMessage("retries is -1; set 0..100");
    assertThatThrownBy(() -> new OptimisticUpdate(3, Duration.ofNanos(-1)))
        .hasMessageContaining("cannot be negative");
  }

  /** A row in memory, into which another can be made to write just before we do. */
  private static final class Cell implements VersionedRow<Integer> {
    final AtomicReference<VersionedValue<Integer>> content =
        new AtomicReference<>(new VersionedValue<>(0, 1));
    int interfereTimes;
    boolean gone;

    @Override
    public Optional<VersionedValue<Integer>> read() {
      return gone ? Optional.empty() : Optional.of(content.get());
    }

    @Override
    public boolean replace(int expected, Integer value) {
      if (interfereTimes > 0) {
        interfereTimes--;
        content.updateAndGet(now -> now.next(now.value() + 1));
      }
      VersionedValue<Integer> now = content.get();
      return now.version() == expected && content.compareAndSet(now, now.next(value));
    }
  }
}
