package dev.stampede.postgres;

import dev.stampede.engine.claim.Bookings;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.wallet.Wallets;
import dev.stampede.testkit.PaymentsContract;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Paying one by one keeps the contract. */
final class PerRequestPaymentsTest extends PaymentsContract {

  private static ClaimsFixture fixture;
  private static PerRequestClaims claims;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
    claims =
        new PerRequestClaims(
            fixture.database, fixture.shows, ClaimsFixture.NoGate.INSTANCE, ClaimNews.NONE);
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
