package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.Transfer;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.PassRow;
import dev.stampede.engine.claim.decision.Locked.SeatCount;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.claim.decision.Locked.StoredAnswer;
import dev.stampede.engine.claim.decision.Locked.WalletRow;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The tables of a sale in memory; locks the rows that a committer would lock for a group, and
 * writes them back.
 */
final class MemoryTables {

  Instant now;
  final Map<ShowId, Locked.Terms> shows = new HashMap<>();
  final Map<SeatKey, SeatRow> seats = new TreeMap<>();
  final Map<HoldId, HoldRow> holds = new HashMap<>();
  final Map<String, StoredAnswer> operations = new HashMap<>();
  final Map<Buyer, WalletRow> wallets = new HashMap<>();
  final Map<BookingId, Booking> bookings = new HashMap<>();
  final Map<Payment.Outside, Refund> refunds = new HashMap<>();
  final List<Transfer> transfers = new ArrayList<>();
  final Map<BuyerKey, PassRow> passes = new HashMap<>();
  WalletLimits limits = new WalletLimits(500, 1_000);

  MemoryTables(Instant now) {
    this.now = now;
  }

  MemoryTables copy() {
    MemoryTables copy = new MemoryTables(now);
    copy.shows.putAll(shows);
    copy.seats.putAll(seats);
    copy.holds.putAll(holds);
    copy.operations.putAll(operations);
    copy.wallets.putAll(wallets);
    copy.bookings.putAll(bookings);
    copy.refunds.putAll(refunds);
    copy.transfers.addAll(transfers);
    copy.passes.putAll(passes);
    copy.limits = limits;
    return copy;
  }

  void add(ShowTerms terms, SeatMap map) {
    shows.put(terms.id(), new Locked.Terms(terms, map));
    for (int seat = 0; seat < map.size(); seat++) {
      seats.put(
          new SeatKey(terms.id(), seat), new SeatRow(seat, SeatState.FREE, 0, Optional.empty()));
    }
  }

  SeatRow seat(SeatKey key) {
    return Optional.ofNullable(seats.get(key)).orElseThrow();
  }

  Optional<HoldRow> hold(HoldId id) {
    return Optional.ofNullable(holds.get(id));
  }

  /** Locks the rows that the group needs, except those locked elsewhere. */
  Locked lock(List<Claim> group, Map<HoldId, Proposal> proposals, Set<?> lockedElsewhere) {
    Map<SeatKey, SeatRow> lockedSeats = new HashMap<>();
    Map<BuyerKey, SeatCount> counts = new HashMap<>();
    Map<BuyerKey, PassRow> lockedPasses = new HashMap<>();
    Map<Buyer, WalletRow> lockedWallets = new HashMap<>();
    Map<String, StoredAnswer> answers = new HashMap<>();
    for (Claim claim : group) {
      for (SeatKey key : wanted(claim, proposals)) {
        if (seats.containsKey(key) && !lockedElsewhere.contains(key)) {
          lockedSeats.put(key, seat(key));
        }
      }
      buyerRow(claim)
          .filter(buyer -> !lockedElsewhere.contains(buyer))
          .ifPresent(
              buyer -> {
                ShowTerms terms = terms(buyer.show()).orElseThrow();
                if (terms.maxSeatsPerBuyer().isPresent()) {
                  counts.put(buyer, seatsOf(buyer));
                }
                if (terms.needsPass()) {
                  lockedPasses.put(buyer, passes(buyer));
                }
              });
      if (usesWallet(claim) && !lockedElsewhere.contains(claim.buyer())) {
        lockedWallets.put(claim.buyer(), wallet(claim.buyer()));
      }
      claim
          .operation()
          .map(Operation::id)
          .filter(operations::containsKey)
          .ifPresent(id -> answers.put(id, operations.get(id)));
    }
    return new Locked(
        now,
        shows,
        limits,
        new Locked.Rows(lockedSeats, counts, lockedPasses, lockedWallets),
        new Locked.Found(holds, bookings, usedPayments(), answers, Set.of()));
  }

  WalletRow wallet(Buyer buyer) {
    return wallets.getOrDefault(buyer, WalletRow.EMPTY);
  }

  PassRow passes(BuyerKey buyer) {
    return passes.getOrDefault(buyer, new PassRow(0, 0));
  }

  Optional<ShowTerms> terms(ShowId show) {
    return Optional.ofNullable(shows.get(show)).map(Locked.Terms::terms);
  }

  private Set<Payment.Outside> usedPayments() {
    Set<Payment.Outside> used = new HashSet<>(refunds.keySet());
    for (Booking booking : bookings.values()) {
      if (booking.payment() instanceof Payment.Outside outside) {
        used.add(outside);
      }
    }
    return used;
  }

  private static boolean usesWallet(Claim claim) {
    return switch (claim) {
      case Claim.Hold _, Claim.Release _ -> false;
      case Claim.Book book -> book.payment() instanceof Payment.Points;
      case Claim.Buy _, Claim.Cancel _, Claim.TopUp _ -> true;
      case Claim.Requested requested -> usesWallet(requested.bare());
    };
  }

