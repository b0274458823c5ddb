package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * The optimistic way to pay: read without locks, write seats and wallet only as of the version that
 * was read. A lost race is tried again three times after growing pauses; then its outcome is {@link
 * #RETRIES_EXHAUSTED}, and nothing was taken.
 */
public final class OptimisticPayments implements Claims {

  /** The answer when every try lost its race. */
  public static final Overloaded RETRIES_EXHAUSTED =
      new Overloaded("retries exhausted: others changed the wallet or the seats 4 times in a row");

  private static final int MAX_RETRIES = 3;

  /** Doubled after each lost race. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);

  private final OnePayment payment;

  public OptimisticPayments(DataSource connections, Function<ShowId, Optional<Show>> shows) {
    this.payment = new OnePayment(connections, shows, Protection.VERSIONS);
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    Claim.Book book = OnePayment.only(claim);
    try {
      for (int retry = 0; retry <= MAX_RETRIES; retry++) {
        if (retry > 0) {
          pause(retry);
        }
        if (payment.attempt(book) instanceof OnePayment.Try.Decided(ClaimOutcome outcome)) {
          return outcome;
        }
      }
      return RETRIES_EXHAUSTED;
    } catch (SQLException e) {
      throw new ClaimFailedException(
          "%s could not be paid: %s".formatted(book.described(), e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Overloaded("interrupted between two tries");
    }
  }

  /** Half of it by chance, so that those who lost together do not come back together. */
  private static void pause(int retry) throws InterruptedException {
    long millis = FIRST_PAUSE.toMillis() << (retry - 1);
    Thread.sleep(millis / 2 + ThreadLocalRandom.current().nextLong(millis + 1));
  }
}
