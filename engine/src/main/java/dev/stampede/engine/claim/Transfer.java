package dev.stampede.engine.claim;

import java.util.List;
import java.util.Optional;

/**
 * A movement of points between a wallet and another account: two entries that sum to zero.
 *
 * @param booking what was paid or given back; empty for a top-up
 * @param orderedBy whose request it was: the buyer's own, a shop's, an operator's
 * @param number counts the entries of this wallet, without gaps
 * @param balance what the wallet has after it
 */
public record Transfer(
    TransferId id,
    Kind kind,
    Buyer wallet,
    long amount,
    Optional<BookingId> booking,
    Buyer orderedBy,
    long number,
    long balance) {

  /** The reason why points move. */
  public enum Kind {
    TOP_UP(Account.PROVIDER, 1),
    PAYMENT(Account.HOUSE, -1),
    REFUND(Account.HOUSE, 1);

    private final Account against;
    private final int sign;

    Kind(Account against, int sign) {
      this.against = against;
      this.sign = sign;
    }

    /** Returns the change of the wallet's balance. */
    public long signed(long amount) {
      return sign * amount;
    }
  }

  /**
   * The account that points are in. Only a wallet has a balance of its own: one row for the house
   * would make all groups of all processes wait for each other. The balance of the others is the
   * sum of their entries.
   */
  public enum Account {
    WALLET,
    HOUSE,
    PROVIDER
  }

  /** One side of a transfer: what it adds to the account, or takes from it if below zero. */
  public record Entry(Account account, long amount) {}

  public Transfer {
    if (amount < 1 || balance < 0 || number < 1) {
      throw new IllegalArgumentException(
          "transfer %s moves %d points as number %d and leaves %d; no points are not moved, and no wallet is below zero"
              .formatted(id, amount, number, balance));
    }
  }

  public List<Entry> entries() {
    long signed = kind.signed(amount);
    return List.of(new Entry(Account.WALLET, signed), new Entry(kind.against, -signed));
  }
}
