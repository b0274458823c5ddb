package dev.stampede.lab.contest;

import dev.stampede.engine.claim.Claim;
import dev.stampede.lab.strategy.ClaimFailure;
import dev.stampede.lab.strategy.LabSeatRow;
import dev.stampede.lab.strategy.Try;
import dev.stampede.lab.strategy.Witness;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The notes on a run: each buyer's journey, two running sums, and the log if wanted. */
final class RunRecorder implements Witness {

  private static final int MAX_ERRORS = 5;

  private final Map<String, BuyerNotes> journeys = new HashMap<>();
  private final @Nullable Transcript transcript;
  private final LongAdder retries = new LongAdder();
  private final Set<String> errors = ConcurrentHashMap.newKeySet();

  RunRecorder(List<Intention> intentions, @Nullable Transcript transcript) {
    this.transcript = transcript;
    for (Intention intention : intentions) {
      String label = intention.buyer().sub();
      journeys.put(label, new BuyerNotes(label));
    }
  }

  BuyerNotes of(String label) {
    BuyerNotes journey = journeys.get(label);
    if (journey == null) {
      throw new IllegalArgumentException(label + " is nobody of this run");
    }
    return journey;
  }

  long retries() {
    return retries.sum();
  }

  /** Returns the stories of all buyers who have had their answer. */
  List<BuyerResult> stories() {
    return journeys.values().stream().map(BuyerNotes::story).flatMap(Optional::stream).toList();
  }

  /** A few of them are enough to see what is wrong. */
  void broken(RuntimeException failure) {
    if (errors.size() < MAX_ERRORS) {
      errors.add(String.valueOf(failure.getMessage()).lines().findFirst().orElse(""));
    }
  }

  List<String> errors() {
    return List.copyOf(errors);
  }

  @Override
  public void begun(Claim.Hold claim, int attempt) {
    String label = claim.buyer().sub();
    of(label).attempt(attempt);
    if (attempt > 1) {
      retries.increment();
    }
    if (transcript != null) {
      transcript.begun(label, attempt);
    }
  }

  @Override
  public void read(Claim.Hold claim, List<LabSeatRow> tickets) {
    if (transcript != null) {
      transcript.read(claim.buyer().sub(), tickets);
    }
  }

  @Override
  public void ended(Claim.Hold claim, int attempt, Try how, Duration took) {
    if (transcript != null) {
      transcript.ended(claim.buyer().sub(), how, took);
    }
  }

  @Override
  public void gaveUp(Claim.Hold claim, ClaimFailure why) {
    of(claim.buyer().sub()).gaveUp(why);
    if (transcript != null) {
      transcript.gaveUp(claim.buyer().sub(), why);
    }
  }

  @Override
  public void turn(Claim.Hold claim, long place, int polls) {
    if (transcript != null) {
      transcript.turn(claim.buyer().sub(), place, polls);
    }
  }

  @Override
  public void entered(Claim.Hold claim, long place) {
    of(claim.buyer().sub()).queued(place);
  }
}
