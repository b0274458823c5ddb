package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.OutcomeUnknown;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.ReadOnly;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.layer.ClaimPassage.Gate;
import dev.stampede.engine.claim.layer.ClaimPassage.Layer;
import dev.stampede.lane.Shares;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Two layers in front of the claims that decide. They refuse seats of other buyers early and
 * cheaply. They never grant a seat, and every claim would be decided correctly without them.
 *
 * <ul>
 *   <li>Layer 0 is this process's memory of committed claims.
 *   <li>Layer 1 is the gate: it refuses seats for which another buyer's claim, on any server, is
 *       being decided.
 * </ul>
 *
 * <p>A claim may be a repeat ({@link RepeatCheck}). A repeat with an operation must reach its
 * stored answer even if another buyer has its seats by now, so both layers refuse its named seats
 * only if no answer is stored. The gate does not refuse buyers their own seats: the key may be of
 * another buyer's claim, which the database is about to refuse. A repeat whose first request still
 * runs in this process waits for its end instead of being refused as overload ({@link
 * RunningOperations}).
 *
 * <p>The best seats are chosen in the transaction, among free ones. For such a claim layer 0 only
 * says when there are too few, and the gate says nothing; with an operation the claim skips layer 0
 * too. All other claims concern the buyer's own seats or points, so they skip both layers. So do
 * requests from Kafka: their refusals must be stored, which needs the database anyway.
 *
 * <p>The pass is checked before both layers. A claim that lacks a required pass can only receive a
 * stored answer or a refusal; it skips the gate, where its keys would block other buyers.
 *
 * <p>The gate may be wrong: a key that outlived its claim, for example because its server was
 * killed, would make a free seat unsellable. So a claim that it refuses although this process has
 * seen the seats free for over {@link #DOUBT_AFTER} goes on to the database, at most {@value
 * #DOUBTS_AT_ONCE} of them at once: a gate that is wrong about everything must not send its whole
 * crowd there. A claim that succeeds removes the key by the news of its commit.
 *
 * <p>The gate may be unavailable. Claims then proceed without it; no seat is lost or sold twice,
 * but a crowd that it would have refused now comes through. So there is room for {@value
 * #WITHOUT_GATE_AT_ONCE} of them at a time, as many as one group takes and shared between shows:
 * enough to keep the lanes busy, and few enough to leave room in them for those who pay. A buyer
 * who finds no room hears at once that we are overloaded, which is true, and not that the seat is
 * taken, which nobody knows.
 *
 * <p>While nothing can be written, every claim is refused here, so that nobody waits in a lane for
 * a timeout. Nothing has happened to it: the same claim is good again once the database is.
 */
public final class LayeredClaims implements Claims {

  static final Duration DOUBT_AFTER = Duration.ofSeconds(1);
  static final int DOUBTS_AT_ONCE = 8;
  static final int WITHOUT_GATE_AT_ONCE = 512;

  private final KnownSeats known;
  private final SeatGate gate;
  private final Claims core;
  private final RepeatCheck repeats;
  private final BooleanSupplier writable;
  private final ClaimObserver observer;
  private final Semaphore doubts = new Semaphore(DOUBTS_AT_ONCE);
  private final Shares withoutGate = new Shares();
  private final RunningOperations running = new RunningOperations();

  /**
   * Layers in front of claims that decide.
   *
   * @param writable says whether the database can be written to; asked for every claim, so it waits
   *     for nothing
   */
  public LayeredClaims(
      KnownSeats known,
      SeatGate gate,
      Claims core,
      RepeatCheck repeats,
      BooleanSupplier writable,
      ClaimObserver observer) {
    this.known = known;
    this.gate = gate;
    this.core = core;
    this.repeats = repeats;
    this.writable = writable;
    this.observer = observer;
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    Optional<Operation> operation = claim.operation();
    ClaimPassage passage =
        operation.isEmpty()
            ? throughLayers(claim)
            : running.decide(operation.get(), () -> throughLayers(claim));
    observer.decided(claim, passage);
    return passage.outcome();
  }

  private ClaimPassage throughLayers(Claim claim) {
    if (!writable.getAsBoolean()) {
      return ClaimPassage.without(
          Layer.FRONT, new ReadOnly("the database is unavailable; nothing was tried"));
    }
    return switch (claim) {
      case Claim.Taking taking -> throughLayers(taking);
      case Claim.Release _, Claim.Book _, Claim.Cancel _, Claim.TopUp _, Claim.Requested _ ->
          decide(claim);
    };
  }

  private ClaimPassage throughLayers(Claim.Taking claim) {
    Optional<ClaimOutcome> refused = claim.pass().refusalInAdvance();
    if (refused.isPresent() && claim.operation().isEmpty()) {
      return ClaimPassage.without(Layer.FRONT, refused.get());
    }
    return switch (claim.wanted()) {
      case Wanted.Seats(List<Integer> seats) when refused.isEmpty() -> claimNamed(claim, seats);
      case Wanted.Best best when refused.isEmpty() -> claimBest(claim, best);
      case Wanted.Seats _, Wanted.Best _ -> decide(claim);
    };
  }

  private ClaimPassage claimNamed(Claim.Taking claim, List<Integer> seats) {
    List<Integer> others = known.takenFrom(claim.show(), seats, claim.buyer());
    if (!others.isEmpty()) {
      RepeatCheck.Result repeat = repeats.ofOthersSeats(claim);
      return refuseUnless(repeat, claim, others, Layer.MEMORY, Gate.NOT_ASKED, 0);
    }
    long asked = System.nanoTime();
    SeatGate.Verdict verdict = gate.enter(claim.show(), seats, claim.buyer(), claim.hold());
    long nanos = System.nanoTime() - asked;
    return switch (verdict) {
      case SeatGate.Verdict.Passed _ ->
          new ClaimPassage(Layer.DATABASE, Gate.PASSED, nanos, decidePassed(claim, seats));
      case SeatGate.Verdict.Skipped _ -> claimWithoutGate(claim, nanos);
      case SeatGate.Verdict.Refused(List<Integer> taken) ->
          claimDespiteRefusal(claim, taken, nanos);
    };
  }

  private ClaimPassage claimBest(Claim.Taking claim, Wanted.Best best) {
    if (claim.operation().isEmpty() && known.isShortOf(claim.show(), best)) {
      return ClaimPassage.without(Layer.MEMORY, new NotAvailable());
    }
    return decide(claim);
  }

  private ClaimPassage decide(Claim claim) {
    return ClaimPassage.without(Layer.DATABASE, core.claim(claim));
  }

  /**
   * Claims seats that the gate let through. If no hold is made, the gate gets its keys back;
   * otherwise it would refuse the seats to all others for the life of the keys.
   */
  private ClaimOutcome decidePassed(Claim.Taking claim, List<Integer> seats) {
    boolean keep = false;
    try {
      ClaimOutcome outcome = core.claim(claim);
      // Held or bought: the news of the commit removes the keys. Unknown: the seats may be the
      // buyer's; the keys end by themselves.
      keep = outcome instanceof ClaimOutcome.Success || outcome instanceof OutcomeUnknown;
      return outcome;
    } finally {
      if (!keep) {
        gate.leave(claim.show(), seats, claim.hold());
      }
    }
  }

  private ClaimPassage claimWithoutGate(Claim.Taking claim, long nanos) {
    if (!withoutGate.take(claim.show(), WITHOUT_GATE_AT_ONCE)) {
      Overloaded noRoom =
          new Overloaded(
              "%d claims go on without the gate, which is the limit"
                  .formatted(WITHOUT_GATE_AT_ONCE));
      return new ClaimPassage(Layer.GATE, Gate.SHED, nanos, noRoom);
    }
    try {
      return new ClaimPassage(Layer.DATABASE, Gate.SKIPPED, nanos, core.claim(claim));
    } finally {
      withoutGate.giveBack(claim.show());
    }
  }

  private ClaimPassage claimDespiteRefusal(Claim.Taking claim, List<Integer> taken, long nanos) {
    if (known.seenFree(claim.show(), taken, DOUBT_AFTER) && doubts.tryAcquire()) {
      try {
        return new ClaimPassage(Layer.DATABASE, Gate.DOUBTED, nanos, core.claim(claim));
      } finally {
        doubts.release();
      }
    }
    RepeatCheck.Result repeat = repeats.of(claim, taken);
    return refuseUnless(repeat, claim, taken, Layer.GATE, Gate.REFUSED, nanos);
  }

  private ClaimPassage refuseUnless(
      RepeatCheck.Result repeat,
      Claim.Taking claim,
      List<Integer> taken,
      Layer layer,
      Gate gate,
      long nanos) {
    return switch (repeat) {
      case RepeatCheck.Result.Repeated _ ->
          new ClaimPassage(Layer.DATABASE, gate, nanos, core.claim(claim));
      case RepeatCheck.Result.New _ -> new ClaimPassage(layer, gate, nanos, new SeatsTaken(taken));
      case RepeatCheck.Result.Unknown(ClaimOutcome outcome) ->
          new ClaimPassage(layer, gate, nanos, outcome);
    };
  }
}
