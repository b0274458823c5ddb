package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One show's line as this process knows it. */
final class Room {

  /**
   * After this many silent rounds a visitor is forgotten; if they come back, their poll asks Redis.
   */
  static final int FORGOTTEN_AFTER = 12;

  /**
   * The room notes use at most this many times per rest period, so that threads need not fight for
   * the field.
   */
  private static final int NOTED_PER_REST = 30;

  private final ShowId show;
  private final long restsAfterNanos;
  private final Map<Buyer, PollingBuyer> visitors = new ConcurrentHashMap<>();

  /** Held by the thread that looks at the line: one at a time in this process is enough. */
  private final ReentrantLock keeping = new ReentrantLock();

  private final ArrivalTimes arrivals = new ArrivalTimes();
  private volatile @Nullable LineView view;
  private volatile boolean raised;
  private volatile boolean epochDoubted;
  private volatile long usedNanos;
  private volatile boolean resting;

  /** A room that is in use now. */
  Room(ShowId show, Duration restsAfter, long nowNanos) {
    this.show = show;
    this.restsAfterNanos = restsAfter.toNanos();
    this.usedNanos = nowNanos;
  }

  /**
   * Notes that a buyer asks; false if the room goes to rest, and the caller has to ask another
   * room.
   *
   * <p>This method writes the time and then reads the flag; {@link #rests} writes the flag and then
   * reads the time. One of the two sees the other, so that nobody joins a line that all servers let
   * rest.
   */
  boolean asked(long nowNanos) {
    if (nowNanos - usedNanos > restsAfterNanos / NOTED_PER_REST) {
      usedNanos = nowNanos;
    }
    return !resting;
  }

  /** True if a buyer has asked lately, or the line knows a buyer. */
  boolean isInUse(long nowNanos) {
    LineView seen = view;
    if (seen != null && !(seen.snapshot().isEmpty() && seen.snapshot().rebuilt())) {
      return true;
    }
    return nowNanos - usedNanos <= restsAfterNanos;
  }

  /** Lets the room rest, for good, unless it is in use; true if it rests. */
  boolean rests(long nowNanos) {
    resting = true;
    resting = !isInUse(nowNanos);
    return resting;
  }

  ShowId show() {
    return show;
  }

  ReentrantLock keeping() {
    return keeping;
  }

  Optional<LineView> view() {
    return Optional.ofNullable(view);
  }

  void see(LineView seen) {
    arrivals.saw(seen.positions().last(), seen.atNanos());
    view = seen;
  }

  /** True if the database has certainly reserved all numbers that the line has given out. */
  boolean isRaised() {
    return raised;
  }

  void raised(boolean isRaised) {
    raised = isRaised;
  }

  /** Notes that the database may have recorded another epoch than the line is in. */
  void doubtEpoch() {
    epochDoubted = true;
  }

  /** True if the epoch was doubted since the last call. */
  boolean takeEpochDoubt() {
    boolean doubted = epochDoubted;
    epochDoubted = false;
    return doubted;
  }

  /** The time that the buyer with this number has waited; zero if it is not known. */
  Duration waited(long number) {
    return arrivals.waited(number, System.nanoTime());
  }

  /** The number of a buyer; 0 if this process does not know it. Counts as a sign of life. */
  long number(Buyer buyer) {
    PollingBuyer visitor = visitors.get(buyer);
    if (visitor == null) {
      return 0;
    }
    visitor.isAlive();
    return visitor.number();
  }

  void stands(Buyer buyer, long number) {
    PollingBuyer visitor = visitors.computeIfAbsent(buyer, _ -> new PollingBuyer(number));
    visitor.standsAt(number);
    visitor.isAlive();
  }

  void gone(Buyer buyer) {
    visitors.remove(buyer);
  }

  /** Forgets all visitors: their numbers have changed. */
  void forgetAll() {
    visitors.clear();
  }

  int visitors() {
    return visitors.size();
  }

  /**
   * Returns the buyers who showed a sign of life since the last round; forgets those long silent.
   */
  List<Buyer> round() {
    List<Buyer> alive = new ArrayList<>();
    visitors.forEach(
        (buyer, visitor) -> {
          if (visitor.wasAlive()) {
            alive.add(buyer);
          } else if (visitor.silentRounds() > FORGOTTEN_AFTER) {
            visitors.remove(buyer, visitor);
          }
        });
    return alive;
  }
}
