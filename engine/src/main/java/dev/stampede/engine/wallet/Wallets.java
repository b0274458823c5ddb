package dev.stampede.engine.wallet;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Transfer;
import dev.stampede.engine.claim.TransferId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads wallets. Only claims move points. */
public interface Wallets {

  /**
   * A line of a wallet's statement.
   *
   * @param number counts the wallet's entries from 1, without gaps
   * @param amount what came, or what went if below zero
   * @param balance what the wallet had after it
   */
  record Line(
      long number,
      Instant at,
      Transfer.Kind kind,
      TransferId transfer,
      Optional<BookingId> booking,
      long amount,
      long balance) {}

  /** A page of a statement, newest first; {@code next} is the number to continue below. */
  record Statement(List<Line> lines, OptionalLong next) {
    public Statement {
      lines = List.copyOf(lines);
    }
  }

  /** Returns the buyer's points; 0 for a buyer who never had any. */
  long balance(Buyer buyer);

  /** The wallet's entries with numbers below this one; from the newest on without one. */
  Statement entries(Buyer buyer, OptionalLong below, int limit);
}
