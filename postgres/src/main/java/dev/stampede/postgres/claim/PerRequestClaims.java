package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.OutcomeUnknown;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.ReadOnly;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.layer.ClaimsInOrder;
import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.lane.Commit.Fate;
import dev.stampede.lane.Decision;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.PoolEmptyException;
import dev.stampede.postgres.SqlFailure;
import dev.stampede.postgres.Transport;
import dev.stampede.postgres.show.PostgresShows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides each claim in its own transaction: begin, lock the rows, check, write, commit, publish
 * the news. Each write is a round trip, and each claim pays for its own commit.
 *
 * <p>While Redis is unavailable, the gate refuses no claim, and a crowd would take all connections
 * of the pool. So {@link ClaimSlots} limits the claims that have a connection at once and leaves
 * some for others.
 */
public final class PerRequestClaims implements Claims, ClaimsInOrder {

  private static final int MAX_TRIES = 4;
  private static final String STAYED_LOCKED = "a row that the claim needs stayed locked";

  private static final Logger log = LoggerFactory.getLogger(PerRequestClaims.class);

  private final Database database;
  private final CommitterCache known;
  private final ClaimNews news;
  private final UnderLocks underLocks;
  private final ClaimSlots slots;

  /** Per-request claims with the default limits for wallets. */
  public PerRequestClaims(Database database, PostgresShows shows, ClaimNews news) {
    this(database, shows, WalletLimits.DEFAULT, news, UnderLocks.NOTHING);
  }

  /**
   * Per-request claims with a hook that runs while a transaction has its row locks.
   *
   * @param underLocks runs once in each transaction
   */
  public PerRequestClaims(
      Database database,
      PostgresShows shows,
      WalletLimits limits,
      ClaimNews news,
      UnderLocks underLocks) {
    this.database = database;
    this.known = CommitterCache.empty(limits, shows.maps());
    this.news = news;
    this.underLocks = underLocks;
    this.slots = new ClaimSlots(database.settings().poolSize());
  }

  /** Empties its caches after the database was rewound; from any thread, without waiting. */
  public void startOver() {
    known.startOver();
  }

  /** Decides one request after the other, each in its own transaction. */
  @Override
  public Progress claimInOrder(int partition, List<BookingRequest> requests) {
    List<ClaimOutcome> outcomes = new ArrayList<>(requests.size());
    for (BookingRequest request : requests) {
      try {
        switch (claim(new Claim.Requested(request, partition))) {
          case Overloaded _ -> {
            return new Progress(outcomes, Optional.of(new Obstacle.Busy()));
          }
          case ReadOnly(String why) -> {
            return new Progress(outcomes, Optional.of(new Obstacle.NotNow(why)));
          }
          case OutcomeUnknown _ -> {
            return new Progress(
                outcomes, Optional.of(new Obstacle.NotNow("the answer to a commit was lost")));
          }
          case ClaimOutcome decided -> outcomes.add(decided);
        }
      } catch (ClaimFailedException e) {
        return new Progress(outcomes, Optional.of(new Obstacle.Broke(e)));
      }
    }
    return new Progress(outcomes, Optional.empty());
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    if (!slots.take()) {
      return new Overloaded(
          "%d claims are being decided, which is the limit, and the claim's turn did not come in time"
              .formatted(slots.slots()));
    }
    try {
      return decide(claim);
    } finally {
      slots.giveBack();
    }
  }

  private ClaimOutcome decide(Claim claim) {
    // The best seats are everybody's first choice: to wait for them is to find them taken.
    boolean isBest =
        claim.bare() instanceof Claim.Taking taking && taking.wanted() instanceof Wanted.Best;
    boolean stayedLocked = false;
    for (int tries = 1; tries <= MAX_TRIES; tries++) {
      if (RequestDeadline.passed()) {
        return new Overloaded("the claim's deadline passed before its turn came");
      }
      boolean skips = stayedLocked || (isBest && tries < MAX_TRIES);
      RowLocking locking = skips ? RowLocking.SKIP : RowLocking.WAIT;
      try (Connection connection = database.connection()) {
        Decision<ClaimOutcome> decision = attempt(connection, claim, locking);
        if (decision instanceof Decision.Decided<ClaimOutcome> decided) {
          return decided.answer();
        }
        if (stayedLocked) {
          return new Overloaded(STAYED_LOCKED);
        }
      } catch (PoolEmptyException e) {
        return new Overloaded(String.valueOf(e.getMessage()));
      } catch (SQLException e) {
        database.timeouts().note(e);
        switch (SqlFailure.of(e)) {
          // The row was waited for in vain. A stored answer needs no row, so a repeat still gets
          // it.
          case ROW_LOCKED -> stayedLocked = true;
          case CONNECTION -> {
            return new ReadOnly("PostgreSQL is unavailable: " + e.getMessage());
          }
          case CONFLICT -> log.debug("a claim is tried again", e);
          case OTHER ->
              throw new ClaimFailedException(
                  "%s could not be decided; nothing was written: %s"
                      .formatted(claim.described(), e.getMessage()),
                  e);
        }
      }
    }
    return new Overloaded(
        stayedLocked ? STAYED_LOCKED : "others interfered in all " + MAX_TRIES + " tries");
  }

  private Decision<ClaimOutcome> attempt(Connection connection, Claim claim, RowLocking locking)
      throws SQLException {
    GroupTransaction transaction =
        new GroupTransaction(connection, Transport.ONE_BY_ONE, known.withEmptyPool(), underLocks);
    // What is not committed here is rolled back by the pool when it gets the connection back.
    GroupTransaction.Result result = transaction.decide(List.of(claim), locking);
    Decision<ClaimOutcome> decision = result.decided().decisions().getFirst();
    if (result.decided().writes().isEmpty()) {
      return decision;
    }
    CommitNews committed = CommitNews.of(result.decided().writes(), result.now());
    return switch (commit(transaction, result)) {
      case COMMITTED -> {
        committed.tell(news);
        yield decision;
      }
      case ROLLED_BACK -> new Decision.CarriedOver<>();
      case UNKNOWN -> new Decision.Decided<>(new OutcomeUnknown());
    };
  }

  private Fate commit(GroupTransaction transaction, GroupTransaction.Result result)
      throws SQLException {
    try {
      transaction.commit(result);
      return Fate.COMMITTED;
    } catch (SQLException e) {
      if (SqlFailure.of(e) != SqlFailure.CONNECTION) {
        throw e;
      }
      database.timeouts().note(e);
      log.warn(
          "no answer to the COMMIT of transaction {}; the server checks whether it was committed",
          result.transaction(),
          e);
      return new CommitInquiry(database.settings(), result.transaction(), result.mark()).fate();
    }
  }
}
