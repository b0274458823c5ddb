package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Claims;
import dev.stampede.testkit.PayingContract;
import dev.stampede.testkit.PaymentStores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Paying behind the rows' own locks alone keeps the contract. With {@code FOR UPDATE} dropped from
 * the wallet, {@code aWalletIsNeverOverdrawnHoweverManyPayAtOnce} fails: two payments write the
 * same entry of its statement.
 */
final class RowLockedPaymentsTest extends PayingContract {

  private static PaymentsFixture fixture;
  private static Claims claims;

  @BeforeAll
  static void open() {
    fixture = new PaymentsFixture();
    claims =
        fixture.inCompany(
            new LockedPayments(fixture.connections, fixture.shows::find, WalletLock.NONE));
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
