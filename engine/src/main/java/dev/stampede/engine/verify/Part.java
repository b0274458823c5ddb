package dev.stampede.engine.verify;

/**
 * One comparison of the reconciliation, which goes through each part from end to end, in slices.
 */
public enum Part {
  /** Every show has the seats that its sections promise. */
  SHOWS("shows"),

  /** Every seat is what its events say, and is held by a hold or sold by a booking that says so. */
  SEATS("seats"),

  /** Every live hold has all of its seats. */
  HOLDS("holds"),

  /** Every booking that stands has its seats, was paid once, and if cancelled was paid back. */
  BOOKINGS("bookings"),

  /** Every transfer has its two entries, which sum to zero, and the booking that it is for. */
  TRANSFERS("transfers"),

  /** Every wallet has what its entries add up to, and its statement has no gap. */
  WALLETS("wallets"),

  /**
   * Every event that waits to be sent has happened, and none that must be sent after it is missing.
   */
  OUTBOX("outbox"),

  /** No key in Redis contradicts the database about its seat. */
  SEAT_KEYS("seat-keys"),

  /** All entries there are sum to zero, and a wallet's to what wallets have, in one look. */
  LEDGER("ledger");

  private final String label;

  Part(String label) {
    this.label = label;
  }

  /** The name of the part for people and in tables. */
  public String label() {
    return label;
  }
}
