package dev.stampede.matchmaking.redis;

import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import dev.stampede.matchmaking.ticket.Watcher;
import dev.stampede.redis.RedisLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All watchers of tickets in this process. News only says where to look; watchers are told what the
 * store says, so that late or repeated news does no harm.
 *
 * <p>One thread looks, at many tickets with two commands, and calls the watchers. Nothing is
 * missed:
 *
 * <ol>
 *   <li>A new watcher is listed first and its ticket looked at afterwards: the look sees a change
 *       before it, and a change after the look brings news of a ticket that is listed by then.
 *   <li>A new subscription makes up for news that was lost with the old one.
 *   <li>A ticket whose time is over brings no news. The look at all tickets finds it, every {@link
 *       #LOOK_AT_ALL}: a few commands a second for ten thousand watchers.
 * </ol>
 */
final class TicketWatchers implements AutoCloseable {

  /** The longest delay of the end of a ticket, or of an assignment of which the news was lost. */
  static final Duration LOOK_AT_ALL = Duration.ofSeconds(2);

  private static final Duration PAUSE_WHILE_AWAY = Duration.ofMillis(250);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(3);

  private static final Logger log = LoggerFactory.getLogger(TicketWatchers.class);

  private final TicketBodies bodies;
  private final RedisLink redis;
  private final int limit;
  private final Map<TicketId, List<Told>> watched = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private final BlockingQueue<TicketId> toLookAt = new LinkedBlockingQueue<>();
  private final Set<TicketId> listed = ConcurrentHashMap.newKeySet();
  private final Thread looker;
  private volatile boolean closed;

  /** A watcher and the last assignment it was told. Used by the looking thread, but for its end. */
  private static final class Told {
    private final Watcher watcher;
    private boolean told;
    private Optional<Assignment> last = Optional.empty();
    private volatile boolean ended;

    Told(Watcher watcher) {
      this.watcher = watcher;
    }
  }

  /**
   * No watchers yet.
   *
   * @param limit how many may watch
   */
  TicketWatchers(TicketKeys keys, RedisLink redis, int limit) {
    this.bodies = new TicketBodies(keys);
    this.redis = redis;
    this.limit = limit;
    this.looker = Thread.ofVirtual().name("ticket-watchers").unstarted(this::run);
  }

  /** Starts to tell watchers. */
  void start() {
    looker.start();
  }

  WatchOutcome watch(TicketId id, Watcher watcher) {
    if (count.incrementAndGet() > limit) {
      count.decrementAndGet();
      return new WatchOutcome.TooMany(limit);
    }
    Told told = new Told(watcher);
    watched.compute(
        id,
        (_, others) -> {
          List<Told> all = others == null ? new CopyOnWriteArrayList<>() : others;
          all.add(told);
          return all;
        });
    lookAt(id);
    return new WatchOutcome.Begun(() -> remove(id, told));
  }

  private void remove(TicketId id, Told told) {
    watched.computeIfPresent(
        id,
        (_, all) -> {
          if (all.remove(told)) {
            told.ended = true;
            count.decrementAndGet();
          }
          return all.isEmpty() ? null : all;
        });
  }

  boolean isWatched() {
    return !watched.isEmpty();
  }

  /** The number of watchers. */
  int count() {
    return count.get();
  }

  void lookAt(TicketId id) {
    if (watched.containsKey(id)) {
      lookAt(List.of(id));
    }
  }

  void lookAtAll() {
    lookAt(watched.keySet());
  }

  /** Lists tickets to look at, each once, so that the watched tickets bound the list. */
  private void lookAt(Iterable<TicketId> ids) {
    for (TicketId id : ids) {
      if (listed.add(id)) {
        toLookAt.add(id);
      }
    }
  }

  private void run() {
    long lookedAtAll = System.nanoTime();
    while (!closed) {
      long left = LOOK_AT_ALL.toNanos() - (System.nanoTime() - lookedAtAll);
      if (left <= 0) {
        lookedAtAll = System.nanoTime();
        lookAtAll();
      }
      List<TicketId> next = next(Math.max(1, left));
      if (!next.isEmpty()) {
        look(next);
      }
    }
  }

  /**
   * Takes tickets off the list before they are looked at: a change from now on lists them again.
   */
  private List<TicketId> next(long nanos) {
    List<TicketId> next = new ArrayList<>();
    try {
      TicketId first = toLookAt.poll(nanos, TimeUnit.NANOSECONDS);
      if (first != null) {
        next.add(first);
        toLookAt.drainTo(next, TicketBodies.TOGETHER - 1);
      }
    } catch (InterruptedException stopped) {
      closed = true;
    }
    next.forEach(listed::remove);
    return next;
  }

  private void look(List<TicketId> ids) {
    try {
      tell(ids);
    } catch (RuntimeException | Error away) {
      log.debug("{} watched tickets were not looked at; they will be", ids.size(), away);
      lookAt(ids);
      LockSupport.parkNanos(PAUSE_WHILE_AWAY.toNanos());
    }
  }

  /**
   * Tells the watchers of these tickets. A ticket with an assignment exists. For the others it is
   * enough to count the bodies, unless some are missing: then a second call asks which. The watcher
   * of a ticket that is assigned between the two calls is told nothing wrong: it was so a moment
   * ago, and the news of it is on its way.
   */
  private void tell(List<TicketId> ids) {
    List<byte[]> places = TicketScript.await(bodies.places(redis, ids));
    List<TicketId> unassigned = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      if (places.get(i).length == 0) {
        unassigned.add(ids.get(i));
      } else {
        assigned(ids.get(i), TicketBodies.assignment(places.get(i)));
      }
    }
    if (unassigned.isEmpty()) {
      return;
    }
    if (TicketScript.await(bodies.count(redis, unassigned)) == unassigned.size()) {
      unassigned.forEach(id -> assigned(id, Optional.empty()));
    } else {
      List<byte[]> found = TicketScript.await(bodies.bodies(redis, unassigned));
      for (int i = 0; i < unassigned.size(); i++) {
        if (found.get(i).length == 0) {
          gone(unassigned.get(i));
        } else {
          assigned(unassigned.get(i), Optional.empty());
        }
      }
    }
  }

  private void assigned(TicketId id, Optional<Assignment> now) {
    for (Told one : watched.getOrDefault(id, List.of())) {
      // An assignment is never taken back: a look that finds none was made before it came.
      boolean isNews = !one.told || (now.isPresent() && !now.equals(one.last));
      if (isNews && !one.ended) {
        one.told = true;
        one.last = now;
        call(() -> one.watcher.assignment(now));
      }
    }
  }

  private void gone(TicketId id) {
    for (Told told : watched.getOrDefault(id, List.of())) {
      if (!told.ended) {
        remove(id, told);
        call(told.watcher::gone);
      }
    }
  }

  /** Calls a watcher; its failure does not keep the others from their news. */
  private static void call(Runnable watcher) {
    try {
      watcher.run();
    } catch (RuntimeException | Error e) {
      log.warn("the watcher of a ticket failed to take its news", e);
    }
  }

  @Override
  public void close() {
    closed = true;
    looker.interrupt();
    try {
      var _ = looker.join(ENDS_WITHIN);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
