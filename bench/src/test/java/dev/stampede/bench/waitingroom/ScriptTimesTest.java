package dev.stampede.bench.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.bench.services.BenchServices;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.redis.Redis;
import dev.stampede.redis.line.RedisLine;
import dev.stampede.testkit.TestServices;
import io.lettuce.core.ScriptOutputType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class ScriptTimesTest {

  /** Long enough to be noted on any machine, told by Redis's own clock. */
  private static final String BUSY_FOR_30_MS =
      """
      local function micros()
        local time = redis.call('TIME')
        return time[1] * 1000000 + time[2]
      end
      local start = micros()
      while micros() - start < 30000 do end
      return 'done'
      """;

  private static final Redis REDIS =
      BenchServices.openRedis(TestServices.shared().redisUrl() + "/0");

  @AfterAll
  static void close() {
    REDIS.close();
  }

  @Test
  void theLongestScriptSinceTheLastLookIsNotedByItsDigest() throws Exception {
    String digest = RedisAwait.answer(REDIS.commands().scriptLoad(BUSY_FOR_30_MS));
    ScriptTimes watch = ScriptTimes.on(REDIS);

    var _ = RedisAwait.<String>answer(REDIS.commands().evalsha(digest, ScriptOutputType.VALUE));

    ScriptTimes.Longest longest = watch.look();
    assertThat(longest.millis()).isGreaterThanOrEqualTo(30);
    assertThat(longest.script()).isEqualTo("script " + digest);
    assertThat(longest.noted()).isEqualTo(1);
    assertThat(watch.look().script()).isNotEqualTo(longest.script());
  }

  @Test
  void scriptsOfTheLineAreKnownByTheDigestThatRedisKnowsThemBy() throws Exception {
    RedisLine line = new RedisLine(REDIS, TestServices.shared().freshKeyPrefix(), 10);

    assertThatThrownBy(() -> line.join(new ShowId(1), new Buyer("alice"), 0))
        .isInstanceOf(LineLostException.class);

    String digest = ScriptNames.digest("join");
    assertThat(RedisAwait.answer(REDIS.commands().scriptExists(digest))).containsExactly(true);
    assertThat(new ScriptNames().of(digest)).isEqualTo("join.lua");
  }
}
