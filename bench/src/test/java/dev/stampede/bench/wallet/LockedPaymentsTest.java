package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Claims;
import dev.stampede.testkit.PayingContract;
import dev.stampede.testkit.PaymentStores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Paying behind a lock keeps the contract. With the wallet's row left unlocked it still does, since
 * the lock in Redis is enough among those who take it; {@link RowLockedPaymentsTest} then fails.
 */
final class LockedPaymentsTest extends PayingContract {

  private static PaymentsFixture fixture;
  private static Claims claims;

  @BeforeAll
  static void open() {
    fixture = new PaymentsFixture();
    claims =
        fixture.inCompany(
            new LockedPayments(
                fixture.connections,
                fixture.shows::find,
                new RedisWalletLock(fixture.redis, fixture.keyPrefix)));
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
