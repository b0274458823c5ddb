package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Bookings;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.wallet.Wallets;
import dev.stampede.postgres.LedgerCheck;
import dev.stampede.postgres.PostgresBookings;
import dev.stampede.postgres.PostgresWallets;
import dev.stampede.testkit.PayingContract;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Paying in the hope that nobody else does keeps the contract. With the check of the version
 * dropped (any version that is not older will do), {@code
 * aWalletIsNeverOverdrawnHoweverManyPayAtOnce} and {@code
 * paymentsOfOneHoldAtOnceAreOneBookingAndOneCharge} fail: two payments write the same entry, and
 * the same event of a seat.
 */
final class OptimisticPaymentsTest extends PayingContract {

  private static PaymentsFixture fixture;
  private static Claims claims;

  @BeforeAll
  static void open() {
    fixture = new PaymentsFixture();
    claims = fixture.inCompany(new OptimisticPayments(fixture.connections, fixture.shows::find));
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Override
  protected Claims claims() {
    return claims;
  }

  @Override
  protected Shows shows() {
    return fixture.shows;
  }

  @Override
  protected Bookings bookings() {
    return new PostgresBookings(fixture.database);
  }

  @Override
  protected Wallets wallets() {
    return new PostgresWallets(fixture.database);
  }

  @Override
  protected List<String> ledgerDifferences() {
    return new LedgerCheck(fixture.database).run().differences();
  }

  @Override
  protected String databaseUrl() {
    return fixture.data.url();
  }
}
