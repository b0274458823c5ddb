package dev.stampede.engine.verify;

/** What is compared with what. Each part is gone through from one end to the other, in slices. */
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

  /** What waits to be told has happened, and nothing that must be told after it is missing. */
  OUTBOX("outbox"),

  /** What Redis says of a seat is not against what the database says. */
  SEAT_KEYS("seat-keys"),

  /** All entries there are sum to zero, and a wallet's to what wallets have, in one look. */
  LEDGER("ledger");

  private final String label;

  Part(String label) {
    this.label = label;
  }

  /** As people and tables have it. */
  public String label() {
    return label;
  }
}
