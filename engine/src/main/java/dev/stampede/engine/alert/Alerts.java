package dev.stampede.engine.alert;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the rules of one server. It logs each alert that fires or resolves, in one line, keeps it
 * in memory, and writes it down where other servers and operators find it.
 *
 * <p>Alerts matter most when the database is away, and cannot be written down then. They wait in
 * memory, in their order, up to {@link #MAX_UNWRITTEN}.
 */
public final class Alerts {

  /** The interval between two looks at the rules, and between two writes. */
  public static final Duration TICK = Duration.ofSeconds(1);

  /**
   * The interval of reports, well within the silence after which a server's alerts count as over.
   */
  static final Duration REFRESH = Duration.ofSeconds(5);

  static final int MAX_RECENT = 100;
  static final int MAX_UNWRITTEN = 200;

  private static final Logger log = LoggerFactory.getLogger(Alerts.class);

  private final String server;
  private final List<RuleState> states;
  private final AlertStore alertStore;
  private final InstantSource clock;
  private final Deque<Alert> recent = new ArrayDeque<>();
  private final Deque<Alert> unwritten = new ArrayDeque<>();
  private Instant refreshed = Instant.EPOCH;
  private boolean begun;
  private boolean silent;

  public Alerts(String server, List<Rule> rules, AlertStore alertStore, InstantSource clock) {
    this.server = server;
    this.states = rules.stream().map(rule -> new RuleState(rule, server)).toList();
    this.alertStore = alertStore;
    this.clock = clock;
  }

  /** Looks at every rule once. Waits for nobody. */
  public void look() {
    Instant now = clock.instant();
    for (RuleState state : states) {
      state.look(now).ifPresent(this::changed);
    }
  }

  private void changed(Alert alert) {
    if (alert.isFiring()) {
      log.warn(
          "alert {} ({}) fires: {}", alert.name(), alert.severity().label(), alert.seen().detail());
    } else {
      log.info(
          "alert {} ({}) is resolved; it had been firing since {}",
          alert.name(),
          alert.severity().label(),
          alert.since());
      synchronized (recent) {
        recent.addFirst(alert);
        if (recent.size() > MAX_RECENT) {
          recent.removeLast();
        }
      }
    }
    synchronized (unwritten) {
      unwritten.addLast(alert);
      if (unwritten.size() > MAX_UNWRITTEN) {
        unwritten.removeFirst();
      }
    }
  }

  /**
   * Writes down what has changed, and now and then what is firing still. It may wait for a database
   * that is away: not by the thread that looks.
   */
  public void write() {
    try {
      if (!begun) {
        alertStore.begin(server);
        begun = true;
      }
      for (Optional<Alert> next = next(); next.isPresent(); next = next()) {
        alertStore.note(next.get());
        written(next.get());
      }
      Instant now = clock.instant();
      if (!now.isBefore(refreshed.plus(REFRESH))) {
        alertStore.stillFiring(firing());
        refreshed = now;
      }
      silent = false;
    } catch (RuntimeException away) {
      if (!silent) {
        log.warn("the server cannot store alerts and keeps its own in memory", away);
      }
      silent = true;
    }
  }

  private Optional<Alert> next() {
    synchronized (unwritten) {
      return Optional.ofNullable(unwritten.peekFirst());
    }
  }

  private void written(Alert alert) {
    synchronized (unwritten) {
      unwritten.remove(alert);
    }
  }

  /** Returns the alerts that this server is firing now. */
  public List<Alert> firing() {
    return states.stream().map(RuleState::firing).flatMap(Optional::stream).toList();
  }

  /**
   * Returns the alerts that this server itself knows: those that are firing, then those that ended
   * last.
   */
  public List<Alert> own() {
    List<Alert> own = new ArrayList<>(firing());
    synchronized (recent) {
      own.addAll(recent);
    }
    return own;
  }
}
