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
