package dev.stampede.redis.news;

import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatNotice;
import dev.stampede.engine.seats.SharedNews;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the messages of the channel: {@code <show> <position> <notice> <notice> …}, or a sign of
 * life. Called by the one thread that reads the subscription.
 */
final class NewsChannel {

  static final String SIGN_OF_LIFE = "*";

  private static final Logger log = LoggerFactory.getLogger(NewsChannel.class);

  private final List<SharedNews.Listener> listeners = new CopyOnWriteArrayList<>();
  private volatile long heardNanos = System.nanoTime() - Duration.ofDays(1).toNanos();

  void listen(SharedNews.Listener listener) {
    listeners.add(listener);
  }

  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - heardNanos);
  }

  /**
   * Called when the subscription was made, for the first time or again: earlier messages were
   * missed.
   */
  void subscribed() {
    listeners.forEach(SharedNews.Listener::interrupted);
  }

  void message(String text) {
    heardNanos = System.nanoTime();
    if (text.equals(SIGN_OF_LIFE)) {
      return;
    }
    try {
      news(text);
    } catch (RuntimeException | Error e) {
      log.warn(
          "skipped a Redis message that cannot be read or applied; the listeners were told that"
              + " they missed one: {}",
          text,
          e);
      listeners.forEach(SharedNews.Listener::interrupted);
    }
  }

  private void news(String text) {
    String[] words = text.split(" ", -1);
    Optional<ShowId> show = ShowId.parse(words[0]);
    Optional<Position> first = words.length < 2 ? Optional.empty() : Position.parse(words[1]);
    if (show.isEmpty() || first.isEmpty()) {
      throw new IllegalArgumentException("neither a show and a position nor a sign of life");
    }
    List<SeatNotice> notices = new ArrayList<>(words.length - 2);
    for (int i = 2; i < words.length; i++) {
      notices.add(Notices.parse(words[i]));
    }
    listeners.forEach(listener -> listener.heard(show.get(), first.get(), notices));
  }
}
