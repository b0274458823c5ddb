package dev.stampede.prove.check.judge;

import dev.stampede.prove.check.judge.SmallHistory.BookingRow;
import dev.stampede.prove.check.judge.SmallHistory.EntryRow;
import dev.stampede.prove.check.judge.SmallHistory.TransferRow;
import dev.stampede.prove.check.judge.SmallHistory.WalletRow;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The promises about points, by adding them up. */
final class MoneyRules {

  private final SmallHistory history;

  MoneyRules(SmallHistory history) {
    this.history = history;
  }

  /** A wallet's statement, in order. */
  static List<EntryRow> statement(SmallHistory history, String buyer) {
    return history.ledger().entries().stream()
        .filter(entry -> entry.account() == 'w' && entry.buyer().equals(buyer))
        .sorted(Comparator.comparingLong(entry -> entry.line().number()))
        .toList();
  }

  boolean isLedgerRight() {
    Set<UUID> transfers = new HashSet<>();
    history.ledger().transfers().forEach(row -> transfers.add(row.id()));
    Set<String> buyers = new HashSet<>();
    history.ledger().wallets().forEach(row -> buyers.add(row.buyer()));
    history.ledger().entries().stream()
        .filter(row -> row.account() == 'w')
        .forEach(row -> buyers.add(row.buyer()));
    return history.ledger().transfers().stream().allMatch(this::isBalanced)
        && history.ledger().entries().stream()
            .allMatch(entry -> transfers.contains(entry.transfer()))
        && buyers.stream().allMatch(this::isStatementRight)
        && history.sale().bookings().stream().allMatch(this::isPaidOnce)
        && history.ledger().transfers().stream().allMatch(this::isOfABooking);
  }

  private boolean isBalanced(TransferRow transfer) {
    List<EntryRow> entries =
        history.ledger().entries().stream()
            .filter(entry -> entry.transfer().equals(transfer.id()))
            .toList();
    List<EntryRow> wallets = entries.stream().filter(entry -> entry.account() == 'w').toList();
    return entries.size() == 2
        && wallets.size() == 1
        && entries.stream().mapToLong(EntryRow::amount).sum() == 0
        && wallets.getFirst().amount()
            == (transfer.kind() == 'p' ? -transfer.amount() : transfer.amount())
        && wallets.getFirst().buyer().equals(transfer.buyer());
  }

  private boolean isStatementRight(String buyer) {
    long number = 0;
    long balance = 0;
    for (EntryRow entry : statement(history, buyer)) {
      number++;
      balance += entry.amount();
      if (entry.line().number() != number || entry.line().balance() != balance || balance < 0) {
        return false;
      }
    }
    List<WalletRow> rows =
        history.ledger().wallets().stream().filter(row -> row.buyer().equals(buyer)).toList();
    if (rows.isEmpty()) {
      return number == 0;
    }
    long last = number;
    long left = balance;
    return rows.stream().allMatch(row -> row.version() == last && row.balance() == left);
  }

  private boolean isPaidOnce(BookingRow booking) {
    return isMovedOnce(booking, 'p', true)
        && isMovedOnce(booking, 'r', booking.cancelledAt() != null);
  }

  private boolean isMovedOnce(BookingRow booking, char kind, boolean isWanted) {
    List<TransferRow> moved =
        history.ledger().transfers().stream()
            .filter(row -> row.kind() == kind && booking.id().equals(row.booking()))
            .toList();
    return moved.size() == (isWanted ? 1 : 0)
        && moved.stream()
            .allMatch(
                row ->
                    row.amount() == booking.claimed().total()
                        && row.buyer().equals(booking.claimed().buyer()));
  }

  private boolean isOfABooking(TransferRow transfer) {
    return transfer.booking() == null
        || history.sale().bookings().stream().anyMatch(row -> row.id().equals(transfer.booking()));
  }
}
