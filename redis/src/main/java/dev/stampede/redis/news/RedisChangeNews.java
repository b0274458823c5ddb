package dev.stampede.redis.news;

import dev.stampede.engine.news.ChangeNews;
import dev.stampede.redis.Redis;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Word of changes on one channel of Redis, as {@code <kind> <version> <key>}. */
public final class RedisChangeNews implements ChangeNews, AutoCloseable {

  /** Longer is not ours: keys are names of shows and the like. */
  private static final int MAX_KEY_CHARS = 256;

  private static final Logger log = LoggerFactory.getLogger(RedisChangeNews.class);

  private final Redis redis;
  private final String channel;
  private final Map<String, Listener> listeners = new ConcurrentHashMap<>();
  private final Redis.Subscription subscription;

  public RedisChangeNews(Redis redis, String keyPrefix) {
    this.redis = redis;
    this.channel = keyPrefix + "changes";
    this.subscription = redis.subscribe(channel, this::message, this::subscribed);
  }

  @Override
  public void tell(String kind, String key, long version) {
    if (kind.isEmpty() || kind.indexOf(' ') >= 0 || key.length() > MAX_KEY_CHARS) {
      throw new IllegalArgumentException(
          "kind is '%s' and the key has %d characters; a kind is one word, a key has at most %d"
              .formatted(kind, key.length(), MAX_KEY_CHARS));
    }
    try {
      var _ = redis.commands().publish(channel, kind + " " + version + " " + key);
    } catch (RuntimeException away) {
      log.debug("failed to tell that {} {} is at version {}", kind, key, version, away);
    }
  }

  @Override
  public void listen(String kind, Listener listener) {
    if (listeners.putIfAbsent(kind, listener) != null) {
      throw new IllegalStateException("there is a listener to " + kind + " already");
    }
  }

  private void subscribed() {
    listeners.values().forEach(Listener::missed);
  }

  private void message(String text) {
    int kindEnds = text.indexOf(' ');
    int versionEnds = text.indexOf(' ', kindEnds + 1);
    if (kindEnds < 0 || versionEnds < 0) {
      log.warn("skipped an unreadable Redis message: {}", text);
      return;
    }
    Listener listener = listeners.get(text.substring(0, kindEnds));
    if (listener != null) {
      pass(listener, text.substring(kindEnds + 1, versionEnds), text.substring(versionEnds + 1));
    }
  }

  /** A listener that fails has missed something; the channel goes on. */
  private static void pass(Listener listener, String version, String key) {
    try {
      listener.heard(key, Long.parseLong(version));
    } catch (RuntimeException | Error e) {
      log.warn(
          "cannot apply the change of {} to version {}; the listener was told that it missed one",
          key,
          version,
          e);
      listener.missed();
    }
  }

  @Override
  public void close() {
    subscription.close();
  }
}
