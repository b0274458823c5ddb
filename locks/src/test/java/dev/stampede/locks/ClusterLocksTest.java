package dev.stampede.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.testkit.SharedTopologies;
import dev.stampede.testkit.TestServices;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a cluster of three masters: scripts, hash tags, and messages that cross from node to node. */
final class ClusterLocksTest {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final LockSettings SETTINGS =
      LockSettings.withPrefix(TestServices.shared().freshKeyPrefix())
          .answeredWithin(Duration.ofSeconds(30));

  private final RedisClusterClient client =
      RedisClusterClient.create(
          Pattern.compile(",")
              .splitAsStream(SharedTopologies.cluster().nodes())
              .map(node -> RedisURI.create("redis://" + node))
              .toList());

  @AfterEach
  void end() {
    client.shutdown();
  }

  @Test
  void keysThatDoNotShareAHashTagAreRefusedByName() {
    try (RedisLocks locks = RedisLocks.open(client, SETTINGS)) {
      assertThatThrownBy(() -> locks.acquire(LockRequest.on("stock", "till")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("'stock'", "'till'", "{tag}stock");

      Asking.held(locks, LockRequest.on("{order}stock", "{order}till")).close();
    }
  }

  @Test
  void aLockGoesFromProcessToProcess() throws Exception {
    try (RedisLocks here = RedisLocks.open(client, SETTINGS.handedOverAtMost(1));
        RedisLocks there = RedisLocks.open(client, SETTINGS.handedOverAtMost(1))) {
      List<RedisLocks> both = List.of(here, there);
      AtomicInteger inside = new AtomicInteger();
      Crew crew = new Crew();
      for (int i = 0; i < 6; i++) {
        RedisLocks locks = both.get(i % 2);
        crew.send(
            () -> {
              for (int n = 0; n < 30; n++) {
                HeldLock lock = Asking.held(locks, LockRequest.on("seat").within(SOON));
                assertThat(inside.getAndIncrement()).isZero();
                inside.decrementAndGet();
                assertThat(lock.release()).isEqualTo(Release.RELEASED);
              }
              return "done";
            });
      }
      crew.join(Duration.ofMinutes(2));
    }
  }
}
