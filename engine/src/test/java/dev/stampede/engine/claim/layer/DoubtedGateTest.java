package dev.stampede.engine.claim.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Claims whose gate is away, or refuses seats that this process has seen free for long. */
final class DoubtedGateTest extends LayeredClaimsFixture {

  @Test
  void withoutAGateTheCoreDecides() {
    gate.away = true;
    core.answer = new SeatsTaken(List.of(3));

    assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isEqualTo(core.answer);
    assertThat(core.claims).hasSize(1);
    assertThat(heard.words).containsExactly("database, skipped");
  }

  @Test
  void aRefusalOfWhatWasSeenFreeForLongIsTriedAllTheSame() {
    gate.give(3, BEN);
    board.free.put(3, Duration.ofMillis(1_001));
    core.answer = new Held(someHold());

    assertThat(claims.claim(seats(ANN, KEYLESS, 2, 3))).isEqualTo(core.answer);
    assertThat(heard.words).containsExactly("database, doubted");
    assertThat(gate.left).as("it took no key, so it has none to give back").isEmpty();
  }

  @Test
  void aRefusalOfWhatWasSeenFreeJustNowStands() {
    gate.give(2, BEN);
    gate.give(3, BEN);
    board.free.put(2, Duration.ofSeconds(5));
    board.free.put(3, Duration.ofSeconds(1));

    assertThat(claims.claim(seats(ANN, KEYLESS, 2, 3))).isEqualTo(new SeatsTaken(List.of(2, 3)));
    assertThat(core.claims).isEmpty();
  }

  @Test
  void aProcessThatKnowsNothingBelievesTheGate() {
    gate.give(3, BEN);
    LayeredClaims blind =
        new LayeredClaims(KnownSeats.NOTHING, gate, core, repeats, () -> true, ClaimObserver.NONE);

    assertThat(blind.claim(seats(ANN, KEYLESS, 3))).isEqualTo(new SeatsTaken(List.of(3)));
  }

  @Test
  void onlyAFewAreTriedAtOnce() {
    gate.give(3, BEN);
    board.free.put(3, Duration.ofSeconds(2));
    List<CompletableFuture<ClaimOutcome>> tried = heldUp(LayeredClaims.DOUBTS_AT_ONCE);

    assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isEqualTo(new SeatsTaken(List.of(3)));
    assertThat(core.claims).hasSize(LayeredClaims.DOUBTS_AT_ONCE);

    letGo(tried);
    claims.claim(seats(ANN, KEYLESS, 3));
    assertThat(core.claims).as("there is room again").hasSize(LayeredClaims.DOUBTS_AT_ONCE + 1);
  }

  @Test
  void withoutAGateThereIsRoomForOneGroupAndTheRestHearThatWeAreOverloaded() {
    gate.away = true;
    List<CompletableFuture<ClaimOutcome>> tried = heldUp(LayeredClaims.WITHOUT_GATE_AT_ONCE);

    assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isInstanceOf(Overloaded.class);
    assertThat(core.claims).hasSize(LayeredClaims.WITHOUT_GATE_AT_ONCE);
    assertThat(heard.words).containsExactly("gate, shed");

    letGo(tried);
    assertThat(claims.claim(seats(ANN, KEYLESS, 3)))
        .as("there is room again")
        .isEqualTo(core.answer);
  }

  /** Without shares the other show's claim would be refused as overload. */
  @Test
  void withoutAGateACrowdForOneShowLeavesRoomForAnother() {
    gate.away = true;
    List<CompletableFuture<ClaimOutcome>> crowd = heldUp(LayeredClaims.WITHOUT_GATE_AT_ONCE);
    core.pass.countDown();

    assertThat(
            claims.claim(
                new Claim.Hold(
                    new ShowId(2), BEN, KEYLESS, HoldId.fresh(0), new Wanted.Seats(List.of(3)))))
        .isEqualTo(core.answer);
    letGo(crowd);
  }

  /** Starts claims that the core will refuse, and waits until it holds up all of them. */
  private List<CompletableFuture<ClaimOutcome>> heldUp(int count) {
    core.answer = new SeatsTaken(List.of(3));
    core.pass = new CountDownLatch(1);
    List<CompletableFuture<ClaimOutcome>> waiting =
        IntStream.range(0, count)
            .mapToObj(
                _ ->
                    CompletableFuture.supplyAsync(
                        () -> claims.claim(seats(ANN, KEYLESS, 3)), Thread::startVirtualThread))
            .toList();
    awaitClaims(count);
    return waiting;
  }

  private void letGo(List<CompletableFuture<ClaimOutcome>> waiting) {
    core.pass.countDown();
    waiting.forEach(each -> each.orTimeout(10, TimeUnit.SECONDS).join());
  }

  private void awaitClaims(int count) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (core.claims.size() < count) {
      assertThat(System.nanoTime()).as("still waiting for %d claims", count).isLessThan(end);
      LockSupport.parkNanos(100_000);
    }
  }
}
