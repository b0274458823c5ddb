package dev.stampede.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.testkit.Eventually;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a cluster of one node that has all slots: scripts, hash tags and messages are as on many. */
final class ClusterLocksTest {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final LockSettings SETTINGS = LockSettings.withPrefix("test:");

  @TempDir private Path folder = Path.of("");
  private AutoCloseable redis = () -> {};
  private RedisClusterClient client = RedisClusterClient.create("redis://127.0.0.1");

  @BeforeEach
  void begin() throws Exception {
    OwnRedis node = new OwnRedis(folder, "--cluster-enabled", "yes");
    redis = node;
    RedisClient single = RedisClient.create(node.url());
    try (var connection = single.connect()) {
      connection.sync().clusterAddSlots(IntStream.range(0, 16_384).toArray());
      Eventually.within(SOON)
          .until(
              "the cluster is one",
              () -> connection.sync().clusterInfo().contains("cluster_state:ok"));
    } finally {
      single.shutdown();
    }
    client.shutdown();
    client = RedisClusterClient.create(node.url());
  }

  @AfterEach
  void end() throws Exception {
    client.shutdown();
    redis.close();
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
      crew.join(Duration.ofMinutes(1));
    }
  }
}
