package dev.stampede.redis.news;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.news.ChangeNews;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.SharedTestRedis;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Word of changes between servers, on a real Redis of any shape. */
abstract class ChangeNewsContract {

  private static final Duration SOON = Duration.ofSeconds(20);

  private final SharedTestRedis shared;
  private final RedisChangeNews one;
  private final RedisChangeNews other;

  ChangeNewsContract(RedisSettings settings) {
    shared = new SharedTestRedis(settings);
    one = new RedisChangeNews(shared.redis(), shared.prefix());
    other = new RedisChangeNews(shared.redis(), shared.prefix());
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
    shared.redis().close();
  }

  @Test
  void allServersHearOfTheirKindAndOfNoOther() {
    RecordingListener mine = listening(one, "show");
    RecordingListener theirs = listening(other, "show");
    RecordingListener stranger = listening(other, "alert");

    one.tell("show", "17", 3);
    other.tell("show", "with a blank", 4);
    one.tell("nobody's", "x", 1);

    for (RecordingListener listener : List.of(mine, theirs)) {
      Eventually.within(SOON).until("both are heard", () -> listener.heard.size() == 2);
      assertThat(listener.heard).containsExactlyInAnyOrder("17@3", "with a blank@4");
    }
    assertThat(stranger.heard).isEmpty();
  }

  @Test
  void anUnreadableMessageIsSkippedAndTheChannelGoesOn() throws Exception {
    RecordingListener listener = listening(other, "show");

    for (String bad : List.of("", "show", "show x", "show notanumber 17")) {
      SharedTestRedis.now(shared.redis().commands().publish(shared.prefix() + "changes", bad));
    }
    one.tell("show", "17", 3);

    Eventually.within(SOON).until("the good one is heard", () -> listener.heard.contains("17@3"));
    assertThat(listener.heard).containsExactly("17@3");
    assertThat(listener.missed).isNotEmpty();
  }

  @Test
  void anInvalidKindAnOverlongKeyAndASecondListenerAreRefused() {
    assertThatThrownBy(() -> one.tell("two words", "17", 3)).hasMessageContaining("two words");
    assertThatThrownBy(() -> one.tell("show", "x".repeat(257), 3))
        .hasMessageContaining("257 characters");
    listening(one, "show");
    assertThatThrownBy(() -> listening(one, "show")).hasMessageContaining("already");
  }

  private static RecordingListener listening(ChangeNews news, String kind) {
    RecordingListener listener = new RecordingListener();
    news.listen(kind, listener);
    return listener;
  }

  private static final class RecordingListener implements ChangeNews.Listener {
    final List<String> heard = new CopyOnWriteArrayList<>();
    final List<String> missed = new CopyOnWriteArrayList<>();

    @Override
    public void heard(String key, long version) {
      heard.add(key + "@" + version);
    }

    @Override
    public void missed() {
      missed.add("missed");
    }
  }
}
