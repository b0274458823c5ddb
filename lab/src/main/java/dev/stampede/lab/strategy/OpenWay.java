package dev.stampede.lab.strategy;

import dev.stampede.assembly.ClaimPath;
import dev.stampede.assembly.ClaimPathSettings;
import dev.stampede.assembly.ClaimWay;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.services.LabStores;
import dev.stampede.lane.LaneSettings;
import dev.stampede.locks.LockSettings;
import dev.stampede.locks.RedisLocks;
import dev.stampede.locks.SequenceFences;
import dev.stampede.locks.Waiting;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.claim.UnderLocks;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A way to claim, opened for one run: the one place where ways are put together. */
public final class OpenWay implements Claims, AutoCloseable {

  /** So many servers share the locks in Redis: callers of one hand locks to each other at home. */
  private static final int LOCK_SERVERS = 4;

  private static final int LANES = 2;

  private final Plan plan;
  private final LabStores stage;
  private final Witness witness;
  private final UnderLocks thinking;
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final Claims claims;

  private OpenWay(Plan plan, LabStores stage, Witness witness) {
    this.plan = plan;
    this.stage = stage;
    this.witness = witness;
    this.thinking = Thinking.of(plan.tries().thinkTime());
    this.claims = open();
  }

  public static OpenWay of(Plan plan, LabStores stage, Witness witness) {
    return new OpenWay(plan, stage, witness);
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    return claims.claim(claim);
  }

  private Claims open() {
    WaySteps steps = new WaySteps(witness, thinking);
    return switch (plan.strategy()) {
      case UNSAFE -> inTransactions(new Unsafe(steps));
      case OPTIMISTIC -> inTransactions(new Optimistic(steps));
      case PESSIMISTIC -> inTransactions(new Pessimistic(steps));
      case SKIP_LOCKED -> inTransactions(new SkipLocked(steps));
      case SERIALIZABLE -> inTransactions(new Serializable(steps));
      case ADVISORY -> inTransactions(new Advisory(steps));
      case REDIS_SIMPLE -> behindRedis(Waiting.SIMPLE, steps);
      case REDIS_SPIN -> behindRedis(Waiting.SPIN, steps);
      case REDIS_PUBSUB -> behindRedis(Waiting.PUBSUB, steps);
      case PER_REQUEST -> retried(new ProductClaims(perRequest()));
      case GROUP_COMMIT -> retried(new ProductClaims(groupCommit()));
      case KAFKA_PARTITION ->
          keep(
              KafkaPartition.open(
                  stage.kafkaBootstrapServers(),
                  inTransactions(new Pessimistic(steps)),
                  plan.tries().lockWait()));
    };
  }

  private Claims inTransactions(Way way) {
    return retried(new InTransaction(stage.pool(), way));
  }

  private Claims retried(Attempt attempt) {
    boolean waits =
        plan.strategy() != Strategy.REDIS_SIMPLE && plan.strategy() != Strategy.SKIP_LOCKED;
    return new RetriedClaims(
        attempt,
        plan.tries().maxAttempts(),
        waits ? ComingBack.NEVER : ComingBack.AFTER_A_PAUSE,
        witness);
  }

  private Claims behindRedis(Waiting waiting, WaySteps steps) {
    LockSettings settings = LockSettings.withPrefix(stage.keyPrefix());
    SequenceFences fences = new SequenceFences(stage.pool(), LabStores.FENCES);
    List<RedisLocks> servers = new ArrayList<>();
    for (int i = 0; i < LOCK_SERVERS; i++) {
      servers.add(keep(RedisLocks.open(stage.lockClient(), settings, fences)));
    }
    return retried(
        new BehindRedisLock(
            servers,
            new BehindRedisLock.Asking(waiting, plan.tries().lockWait(), plan.guard()),
            stage.pool(),
            steps));
  }

  private Claims perRequest() {
    return new Bounded(
        path(ClaimWay.PER_REQUEST).claims(), plan.tries().connections(), plan.tries().lockWait());
  }

  private Claims groupCommit() {
    ClaimPath path = path(ClaimWay.GROUP_COMMIT);
    ShowId scratch = stage.newShow(LANES);
    int lane = 0;
    for (GroupCommitter committer : path.committers()) {
      connect(committer, scratch, new Buyer("lane-" + lane++));
    }
    return path.claims();
  }

  /** The product's own path, without the knowledge of one server. */
  private ClaimPath path(ClaimWay way) {
    LaneSettings usual = LaneSettings.DEFAULT;
    // Everybody has a place in line: what is tried here is the way, not its limit.
    int capacity = Math.max(usual.capacity(), plan.crowd().buyers());
    ClaimPathSettings.Lanes lanes =
        new ClaimPathSettings.Lanes(
            LANES,
            new LaneSettings(capacity, usual.maxGroup(), Duration.ofSeconds(1)),
            plan.tries().lockWait());
    return keep(
        ClaimPath.over(stage.claimStores(), stage.claimSettings(way, lanes))
            .withoutMemory()
            .underLocks(thinking)
            .open());
  }

  /** A server's lanes have had their connections for long: opening them is no part of a sale. */
  private static void connect(GroupCommitter committer, ShowId scratch, Buyer buyer) {
    Wanted any = new Wanted.Best(1, OptionalInt.empty(), OptionalLong.empty());
    HoldId id = HoldId.fresh(System.currentTimeMillis());
    try {
      var _ = committer.commit(List.of(new Claim.Hold(scratch, buyer, Optional.empty(), id, any)));
    } catch (SQLException e) {
      throw new IllegalStateException("a lane found no database: " + e.getMessage(), e);
    }
  }

  private <T extends AutoCloseable> T keep(T resource) {
    opened.add(resource);
    return resource;
  }

  @Override
  public void close() {
    for (AutoCloseable each : opened.reversed()) {
      try {
        each.close();
      } catch (Exception e) {
        throw new IllegalStateException("the way %s did not close".formatted(plan.name()), e);
      }
    }
  }
}
