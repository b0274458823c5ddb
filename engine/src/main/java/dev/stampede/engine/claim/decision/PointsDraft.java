package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Transfer;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.decision.Locked.WalletRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The wallets of a group while it is being decided: each claim sees what the last one left. */
final class PointsDraft {

  private final Map<Buyer, WalletRow> wallets;
  private final TreeSet<Buyer> changed = new TreeSet<>();
  private final List<Transfer> transfers = new ArrayList<>();

  PointsDraft(Map<Buyer, WalletRow> wallets) {
    this.wallets = new HashMap<>(wallets);
  }

  boolean hasLocked(Buyer buyer) {
    return wallets.containsKey(buyer);
  }

  long balance(Buyer buyer) {
    return row(buyer).balance();
  }

  /** The refusal to take more from a wallet than it has. */
  Optional<ClaimOutcome> lacking(Buyer buyer, long total) {
    long balance = balance(buyer);
    return balance < total
        ? Optional.of(new ClaimOutcome.InsufficientPoints(balance, total))
        : Optional.empty();
  }

  /** The refusal to give a wallet more than any may have. */
  Optional<ClaimOutcome> overflowing(Buyer buyer, long amount) {
    long balance = balance(buyer);
    return amount > WalletLimits.MAX_POINTS - balance
        ? Optional.of(new ClaimOutcome.WalletFull(WalletLimits.MAX_POINTS, balance, amount))
        : Optional.empty();
  }

  /** Pays a booking from a wallet that has enough, and says what it has then. */
  long pay(BookingId booking, Buyer buyer, long total) {
    return move(
        TransferId.paying(booking),
        Transfer.Kind.PAYMENT,
        buyer,
        total,
        Optional.of(booking),
        buyer);
  }

  /** Gives back what a booking had cost to a wallet that can have it. */
  long refund(Booking booking, TransferId id, Buyer by) {
    return move(
        id, Transfer.Kind.REFUND, booking.buyer(), booking.total(), Optional.of(booking.id()), by);
  }

  long topUp(Claim.TopUp claim) {
    return move(
        claim.id(),
        Transfer.Kind.TOP_UP,
        claim.buyer(),
        claim.amount(),
        Optional.empty(),
        claim.by());
  }

  GroupResult.PointWrites writes() {
    return new GroupResult.PointWrites(
        changed.stream().map(buyer -> new GroupResult.WalletWrite(buyer, row(buyer))).toList(),
        transfers);
  }

  private long move(
      TransferId id,
      Transfer.Kind kind,
      Buyer wallet,
      long amount,
      Optional<BookingId> booking,
      Buyer by) {
    WalletRow before = row(wallet);
    WalletRow after =
        new WalletRow(Math.addExact(before.balance(), kind.signed(amount)), before.version() + 1);
    wallets.put(wallet, after);
    changed.add(wallet);
    transfers.add(
        new Transfer(id, kind, wallet, amount, booking, by, after.version(), after.balance()));
    return after.balance();
  }

  private WalletRow row(Buyer buyer) {
    @Nullable WalletRow row = wallets.get(buyer);
    if (row == null) {
      throw new IllegalStateException("the wallet of " + buyer + " was used without being locked");
    }
    return row;
  }
}
