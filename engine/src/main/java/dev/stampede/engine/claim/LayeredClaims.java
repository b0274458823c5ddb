package dev.stampede.engine.claim;

import dev.stampede.engine.claim.ClaimListener.Step;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.OutcomeUnknown;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.lane.Shares;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Two layers in front of the claims that decide, which refuse early and cheaply what is another
 * buyer's. They never say yes, and every claim would be right without them.
 *
 * <ul>
 *   <li>Layer 0 is what this process knows. A claim with an operation passes it unasked: it may
 *       have an answer stored, which it must reach even if its seat is another's by now.
 *   <li>Layer 1 is the gate, which lets pass also the operations it knows to be done.
 * </ul>
 *
 * <p>The best seats are chosen further in, and are free by then: for them layer 0 only says when
 * there are too few, and the gate says nothing. All else moves what is the buyer's already. Nor are
 * the layers for what came by the broker: its refusal has to be written down, so that the database
 * is asked in any case.
 *
 * <p>The pass is checked before both layers. Without one where it is needed, a claim can get
 * nothing but an answer stored for it, and is not let near the gate, where it would keep others
 * away.
 *
 * <p>The gate may be wrong: a key that outlived its hold would make a free seat unsellable. So a
 * claim that it refuses although this process has seen the seats free for over {@link #DOUBT_AFTER}
 * is tried all the same, by at most {@value #DOUBTS_AT_ONCE} at once, so that a gate which is wrong
 * about everything does not hand its whole crowd to the database. A claim that succeeds repairs the
 * gate by the news of its commit.
 *
 * <p>And the gate may be away. Then claims go on without it, and nobody sells less or twice for
 * that; but a crowd that it would have refused now comes through. So there is room for {@value
 * #WITHOUT_GATE_AT_ONCE} of them at a time, as many as one group takes and shared between shows:
 * enough to keep the lanes busy, and few enough to leave room in them for those who pay. A buyer
 * who finds no room hears at once that we are overloaded, which is true, and not that the seat is
 * taken, which nobody knows.
 */
public final class LayeredClaims implements Claims {

  static final Duration DOUBT_AFTER = Duration.ofSeconds(1);
  static final int DOUBTS_AT_ONCE = 8;
  static final int WITHOUT_GATE_AT_ONCE = 512;

  private final KnownSeats known;
  private final SeatGate gate;
  private final Claims core;
  private final ClaimListener listener;
  private final RefusalLog notes;
  private final Semaphore doubts = new Semaphore(DOUBTS_AT_ONCE);
  private final Shares withoutGate = new Shares();

  public LayeredClaims(KnownSeats known, SeatGate gate, Claims core, ClaimListener listener) {
    this(known, gate, core, listener, RefusalLog.none());
  }

  /**
   * Layers in front of claims that decide.
   *
   * @param notes says why a claim was refused, here or behind
   */
  public LayeredClaims(
      KnownSeats known, SeatGate gate, Claims core, ClaimListener listener, RefusalLog notes) {
    this.known = known;
    this.gate = gate;
    this.core = notes.explaining(core);
    this.listener = listener;
    this.notes = notes;
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    return switch (claim) {
      case Claim.Taking taking -> claim(taking);
      case Claim.Release _, Claim.Book _, Claim.Cancel _, Claim.TopUp _, Claim.Requested _ ->
          core.claim(claim);
    };
  }

  private ClaimOutcome claim(Claim.Taking claim) {
    Optional<ClaimOutcome> refused = claim.pass().refusalInAdvance();
    if (refused.isPresent() && claim.operation().isEmpty()) {
      return notes.told(RefusalLog.Layer.PASS, claim, refused.get());
    }
    ClaimOutcome outcome =
        switch (claim.wanted()) {
          case Wanted.Seats(List<Integer> seats) when refused.isEmpty() -> claim(claim, seats);
          case Wanted.Best best when refused.isEmpty() -> claim(claim, best);
          case Wanted.Seats _, Wanted.Best _ -> core.claim(claim);
        };
    if (outcome instanceof ClaimOutcome.Success) {
      claim.operation().ifPresent(done -> gate.done(claim.show(), done));
    }
    return outcome;
  }

  private ClaimOutcome claim(Claim.Taking claim, List<Integer> seats) {
    if (claim.operation().isEmpty()) {
      List<Integer> taken = known.takenFrom(claim.show(), seats, claim.buyer());
      if (!taken.isEmpty()) {
        listener.heard(claim.show(), Step.REFUSED_BY_KNOWLEDGE);
        return notes.told(RefusalLog.Layer.MEMORY, claim, new SeatsTaken(taken));
      }
    }
    SeatGate.Verdict verdict =
        gate.enter(claim.show(), seats, claim.buyer(), claim.hold(), claim.operation());
    return switch (verdict) {
      case SeatGate.Verdict.Passed _ -> {
        listener.heard(claim.show(), Step.PASSED_BY_GATE);
        yield claimPassed(claim, seats);
      }
      case SeatGate.Verdict.Skipped _ -> claimWithoutGate(claim);
      case SeatGate.Verdict.Refused(List<Integer> taken) -> claimRefused(claim, taken);
    };
  }

  private ClaimOutcome claim(Claim.Taking claim, Wanted.Best best) {
    if (claim.operation().isEmpty() && known.isShortOf(claim.show(), best)) {
      listener.heard(claim.show(), Step.REFUSED_BY_KNOWLEDGE);
      return notes.told(RefusalLog.Layer.MEMORY, claim, new NotAvailable());
    }
    return core.claim(claim);
  }

  /**
   * Claims seats that the gate let through. If no hold is made, the gate gets its keys back;
   * otherwise it would refuse the seats to all others for the life of the keys.
   */
  private ClaimOutcome claimPassed(Claim.Taking claim, List<Integer> seats) {
    boolean keep = false;
    try {
      ClaimOutcome outcome = core.claim(claim);
      // Held or bought: the news gives the keys their end. Unknown: the seats may be the buyer's;
      // if they
      // are not, the keys end by themselves. An earlier hold of this buyer has keys of its own.
      keep = outcome instanceof ClaimOutcome.Success || outcome instanceof OutcomeUnknown;
      return outcome;
    } finally {
      if (!keep) {
        gate.leave(claim.show(), seats, claim.hold());
      }
    }
  }

  private ClaimOutcome claimWithoutGate(Claim.Taking claim) {
    if (!withoutGate.take(claim.show(), WITHOUT_GATE_AT_ONCE)) {
      listener.heard(claim.show(), Step.NO_ROOM_WITHOUT_GATE);
      return new Overloaded(
          "%d claims go on without the gate, which is the limit".formatted(WITHOUT_GATE_AT_ONCE));
    }
    try {
      listener.heard(claim.show(), Step.GATE_SKIPPED);
      return core.claim(claim);
    } finally {
      withoutGate.giveBack(claim.show());
    }
  }

  private ClaimOutcome claimRefused(Claim.Taking claim, List<Integer> taken) {
    if (known.seenFree(claim.show(), taken, DOUBT_AFTER) && doubts.tryAcquire()) {
      try {
        listener.heard(claim.show(), Step.TRIED_DESPITE_GATE);
        return core.claim(claim);
      } finally {
        doubts.release();
      }
    }
    listener.heard(claim.show(), Step.REFUSED_BY_GATE);
    return notes.told(RefusalLog.Layer.GATE, claim, new SeatsTaken(taken));
  }
}
