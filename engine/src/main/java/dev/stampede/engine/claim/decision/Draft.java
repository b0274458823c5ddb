package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.claim.decision.Locked.StoredAnswer;
import dev.stampede.engine.show.ShowId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The state of a group while it is being decided: the locked rows, changed by each claim in its
 * turn, and the changes to write.
 */
final class Draft {

  private final Locked locked;
  private final SeatsDraft seats;
  private final PointsDraft points;
  private final BookingsDraft bookings;
  private final PassesDraft passes;
  private final RequestsDraft requests;
  private final Map<String, StoredAnswer> operations;
  private final List<GroupResult.OperationWrite> operationWrites = new ArrayList<>();

  /**
   * The rows that carried-over claims wait for: no later claim may use them in this group. A seat
   * and a (show, buyer) row stand here by their keys, a wallet by its buyer, a payment outside by
   * itself, an operation by its id.
   */
  private final Set<Object> waitedFor = new HashSet<>();

  Draft(Locked locked) {
    this.locked = locked;
    this.seats = new SeatsDraft(locked);
    this.points = new PointsDraft(locked.rows().wallets());
    this.bookings = new BookingsDraft(locked.found());
    this.passes = new PassesDraft(locked.rows().passes());
    this.requests = new RequestsDraft(locked.found().decided());
    this.operations = new HashMap<>(locked.found().operations());
  }

  Instant now() {
    return locked.now();
  }

  WalletLimits limits() {
    return locked.limits();
  }

  Locked.@Nullable Terms show(ShowId id) {
    return locked.shows().get(id);
  }

  /** The (show, buyer) row, where the show has a limit or a waiting room. */
  Optional<BuyerKey> buyerRow(Claim.OfShow claim) {
    return Optional.ofNullable(show(claim.show()))
        .map(Locked.Terms::terms)
        .filter(terms -> terms.maxSeatsPerBuyer().isPresent() || terms.needsPass())
        .map(_ -> new BuyerKey(claim.show(), claim.buyer()));
  }

  /** Refuses {@code more} seats if the buyer would have more than the show's limit. */
  Optional<ClaimOutcome> tooManyFor(Claim.OfShow claim, int more) {
    return tooMany(claim, Locked.SeatCount::total, more);
  }

  /**
   * Refuses {@code more} seats if the buyer would have booked more than the show's limit. A hold
   * was within the limit when it was made, so this happens only if the clock stepped back and an
   * expired hold became live again beside others.
   */
  Optional<ClaimOutcome> tooManyBookedFor(Claim.OfShow claim, int more) {
    return tooMany(claim, Locked.SeatCount::booked, more);
  }

  private Optional<ClaimOutcome> tooMany(
      Claim.OfShow claim, ToIntFunction<Locked.SeatCount> counted, int more) {
    Locked.Terms show = show(claim.show());
    Locked.SeatCount has = seats.countOf(new BuyerKey(claim.show(), claim.buyer()));
    if (show == null || show.terms().maxSeatsPerBuyer().isEmpty() || has == null) {
      return Optional.empty();
    }
    int limit = show.terms().maxSeatsPerBuyer().getAsInt();
    int count = counted.applyAsInt(has);
    return count + more > limit
        ? Optional.of(new ClaimOutcome.BuyerLimit(limit, count, more))
        : Optional.empty();
  }

  SeatsDraft seats() {
    return seats;
  }

  PassesDraft passes() {
    return passes;
  }

  RequestsDraft requests() {
    return requests;
  }

  PointsDraft points() {
    return points;
  }

  BookingsDraft bookings() {
    return bookings;
  }

  /** The answer stored for this operation, by an earlier group or earlier in this one. */
  Optional<ClaimOutcome> stored(Optional<Operation> operation) {
    return operation
        .map(asked -> operations.get(asked.id()))
        .map(
            stored ->
                stored.fingerprint().equals(operation.orElseThrow().fingerprint())
                    ? new ClaimOutcome.Replayed(stored.answer())
                    : new ClaimOutcome.OperationMismatch());
  }

  /**
   * The first of this operation is still on its way: its repeat waits for that answer, whatever
   * could be said to the repeat alone.
   */
  boolean isOnItsWay(Optional<Operation> operation) {
    return operation.filter(asked -> waitedFor.contains(asked.id())).isPresent();
  }

  /** True if all rows are locked and no claim that was carried over waits for one of them. */
  boolean mayUse(Collection<?> rows) {
    return rows.stream().allMatch(row -> isLocked(row) && !waitedFor.contains(row));
  }

  private boolean isLocked(Object row) {
    return switch (row) {
      case SeatKey seat -> seats.seat(seat) != null;
      case BuyerKey buyer -> isLocked(buyer);
      case Buyer wallet -> points.hasLocked(wallet);
      // Rows that are only looked up; a unique index guards them.
      default -> true;
    };
  }

  /**
   * True if the group has locked all that the show's terms require of the row. The terms may have
   * changed since it was looked up in advance.
   */
  private boolean isLocked(BuyerKey buyer) {
    Locked.Terms show = show(buyer.show());
    return show != null
        && (show.terms().maxSeatsPerBuyer().isEmpty() || seats.countOf(buyer) != null)
        && (!show.terms().needsPass() || passes.hasLocked(buyer));
  }

  /** Not in this group; and nobody later may use these before. */
  Optional<ClaimOutcome> carryOver(Collection<?> rows, Optional<Operation> operation) {
    waitedFor.addAll(rows);
    operation.map(Operation::id).ifPresent(waitedFor::add);
    return Optional.empty();
  }

  /**
   * Makes a booking of seats that are sold to it already, takes the points for it, and spends its
   * buyer's passes.
   *
   * @param pass the number of the one that was shown for it; 0 for none
   */
  Booking book(BookingId id, HeldSeats sold, Payment payment, long pass) {
    OptionalLong balance =
        switch (payment) {
          case Payment.Points _ -> OptionalLong.of(points.pay(id, sold.buyer(), sold.total()));
          case Payment.Outside _ -> OptionalLong.empty();
        };
    Booking booking =
        new Booking(
            id,
            sold.show(),
            sold.buyer(),
            sold.id(),
            sold.seats(),
            sold.total(),
            payment,
            now(),
            Optional.empty(),
            balance);
    bookings.make(booking);
    Locked.Terms show = show(sold.show());
    if (show != null && show.terms().needsPass()) {
      passes.spend(new BuyerKey(sold.show(), sold.buyer()), pass, sold.seats().size());
    }
    return booking;
  }

  /** Keeps a success for the repeats of its operation. */
  ClaimOutcome done(Optional<Operation> operation, ClaimOutcome.Success answer) {
    operation.ifPresent(
        done -> {
          operations.put(done.id(), new StoredAnswer(done.fingerprint(), answer));
          operationWrites.add(new GroupResult.OperationWrite(done, answer));
        });
    return answer;
  }

  GroupResult.Writes writes() {
    return new GroupResult.Writes(
        seats.seatWrites(),
        seats.events(),
        seats.holdWrites(),
        bookings.writes(passes),
        points.writes(),
        operationWrites,
        requests.writes());
  }
}
