package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.OutcomeUnknown;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.ReadOnly;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.lane.Committer;
import dev.stampede.lane.GroupPace;
import dev.stampede.lane.Lane;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.lane.LaneUnavailableException;
import dev.stampede.lane.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Claims that join the group being formed in one of a few lanes and wait for its commit.
 *
 * <p>The choice of the lane affects speed alone, for the database arbitrates between lanes as it
 * does between servers.
 *
 * <p>Holds of named seats go to a lane that is not writing, or else to the one that will be done
 * first: lanes share a {@link GroupPace}, so that few large groups are written one after the other,
 * or overlap where one takes long. A lane that is held up gets none while another is not. The
 * layers in front have refused others who want the same seats.
 *
 * <p>The best seats and releases go by show, since two lanes would choose the same seats. Claims
 * that move points go by buyer: nothing keeps the payments of one wallet apart, and two lanes that
 * compete for it carry each other's claims over until each pays for a commit of its own.
 *
 * <p>Requests from the broker go by their partition, for order is kept within a lane alone.
 *
 * <p>Within a lane shows take turns, so that a rush for one of them keeps the claims of another
 * waiting for no longer than a group takes.
 */
public final class LaneClaims implements Claims, ClaimsInOrder, AutoCloseable {

  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(5);

  /** A few times as long as a large group takes: a lane waits for a row, a disk, a connection. */
  static final Duration HELD_UP = Duration.ofMillis(25);

  /** The key under which claims that belong to no show take turns. */
  private static final String OF_NO_SHOW = "of no show";

  private final List<Lane<Claim, ClaimOutcome>> lanes;
  private final Duration patience;

  /** Starts a lane for each committer, with the usual limits and nobody listening. */
  public static LaneClaims withDefaults(List<? extends Committer<Claim, ClaimOutcome>> committers) {
    return new LaneClaims(
        committers, LaneSettings.DEFAULT, lane -> LaneListener.NONE, DEFAULT_PATIENCE);
  }

  /**
   * Starts a lane for each committer.
   *
   * @param listeners the listener of each lane, by its index
   * @param patience how long a claim waits to be taken into a group, if its deadline is not sooner
   */
  public LaneClaims(
      List<? extends Committer<Claim, ClaimOutcome>> committers,
      LaneSettings settings,
      IntFunction<? extends LaneListener> listeners,
      Duration patience) {
    if (committers.isEmpty()) {
      throw new IllegalArgumentException("there are no lanes; give at least one committer");
    }
    if (patience.isNegative() || patience.isZero()) {
      throw new IllegalArgumentException("patience is " + patience + "; set more than zero");
    }
    List<Lane<Claim, ClaimOutcome>> started = new ArrayList<>(committers.size());
    GroupPace pace = new GroupPace(settings.pace());
    for (int i = 0; i < committers.size(); i++) {
      started.add(
          new Lane<>(
              "claims-" + i,
              settings,
              committers.get(i),
              listeners.apply(i),
              LaneClaims::turnsWith,
              pace));
    }
    this.lanes = List.copyOf(started);
    this.patience = patience;
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    Duration left = RequestDeadline.left(patience);
    if (left.isZero()) {
      return new Overloaded("the claim arrived after its deadline");
    }
    Outcome<ClaimOutcome> outcome = lanes.get(laneOf(claim)).submit(claim, left);
    return switch (outcome) {
      case Outcome.Decided<ClaimOutcome> decided -> decided.answer();
      case Outcome.Full<ClaimOutcome> full ->
          new Overloaded("the lane's queue is full (%d claims)".formatted(full.capacity()));
      case Outcome.Expired<ClaimOutcome> expired ->
          new Overloaded(
              "no group took the claim within %d ms".formatted(expired.patience().toMillis()));
      case Outcome.Busy<ClaimOutcome> _ ->
          new Overloaded("a row that the claim needs stayed locked through every try");
      case Outcome.Cancelled<ClaimOutcome> _ ->
          new Overloaded("the claim was cancelled before a group took it");
      case Outcome.Closed<ClaimOutcome> _ -> new Overloaded("this server is shutting down");
      case Outcome.Unknown<ClaimOutcome> _ -> new OutcomeUnknown();
      case Outcome.Failed<ClaimOutcome> failed -> failed(claim, failed.cause());
    };
  }

