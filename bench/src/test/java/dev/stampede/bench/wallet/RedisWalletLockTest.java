package dev.stampede.bench.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.bench.wallet.WalletLock.Attempt.Acquired;
import dev.stampede.bench.wallet.WalletLock.Attempt.Busy;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.redis.Redis;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class RedisWalletLockTest {

  private static final Buyer ALICE = new Buyer("alice");
  private static final Buyer BOB = new Buyer("bob");

  private static final Redis REDIS = Redis.open(PaymentsFixture.redisSettings());

  private final String prefix = TestServices.shared().freshKeyPrefix();
  private final WalletLock lock = new RedisWalletLock(REDIS, prefix, Duration.ofMillis(50));

  @AfterAll
  static void close() {
    REDIS.close();
  }

  @Test
  void aWalletIsOneOwnersUntilItIsGivenBack() {
    Acquired first = acquired(ALICE);

    assertThat(lock.acquire(ALICE))
        .isEqualTo(new Busy("the lock on the wallet of alice was not free within 50 ms"));
    acquired(BOB).release().run();
    first.release().run();
    acquired(ALICE).release().run();
  }

  @Test
  void aLateReleaseDoesNotEndAnothersLock() throws Exception {
    Acquired late = acquired(ALICE);
    REDIS
        .commands()
        .set(prefix + "wallet:alice", "another")
        .toCompletableFuture()
        .get(5, TimeUnit.SECONDS);

    assertThatThrownBy(late.release()::run)
        .hasMessageContaining("was lost before it was given back");
    assertThat(lock.acquire(ALICE)).isInstanceOf(Busy.class);
  }

  private Acquired acquired(Buyer buyer) {
    WalletLock.Attempt attempt = lock.acquire(buyer);
    assertThat(attempt).isInstanceOf(Acquired.class);
    return (Acquired) attempt;
  }
}
