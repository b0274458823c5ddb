package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Pays with a lock and a transaction per payment: takes the wallet's lock, begins, {@code SELECT …
 * FOR UPDATE}, checks, writes, commits, releases the lock. The row locks alone would do; the lock
 * in front lets payments wait without a connection.
 */
public final class LockedPayments implements Claims {

  /** Only with others who lock in another order, as none of ours does. */
  private static final int MAX_DEADLOCKS = 3;

  private final OnePayment payment;
  private final WalletLock lock;

  public LockedPayments(
      DataSource connections, Function<ShowId, Optional<Show>> shows, WalletLock lock) {
    this.payment = new OnePayment(connections, shows, Protection.ROW_LOCKS);
    this.lock = lock;
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    Claim.Book book = OnePayment.only(claim);
    return switch (lock.acquire(book.buyer())) {
      case WalletLock.Attempt.Busy(String why) -> new Overloaded(why);
      case WalletLock.Attempt.Acquired acquired -> {
        try {
          yield pay(book);
        } finally {
          acquired.release().run();
        }
      }
    };
  }

  private ClaimOutcome pay(Claim.Book book) {
    try {
      for (int tries = 0; tries < MAX_DEADLOCKS; tries++) {
        switch (payment.attempt(book)) {
          case OnePayment.Try.Decided(ClaimOutcome outcome) -> {
            return outcome;
          }
          case OnePayment.Try.RowLocked _ -> {
            return new Overloaded("a row that the payment needs stayed locked");
          }
          case OnePayment.Try.LostRace _ -> {
            // A deadlock, and we were the one to give way.
          }
        }
      }
      return new Overloaded("deadlocked %d times".formatted(MAX_DEADLOCKS));
    } catch (SQLException e) {
      throw new ClaimFailedException(
          "%s could not be paid: %s".formatted(book.described(), e.getMessage()), e);
    }
  }
}