  @Override
  public Progress claimInOrder(int partition, List<BookingRequest> requests) {
    List<Claim> claims =
        requests.stream().<Claim>map(request -> new Claim.Requested(request, partition)).toList();
    List<ClaimOutcome> outcomes = new ArrayList<>(claims.size());
    for (Outcome<ClaimOutcome> outcome :
        lanes.get(laneOf(partition)).submitInOrder(claims, patience)) {
      switch (outcome) {
        case Outcome.Decided<ClaimOutcome> decided -> outcomes.add(decided.answer());
        case Outcome<ClaimOutcome> other -> {
          return new Progress(outcomes, Optional.of(obstacle(other)));
        }
      }
    }
    return new Progress(outcomes, Optional.empty());
  }

  private static Obstacle obstacle(Outcome<ClaimOutcome> outcome) {
    return switch (outcome) {
      case Outcome.Busy<ClaimOutcome> _ -> new Obstacle.Busy();
      case Outcome.Failed<ClaimOutcome>(LaneUnavailableException away) ->
          new Obstacle.NotNow(String.valueOf(away.getMessage()));
      case Outcome.Failed<ClaimOutcome>(Throwable cause) -> new Obstacle.Broke(cause);
      case Outcome.Unknown<ClaimOutcome> _ ->
          new Obstacle.NotNow("the answer to a commit was lost");
      case Outcome.Full<ClaimOutcome> _,
          Outcome.Expired<ClaimOutcome> _,
          Outcome.Cancelled<ClaimOutcome> _,
          Outcome.Closed<ClaimOutcome> _ ->
          new Obstacle.NotNow("the lane accepts no claims at the moment");
      case Outcome.Decided<ClaimOutcome> decided ->
          throw new IllegalArgumentException(decided + " is no obstacle");
    };
  }

  private static ClaimOutcome failed(Claim claim, Throwable cause) {
    if (cause instanceof LaneUnavailableException away) {
      return new ReadOnly(String.valueOf(away.getMessage()));
    }
    throw new ClaimFailedException(
        "%s could not be decided; nothing was written: %s".formatted(claim.described(), cause),
        cause);
  }

  private static Object turnsWith(Claim claim) {
    return claim instanceof Claim.OfShow ofShow ? ofShow.show() : OF_NO_SHOW;
  }

  int laneOf(Claim claim) {
    return switch (claim) {
      case Claim.Hold hold ->
          switch (hold.wanted()) {
            case Wanted.Seats _ -> soonest();
            case Wanted.Best _ -> spread(hold.show().value());
          };
      case Claim.Release release -> spread(release.show().value());
      case Claim.Buy _, Claim.Book _, Claim.Cancel _, Claim.TopUp _ ->
          spread(claim.buyer().hashCode());
      case Claim.Requested requested -> laneOf(requested.partition());
    };
  }

  private int soonest() {
    long[] writing = new long[lanes.size()];
    for (int i = 0; i < writing.length; i++) {
      writing[i] = lanes.get(i).writingNanos();
    }
    return soonest(writing);
  }

  /**
   * The first lane that is not writing; or else, of those that write and are not held up, the one
   * that began first; or else the one that began last.
   *
   * @param writingNanos for how long each lane has been writing
   */
  static int soonest(long[] writingNanos) {
    long heldUp = HELD_UP.toNanos();
    int soonest = 0;
    for (int i = 0; i < writingNanos.length; i++) {
      long nanos = writingNanos[i];
      if (nanos == 0) {
        return i;
      }
      long best = writingNanos[soonest];
      if (best > heldUp ? nanos < best : nanos <= heldUp && nanos > best) {
        soonest = i;
      }
    }
    return soonest;
  }

  private int laneOf(int partition) {
    return Math.floorMod(partition, lanes.size());
  }

  private int spread(long value) {
    // Multiplied by an odd constant the high bits depend on all bits below them, so that shows that
    // are counted up spread evenly.
    return (int) (((value * 0x9E37_79B9_7F4A_7C15L) >>> 33) % lanes.size());
  }

  /** Returns the number of claims that wait in this lane. */
  public int depth(int lane) {
    return lanes.get(lane).depth();
  }

  public int lanes() {
    return lanes.size();
  }

  /**
   * Returns the error that some lane's writer died of, if one did: that lane refuses all claims.
   */
  public Optional<Throwable> failure() {
    return lanes.stream().map(Lane::failure).flatMap(Optional::stream).findFirst();
  }

  /**
   * Refuses new claims and commits what was accepted. All lanes at once: while one drains, another
   * must not go on accepting.
   */
  @Override
  public void close() {
    List<Thread> closing =
        lanes.stream().map(lane -> Thread.ofVirtual().start(lane::close)).toList();
    try {
      for (Thread each : closing) {
        each.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
