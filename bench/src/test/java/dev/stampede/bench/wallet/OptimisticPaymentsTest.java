package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Claims;
import dev.stampede.testkit.PayingContract;
import dev.stampede.testkit.PaymentStores;
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
  protected PaymentStores stores() {
    return fixture.stores();
  }
}
