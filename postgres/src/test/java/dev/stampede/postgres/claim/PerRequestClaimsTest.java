package dev.stampede.postgres.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.testkit.ClaimsContract;
import dev.stampede.testkit.Eventually;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
    claims = new PerRequestClaims(fixture.database, fixture.shows, ClaimNews.NONE);
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  /** Seen to fail with the pool's own timeout, after which the claim had failed. */
  @Test
  void aClaimWithoutAConnectionBeforeItsDeadlineIsOverloaded() throws Exception {
    PostgresSettings small =
        new PostgresSettings(
            DatabaseUrl.parse(fixture.data.url()),
            PostgresSettings.MIN_POOL_SIZE,
            ClaimsFixture.TRANSACTION_TIMEOUT);
    ShowId show = fixture.show(1, 1);
    try (Database narrow = Database.openAsItIs(small)) {
      Claims few = new PerRequestClaims(narrow, new PostgresShows(narrow), ClaimNews.NONE);
      try (Connection one = narrow.connection();
          Connection two = narrow.connection()) {
        assertThat(List.of(one, two)).hasSize(small.poolSize());
        long start = System.nanoTime();

        ClaimOutcome outcome =
            RequestDeadline.within(
                Duration.ofMillis(50), () -> few.claim(ClaimsFixture.hold(show, "ann", 0)));

        assertThat(outcome).isInstanceOf(ClaimOutcome.Overloaded.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Database.POOL_WAIT);
      }
      assertThat(few.claim(ClaimsFixture.hold(show, "ann", 0)))
          .isInstanceOf(ClaimOutcome.Held.class);
    }
  }

  @Test
  void aCrowdOfClaimsLeavesConnectionsToOthers() throws Exception {
    int pool = 6;
    int most = pool - ClaimSlots.SPARED;
    PostgresSettings small =
        new PostgresSettings(
            DatabaseUrl.parse(fixture.data.url()), pool, ClaimsFixture.TRANSACTION_TIMEOUT);
    ShowId show = fixture.show(2, 10);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger deciding = new AtomicInteger();
    AtomicInteger locked = new AtomicInteger();
    UnderLocks slow =
        new UnderLocks() {
          @Override
          public void run() {
            deciding.incrementAndGet();
            awaitQuietly(release);
          }

          @Override
          public void lockedAfter(Duration took) {
            locked.incrementAndGet();
          }
        };
    try (Database narrow = Database.openAsItIs(small);
        ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      Claims claims =
          new PerRequestClaims(
              narrow, new PostgresShows(narrow), WalletLimits.DEFAULT, ClaimNews.NONE, slow);
      List<Future<ClaimOutcome>> outcomes =
          ClaimsFixture.holds(show, 20).stream()
              .map(claim -> crowd.submit(() -> claims.claim(claim)))
              .toList();
      Eventually.within(Duration.ofSeconds(20))
          .until("as many as may are at it", () -> deciding.get() == most);

      try (Connection spared = narrow.connection()) {
        assertThat(spared.isValid(30)).isTrue();
        assertThat(narrow.poolUse().active()).isLessThanOrEqualTo(most + 1);
      }
      assertThat(
              RequestDeadline.<ClaimOutcome, RuntimeException>within(
                  Duration.ofMillis(1), () -> claims.claim(ClaimsFixture.hold(show, "late", 19))))
          .isInstanceOf(ClaimOutcome.Overloaded.class);

      release.countDown();
      for (Future<ClaimOutcome> outcome : outcomes) {
        assertThat(outcome.get()).isInstanceOf(ClaimOutcome.Held.class);
      }
      assertThat(locked).as("each lock was heard of").hasValue(20);
    }
  }

  /** Seen to fail while a row that was waited for in vain ended the claim before the look-up. */
  @Test
  void aRepeatGetsItsStoredAnswerWhileTheRowIsLocked() throws Exception {
    ShowId show = fixture.show(1, 2);
    Operation key = Operation.of(new Buyer("ann"), "POST", show.toString(), new byte[0]);
    Claim.Hold claim = ClaimsFixture.hold(show, "ann", Optional.of(key), 0);
    ClaimOutcome.Success first = (ClaimOutcome.Success) claims.claim(claim);
    try (Connection other = fixture.lockSeat(show, 0)) {
      assertThat(claims.claim(claim)).isEqualTo(new ClaimOutcome.Replayed(first));
      assertThat(claims.claim(ClaimsFixture.hold(show, "ben", 0)))
          .as("a claim without a stored answer")
          .isInstanceOf(ClaimOutcome.Overloaded.class);
      other.rollback();
    }
  }

  /** Seen to fail with a wait for the row that is as long as it is for a claim without one. */
  @Test
  void nobodyWaitsForARowBeyondTheirDeadline() {
    assertThat(RequestDeadline.within(Duration.ofHours(1), RowLocking::limitWait))
        .endsWith("= 250");
    assertThat(RequestDeadline.within(Duration.ZERO, RowLocking::limitWait)).endsWith("= 1");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
