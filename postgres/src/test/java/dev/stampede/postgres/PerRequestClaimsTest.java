package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.deadline.Deadline;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows;
import dev.stampede.testkit.ClaimsContract;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Claiming one by one keeps the contract. */
final class PerRequestClaimsTest extends ClaimsContract {

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

  /** Seen to fail with the pool's own patience, after which the claim had failed. */
  @Test
  void whoFindsNoConnectionInTimeHearsThatTooManyAsk() throws Exception {
    PostgresSettings small =
        new PostgresSettings(
            DatabaseUrl.parse(fixture.data.url()),
            PostgresSettings.MIN_POOL_SIZE,
            ClaimsFixture.TRANSACTION_TIMEOUT);
    ShowId show = fixture.show(1, 1);
    try (Database narrow = Database.openAsItIs(small)) {
      Claims few =
          new PerRequestClaims(
              narrow, new PostgresShows(narrow), ClaimsFixture.NoGate.INSTANCE, ClaimNews.NONE);
      long start = System.nanoTime();
      try (Connection one = narrow.connection();
          Connection two = narrow.connection()) {
        assertThat(List.of(one, two)).hasSize(small.poolSize());

        ClaimOutcome outcome =
            Deadline.within(
                Duration.ofMillis(50), () -> few.claim(ClaimsFixture.hold(show, "ann", 0)));

        assertThat(outcome).isInstanceOf(ClaimOutcome.Overloaded.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Database.POOL_WAIT);
      }
      assertThat(few.claim(ClaimsFixture.hold(show, "ann", 0)))
          .isInstanceOf(ClaimOutcome.Held.class);
    }
  }

  /** Seen to fail with a wait for the row that is as long as it is for a claim without one. */
  @Test
  void nobodyWaitsForARowBeyondTheirDeadline() {
    assertThat(Deadline.within(Duration.ofHours(1), RowLocking::limitWait)).endsWith("= 250");
    assertThat(Deadline.within(Duration.ZERO, RowLocking::limitWait)).endsWith("= 1");
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
  protected String databaseUrl() {
    return fixture.data.url();
  }
}
