package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatCount;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The seats and holds of a group while it is being decided. */
final class SeatsDraft {

  private final Instant now;
  private final Map<SeatKey, SeatRow> seats;
  private final Map<BuyerKey, SeatCount> buyers;
  private final Map<HoldId, HoldRow> holds;

  private final Set<SeatKey> changed = new LinkedHashSet<>();
  private final List<SeatEvent> events = new ArrayList<>();
  private final Map<HoldId, HoldRow> made = new LinkedHashMap<>();
  private final List<HoldId> released = new ArrayList<>();
  private final List<HoldId> paid = new ArrayList<>();

  SeatsDraft(Locked locked) {
    this.now = locked.now();
    this.seats = new HashMap<>(locked.rows().seats());
    this.buyers = new HashMap<>(locked.rows().buyers());
    this.holds = new HashMap<>(locked.found().holds());
  }

  @Nullable SeatRow seat(SeatKey key) {
    return seats.get(key);
  }

  @Nullable SeatCount countOf(BuyerKey buyer) {
    return buyers.get(buyer);
  }

  @Nullable HoldRow hold(HoldId id) {
    return holds.get(id);
  }

  /** Gives free seats (an expired hold's included) to a new hold. */
  void take(HeldSeats hold) {
    for (int seat : hold.seats()) {
      SeatKey key = new SeatKey(hold.show(), seat);
      SeatRow.Owner owner = new SeatRow.Owner(hold.buyer(), hold.id(), hold.expiresAt());
      SeatRow free = freed(key);
      put(key, new SeatRow(seat, SeatState.HELD, free.version() + 1, Optional.of(owner)));
      note(key, SeatEvent.Type.HELD, SeatEvent.Reason.CLAIMED, owner, Optional.empty());
    }
    HoldRow row = new HoldRow(hold, HoldRow.State.LIVE);
    holds.put(hold.id(), row);
    made.put(hold.id(), row);
    count(hold, count -> count.moreLive(hold.seats().size()));
  }

  /** Gives a hold back: frees those of its seats that are still its own. */
  void release(HeldSeats hold) {
    for (int seat : hold.seats()) {
      SeatKey key = new SeatKey(hold.show(), seat);
      SeatRow row = row(key);
      if (row.isHeldBy(hold.id())) {
        boolean live = row.isHeldAt(now);
        free(key, live ? SeatEvent.Reason.GIVEN_BACK : SeatEvent.Reason.EXPIRED, Optional.empty());
        if (live) {
          count(hold, count -> count.moreLive(-1));
        }
      }
    }
    end(hold, HoldRow.State.RELEASED, released);
  }

  /** Sells the seats of a hold that is live, or of one that expired and whose seats are free. */
  void pay(HeldSeats hold, BookingId booking) {
    sell(hold, booking);
    end(hold, HoldRow.State.PAID, paid);
  }

  /** Sells seats that are free, or held by this very hold. */
  void sell(HeldSeats hold, BookingId booking) {
    for (int seat : hold.seats()) {
      SeatKey key = new SeatKey(hold.show(), seat);
      SeatRow.Owner owner = new SeatRow.Owner(hold.buyer(), hold.id(), hold.expiresAt());
      SeatRow row = row(key);
      boolean counted = row.isHeldAt(now) && row.isHeldBy(hold.id());
      SeatRow before = counted ? row : freed(key);
      put(key, new SeatRow(seat, SeatState.SOLD, before.version() + 1, Optional.of(owner)));
      note(key, SeatEvent.Type.SOLD, SeatEvent.Reason.PAID, owner, Optional.of(booking));
      count(hold, count -> count.moreLive(counted ? -1 : 0).moreBooked(1));
    }
  }

  /** Frees the seats of a booking that is cancelled. */
  void giveBack(Booking booking) {
    for (int seat : booking.seats()) {
      SeatKey key = new SeatKey(booking.show(), seat);
      free(key, SeatEvent.Reason.CANCELLED, Optional.of(booking.id()));
      buyers.computeIfPresent(
          new BuyerKey(booking.show(), booking.buyer()), (_, count) -> count.moreBooked(-1));
    }
  }

  List<GroupResult.SeatWrite> seatWrites() {
    return changed.stream()
        .sorted()
        .map(key -> new GroupResult.SeatWrite(key.show(), row(key)))
        .toList();
  }

  List<SeatEvent> events() {
    return events;
  }

  GroupResult.HoldWrites holdWrites() {
    return new GroupResult.HoldWrites(List.copyOf(made.values()), released, paid);
  }

  private void count(HeldSeats hold, UnaryOperator<SeatCount> change) {
    buyers.computeIfPresent(
        new BuyerKey(hold.show(), hold.buyer()), (_, count) -> change.apply(count));
  }

  private void end(HeldSeats hold, HoldRow.State state, List<HoldId> ended) {
    HoldRow row = new HoldRow(hold, state);
    holds.put(hold.id(), row);
    if (made.replace(hold.id(), row) == null) {
      ended.add(hold.id());
    }
  }

  /**
   * The seat, after the end of an expired hold has been told that nobody has told yet. A seat that
   * is another's is never given away here, whatever the caller believes.
   */
  private SeatRow freed(SeatKey key) {
    SeatRow row = row(key);
    if (!row.isFreeAt(now)) {
      throw new IllegalStateException(
          "seat %s is to be given away and is not free at %s: %s".formatted(key, now, row));
    }
    if (row.state() == SeatState.HELD) {
      free(key, SeatEvent.Reason.EXPIRED, Optional.empty());
    }
    return row(key);
  }

  private void free(SeatKey key, SeatEvent.Reason reason, Optional<BookingId> booking) {
    SeatRow row = row(key);
    put(key, new SeatRow(row.seat(), SeatState.FREE, row.version() + 1, Optional.empty()));
    note(key, SeatEvent.Type.RELEASED, reason, row.owner().orElseThrow(), booking);
  }

  private void note(
      SeatKey key,
      SeatEvent.Type type,
      SeatEvent.Reason reason,
      SeatRow.Owner owner,
      Optional<BookingId> booking) {
    events.add(
        new SeatEvent(
            key.show(),
            key.seat(),
            row(key).version(),
            type,
            reason,
            owner.buyer(),
            owner.hold(),
            booking,
            now));
  }

  private void put(SeatKey key, SeatRow row) {
    seats.put(key, row);
    changed.add(key);
  }

  private SeatRow row(SeatKey key) {
    SeatRow row = seats.get(key);
    if (row == null) {
      throw new IllegalStateException("seat " + key + " was changed without being locked");
    }
    return row;
  }
}
