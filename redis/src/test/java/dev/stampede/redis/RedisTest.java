package dev.stampede.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.redis.RedisSettings.Access;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RedisTest {

  private static final Duration SOON = Duration.ofSeconds(30);

  @Test
  void aRunningRedisAnswersAndKeepsWhatItIsGiven() {
    String key = TestServices.shared().freshKeyPrefix() + "greeting";
    try (Redis redis = Redis.open(single())) {
      Eventually.within(SOON)
          .until(
              "it answers and keeps it",
              () -> {
                redis.ping(SOON);
                SharedTestRedis.now(redis.commands().set(key, "hello", SetArgs.Builder.ex(60)));
                return SharedTestRedis.now(redis.commands().get(key)).equals("hello");
              });
    }
  }

  @Test
  void aRedisThatIsAwayIsNamedWithoutItsPassword() {
    RedisSettings away =
        new RedisSettings.Single(
            new RedisNode("127.0.0.1", 1), 0, new Access("shop", "hunter2", false));

    assertThatThrownBy(() -> Redis.open(away))
        .isInstanceOf(RedisUnreachableException.class)
        .hasMessageContaining("Redis did not answer at 127.0.0.1:1/0 as shop")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aNodeIsAHostAndAPort() {
    assertThat(RedisNode.parse("cache:6379")).isEqualTo(new RedisNode("cache", 6379));
    for (String wrong : List.of("", "cache", "cache:", "cache:0", "cache:70000", "a b:1", ":1")) {
      assertThatThrownBy(() -> RedisNode.parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static RedisSettings single() {
    return RedisSettings.Single.parse(TestServices.shared().redisUrl());
  }
}
