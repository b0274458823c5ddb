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

/** What this process knows of one show's line. */
final class Room {

  /** A visitor who was silent for so many rounds asks Redis again when they come back. */
  static final int FORGOTTEN_AFTER = 12;

  /** Questions are noted so often before a room rests: threads need not fight for the field. */
  private static final int NOTED_PER_REST = 30;

  private final ShowId show;
  private final long restsAfterNanos;
  private final Map<Buyer, Visitor> visitors = new ConcurrentHashMap<>();

  /** Held by whoever looks at the line or mends it: one of this process at a time is enough. */
  private final ReentrantLock keeping = new ReentrantLock();

  private final Arrivals arrivals = new Arrivals();
  private volatile @Nullable View view;
  private volatile boolean raised;
  private volatile long usedNanos;
  private volatile boolean resting;

  /** A room that is in use now. */
  Room(ShowId show, Duration restsAfter, long nowNanos) {
    this.show = show;
    this.restsAfterNanos = restsAfter.toNanos();
    this.usedNanos = nowNanos;
  }

  /**
   * Notes that a buyer asks; false if the room goes to rest, and another has to be asked.
   *
   * <p>The one who asks writes and then reads, {@link #rests} writes and then reads the other way
   * round: one of the two sees the other, so that nobody joins a line that all let rest.
   */
  boolean asked(long nowNanos) {
    if (nowNanos - usedNanos > restsAfterNanos / NOTED_PER_REST) {
      usedNanos = nowNanos;
    }
    return !resting;
  }

  /** Whether a buyer has asked lately, or is known to the line. */
  boolean isInUse(long nowNanos) {
    View seen = view;
    if (seen != null && !(seen.glance().isEmpty() && seen.glance().rebuilt())) {
      return true;
    }
    return nowNanos - usedNanos <= restsAfterNanos;
  }

  /** Goes to rest, for good, unless it is in use. */
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

  Optional<View> view() {
    return Optional.ofNullable(view);
  }

  void see(View seen) {
    arrivals.saw(seen.positions().last(), seen.atNanos());
    view = seen;
  }

  /** Whether what is written of the line is known to be above all that it has given out. */
  boolean isRaised() {
    return raised;
  }

  void raised(boolean isRaised) {
    raised = isRaised;
  }

  /** How long whoever has this number has waited; zero where it is not known. */
  Duration waited(long number) {
    return arrivals.waited(number, System.nanoTime());
  }

  /** The number of a buyer we know; 0 if we do not. A sign of life. */
  long number(Buyer buyer) {
    Visitor visitor = visitors.get(buyer);
    if (visitor == null) {
      return 0;
    }
    visitor.isAlive();
    return visitor.number();
  }

  void stands(Buyer buyer, long number) {
    Visitor visitor = visitors.computeIfAbsent(buyer, _ -> new Visitor(number));
    visitor.standsAt(number);
    visitor.isAlive();
  }

  void gone(Buyer buyer) {
    visitors.remove(buyer);
  }

  /** Numbers are not what they were. */
  void forgetAll() {
    visitors.clear();
  }

  int visitors() {
    return visitors.size();
  }

  /** Those who gave a sign of life since the last round; forgets who gave none for long. */
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
