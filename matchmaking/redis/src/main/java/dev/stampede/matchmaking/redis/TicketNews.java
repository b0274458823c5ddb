package dev.stampede.matchmaking.redis;

import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the messages of the store's channel, once per process however many watch: {@code +} when
 * tickets have come, {@code ~ <id> <id> …} when these have changed. Called by the one thread that
 * reads the subscription.
 */
final class TicketNews {

  private static final String ARRIVED = "+";
  private static final Pattern SPACE = Pattern.compile(" ");

  private static final Logger log = LoggerFactory.getLogger(TicketNews.class);

  private final TicketWatchers watchers;
  private final List<Runnable> arrivals = new CopyOnWriteArrayList<>();

  TicketNews(TicketWatchers watchers) {
    this.watchers = watchers;
  }

  WatchOutcome.Watch onArrival(Runnable arrived) {
    arrivals.add(arrived);
    return () -> arrivals.remove(arrived);
  }

  /**
   * Called when the subscription was made, for the first time or again: earlier messages were
   * missed.
   */
  void subscribed() {
    watchers.lookAtAll();
    arrivals.forEach(TicketNews::tell);
  }

  void message(String text) {
    if (text.equals(ARRIVED)) {
      arrivals.forEach(TicketNews::tell);
    } else if (watchers.isWatched()) {
      SPACE.splitAsStream(text).skip(1).forEach(this::changed);
    }
  }

  private void changed(String ticket) {
    TicketId.parse(ticket).ifPresent(watchers::lookAt);
  }

  private static void tell(Runnable arrived) {
    try {
      arrived.run();
    } catch (RuntimeException e) {
      log.warn("the listener failed on an arrival", e);
    }
  }
}
