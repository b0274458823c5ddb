package dev.stampede.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import io.lettuce.core.RedisClient;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

final class LossyRedisTest {

  private static final Duration SOON = Duration.ofSeconds(30);

  @Test
  void everyTenthMessageIsLostAndNothingElse() throws Exception {
    String url = TestServices.shared().redisUrl();
    String channel = TestServices.shared().freshKeyPrefix() + "news";
    List<String> heard = new CopyOnWriteArrayList<>();
    try (LossyRedis lossy = LossyRedis.to(url, 10)) {
      RedisClient client = RedisClient.create(lossy.url());
      try (var messages = client.connectPubSub();
          var commands = client.connect()) {
        messages.addListener(
            new RedisPubSubAdapter<>() {
              @Override
              public void message(String from, String text) {
                heard.add(text);
              }
            });
        messages.sync().subscribe(channel);
        long before = lossy.commands();
        for (int i = 1; i <= 25; i++) {
          assertThat(commands.sync().publish(channel, "message " + i)).isEqualTo(1);
        }

        Eventually.within(SOON).until("the rest is heard", () -> heard.contains("message 25"));
        assertThat(heard).hasSize(23).doesNotContain("message 10", "message 20");
        assertThat(lossy.commands() - before).isEqualTo(25);
      } finally {
        client.shutdown();
      }
    }
  }
}
