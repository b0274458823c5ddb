package dev.stampede.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.ClusterRedis;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnRedis;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server is started, or {@code verify} looks, while a node of the cluster is gone: before its
 * replica has taken over and after. Seen to fail before: the dead master stays in the cluster's
 * list, and a client that insists on a connection to every master does not start.
 */
final class ClusterStartTest {

  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String KEY = "{show:1}";

  @TempDir private Path folder = Path.of("");

  @Test
  void itIsOpenedWhileAMasterIsGone() throws Exception {
    try (ClusterRedis cluster = ClusterRedis.start(folder)) {
      OwnRedis master = cluster.masterOf(KEY);
      master.kill();
      try (Redis _ = Redis.open(SharedTestRedis.cluster(cluster))) {
        cluster.awaitOtherMaster(KEY, master, SOON);
      }

      try (Redis redis = Redis.open(SharedTestRedis.cluster(cluster))) {
        Eventually.within(SOON)
            .until(
                "what the dead one kept can be written",
                () -> SharedTestRedis.now(redis.commands().set(KEY, "1")).equals("OK"));
        assertThat(SharedTestRedis.now(redis.commands().get(KEY))).isEqualTo("1");
      }
    }
  }
}