  /** The (show, buyer) row that the claim needs, where the show has a limit or a waiting room. */
  Optional<BuyerKey> buyerRow(Claim claim) {
    return switch (claim) {
      case Claim.Taking taking -> buyerRow(taking.show(), taking.buyer());
      case Claim.Book book -> buyerRow(book.show(), book.buyer());
      case Claim.Release _, Claim.Cancel _, Claim.TopUp _ -> Optional.empty();
      case Claim.Requested requested -> buyerRow(requested.bare());
    };
  }

  private Optional<BuyerKey> buyerRow(ShowId id, Buyer buyer) {
    return terms(id)
        .filter(terms -> terms.maxSeatsPerBuyer().isPresent() || terms.needsPass())
        .map(_ -> new BuyerKey(id, buyer));
  }

  void write(GroupResult.Writes writes) {
    writes.seats().forEach(write -> seats.put(keyOf(write), write.row()));
    writes.holds().made().forEach(row -> holds.put(row.hold().id(), row));
    writes.holds().released().forEach(id -> end(id, HoldRow.State.RELEASED));
    writes.holds().paid().forEach(id -> end(id, HoldRow.State.PAID));
    writes
        .bookings()
        .made()
        .forEach(
            made -> bookings.put(made.confirmed().id(), made.cancelled().orElse(made.confirmed())));
    writes.bookings().cancelled().forEach(booking -> bookings.put(booking.id(), booking));
    for (Refund refund : writes.bookings().refunds()) {
      if (refunds.put(refund.payment(), refund) != null) {
        throw new IllegalStateException("a second refund of " + refund.payment());
      }
    }
    for (BookedPass pass : writes.bookings().passes()) {
      BuyerKey buyer = new BuyerKey(pass.show(), pass.buyer());
      passes.put(buyer, new PassRow(pass.number(), passes(buyer).given()));
    }
    for (GroupResult.PassWrite pass : writes.bookings().unrecorded()) {
      PassRow row = passes(pass.row());
      passes.put(pass.row(), new PassRow(row.spent(), Math.max(row.given(), pass.number())));
    }
    writes.points().wallets().forEach(write -> wallets.put(write.buyer(), write.row()));
    transfers.addAll(writes.points().transfers());
    writes
        .operations()
        .forEach(
            write ->
                operations.put(
                    write.operation().id(),
                    new StoredAnswer(write.operation().fingerprint(), write.answer())));
  }

  private void end(HoldId id, HoldRow.State state) {
    holds.computeIfPresent(id, (_, row) -> new HoldRow(row.hold(), state));
  }

  /** All contents, for comparison. */
  List<Object> content() {
    return List.of(
        Map.copyOf(seats),
        Map.copyOf(holds),
        Map.copyOf(operations),
        Map.copyOf(wallets),
        Map.copyOf(bookings),
        Map.copyOf(refunds),
        Map.copyOf(passes),
        List.copyOf(transfers));
  }

  static SeatKey keyOf(GroupResult.SeatWrite write) {
    return new SeatKey(write.show(), write.row().seat());
  }

  private Set<SeatKey> wanted(Claim claim, Map<HoldId, Proposal> proposals) {
    return switch (claim) {
      case Claim.Taking taking ->
          keys(
              taking.show(),
              switch (taking.wanted()) {
                case Wanted.Seats seatsWanted -> seatsWanted.numbers();
                case Wanted.Best _ ->
                    Optional.ofNullable(proposals.get(taking.hold())).orElseThrow().seats();
              });
      case Claim.Release release -> seatsOf(release.id(), release.buyer());
      case Claim.Book book -> seatsOf(book.hold(), book.buyer());
      case Claim.Cancel cancel ->
          Optional.ofNullable(bookings.get(cancel.booking()))
              .filter(booking -> booking.buyer().equals(cancel.buyer()))
              .map(booking -> keys(booking.show(), booking.seats()))
              .orElse(Set.of());
      case Claim.TopUp _ -> Set.of();
      case Claim.Requested requested -> wanted(requested.bare(), proposals);
    };
  }

  private Set<SeatKey> seatsOf(HoldId id, Buyer owner) {
    return hold(id)
        .map(HoldRow::hold)
        .filter(hold -> hold.buyer().equals(owner))
        .map(hold -> keys(hold.show(), hold.seats()))
        .orElse(Set.of());
  }

  static Set<SeatKey> keys(ShowId show, List<Integer> numbers) {
    return numbers.stream().map(seat -> new SeatKey(show, seat)).collect(Collectors.toSet());
  }

  /** Counts as the database does: live holds and sold seats. */
  private SeatCount seatsOf(BuyerKey buyer) {
    List<SeatState> states =
        seats.entrySet().stream()
            .filter(entry -> entry.getKey().show().equals(buyer.show()))
            .map(Map.Entry::getValue)
            .filter(row -> !row.isFreeAt(now))
            .filter(row -> row.owner().orElseThrow().buyer().equals(buyer.buyer()))
            .map(SeatRow::state)
            .toList();
    int sold = Collections.frequency(states, SeatState.SOLD);
    return new SeatCount(states.size() - sold, sold);
  }
}
