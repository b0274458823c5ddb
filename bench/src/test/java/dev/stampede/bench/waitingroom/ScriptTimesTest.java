package dev.stampede.bench.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.bench.services.BenchServices;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.redis.Redis;
import dev.stampede.redis.line.RedisLine;
import dev.stampede.testkit.OwnRedis;
import dev.stampede.testkit.TestServices;
import io.lettuce.core.ScriptOutputType;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @TempDir private static Path folder;

  /** One of its own: the shared one notes the slow scripts of all tests that run meanwhile. */
  private static OwnRedis server;

  private static Redis redis;

  @BeforeAll
  static void open() {
    server = OwnRedis.start(folder);
    redis = BenchServices.openRedis(server.url() + "/0");
  }

  @AfterAll
  static void close() {
    redis.close();
    server.close();
  }

  @Test
  void theLongestScriptSinceTheLastLookIsNotedByItsDigest() throws Exception {
    String digest = RedisAwait.answer(redis.commands().scriptLoad(BUSY_FOR_30_MS));
    ScriptTimes watch = ScriptTimes.on(redis);

    var _ = RedisAwait.<String>answer(redis.commands().evalsha(digest, ScriptOutputType.VALUE));

    ScriptTimes.Longest longest = watch.look();
    assertThat(longest.millis()).isGreaterThanOrEqualTo(30);
    assertThat(longest.script()).isEqualTo("script " + digest);
    assertThat(longest.noted()).isEqualTo(1);
    assertThat(watch.look().script()).isNotEqualTo(longest.script());
  }

  @Test
  void scriptsOfTheLineAreKnownByTheDigestThatRedisKnowsThemBy() throws Exception {
    RedisLine line = new RedisLine(redis, TestServices.shared().freshKeyPrefix(), 10);

    assertThatThrownBy(() -> line.join(new ShowId(1), new Buyer("alice"), 0))
        .isInstanceOf(LineLostException.class);

    String digest = ScriptNames.digest("join");
    assertThat(RedisAwait.answer(redis.commands().scriptExists(digest))).containsExactly(true);
    assertThat(new ScriptNames().of(digest)).isEqualTo("join.lua");
  }
}
