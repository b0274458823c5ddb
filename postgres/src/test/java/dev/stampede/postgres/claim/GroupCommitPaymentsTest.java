package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Claims;
import dev.stampede.testkit.PaymentStores;
import dev.stampede.testkit.PaymentsContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Paying in groups keeps the contract, with two lanes that compete for rows. */
final class GroupCommitPaymentsTest extends PaymentsContract {

  private static TwoLanes lanes;

  @BeforeAll
  static void open() {
    lanes = new TwoLanes(ClaimNews.NONE);
  }

  @AfterAll
  static void close() {
    lanes.close();
  }

  @Override
  protected Claims claims() {
    return lanes.claims;
  }

  @Override
  protected PaymentStores stores() {
    return lanes.fixture.stores();
  }
}
