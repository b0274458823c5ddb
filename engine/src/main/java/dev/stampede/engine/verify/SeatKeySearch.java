package dev.stampede.engine.verify;

import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.seats.SeatNotice;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.verify.SeatKeys.Said;
import dev.stampede.engine.verify.StoredSeats.Stored;
import dev.stampede.engine.verify.StoredSeats.Stretch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Compares the seats' keys in Redis with the database.
 *
 * <p>The two are written one after the other, and so differ for a moment after every commit. A key
 * that does not agree is therefore looked at again {@link #PAUSE} later: only a key that still says
 * the very same, of a seat that has not changed either, is drift.
 *
 * <p>A missing key is no drift: keys end, and Redis may be emptied. Redis then lets every claim
 * through to the database, which decides. Only a key that keeps buyers from a seat which is free,
 * or is theirs, does harm.
 */
public final class SeatKeySearch implements DriftSearch {

  /** The pause before the second look. News of a commit arrives long before it ends. */
  public static final Duration PAUSE = Duration.ofSeconds(1);

  private final StoredSeats seats;
  private final SeatKeys keys;
  private final Duration longestEntered;

  private record Doubt(Stored seat, Said said, String kind) {}

  /**
   * A search.
   *
   * @param longestEntered how long a key may last whose claim has not been decided
   */
  public SeatKeySearch(StoredSeats seats, SeatKeys keys, Duration longestEntered) {
    this.seats = seats;
    this.keys = keys;
    this.longestEntered = longestEntered;
  }

  @Override
  public Slice search(Part part, String after, int limit) {
    Stretch stretch = seats.next(after, limit);
    List<Doubt> doubts = doubts(stretch);
    List<Drift> found = List.of();
    if (!doubts.isEmpty()) {
      pause();
      found = stillWrong(doubts).stream().limit(MOST_NAMED).map(SeatKeySearch::drift).toList();
    }
    boolean last = stretch.seats().size() < limit;
    String upTo = stretch.seats().isEmpty() ? after : stretch.seats().getLast().place();
    return new Slice(stretch.seats().size(), upTo, last, found);
  }

  /** The whole of it: a shorter one would take for drift what is on its way. */
  private static void pause() {
    long until = System.nanoTime() + PAUSE.toNanos();
    for (long left = PAUSE.toNanos(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        throw new SeatKeysAwayException(
            "the second look at Redis was interrupted", new InterruptedException());
      }
    }
  }

  private List<Doubt> doubts(Stretch stretch) {
    Map<ShowId, List<Stored>> byShow = new LinkedHashMap<>();
    stretch
        .seats()
        .forEach(seat -> byShow.computeIfAbsent(seat.show(), _ -> new ArrayList<>()).add(seat));
    List<Doubt> doubts = new ArrayList<>();
    byShow.forEach(
        (show, stored) -> {
          Map<Integer, Said> said =
              keys.said(show, stored.stream().map(seat -> seat.row().seat()).toList());
          for (Stored seat : stored) {
            Said key = said.get(seat.row().seat());
            if (key != null) {
              wrong(seat.row(), key, stretch.now())
                  .ifPresent(kind -> doubts.add(new Doubt(seat, key, kind)));
            }
          }
        });
    return doubts;
  }

  private List<Doubt> stillWrong(List<Doubt> doubts) {
    Map<ShowId, List<Integer>> numbers = new LinkedHashMap<>();
    doubts.forEach(
        doubt ->
            numbers
                .computeIfAbsent(doubt.seat().show(), _ -> new ArrayList<>())
                .add(doubt.seat().row().seat()));
    List<Doubt> again = new ArrayList<>();
    numbers.forEach((show, of) -> again.addAll(doubts(seats.again(show, of))));
    return again.stream()
        .filter(now -> doubts.stream().anyMatch(before -> isSame(before, now)))
        .toList();
  }

  private static boolean isSame(Doubt before, Doubt now) {
    return before.seat().show().equals(now.seat().show())
        && before.seat().row().equals(now.seat().row())
        && before.said().isSameAs(now.said());
  }

  /** Names the fault of a key, if it has one. */
  Optional<String> wrong(SeatRow row, Said said, Instant now) {
    if (said.rank() == Said.UNREADABLE) {
      return Optional.of("key-unreadable");
    }
    if (said.lasts().isEmpty()) {
      return Optional.of("key-without-end");
    }
    if (said.rank() == 0) {
      return said.lasts().get().compareTo(longestEntered) > 0
          ? Optional.of("key-lasts-too-long")
          : Optional.empty();
    }
    if (said.rank() > SeatNotice.rank(row.version()) + 1) {
      return Optional.of("key-ahead");
    }
    if (row.isFreeAt(now)) {
      return Optional.of("key-of-free-seat");
    }
    return row.owner().filter(owner -> owner.buyer().sub().equals(said.buyer())).isPresent()
        ? Optional.empty()
        : Optional.of("key-of-another");
  }

  private static Drift drift(Doubt doubt) {
    SeatRow row = doubt.seat().row();
    Said said = doubt.said();
    String stored =
        row.owner()
            .map(
                owner ->
                    "%s to %s until %s by hold %s"
                        .formatted(
                            row.state() == SeatState.SOLD ? "sold" : "held",
                            owner.buyer(),
                            owner.until(),
                            owner.hold()))
            .orElse("free");
    return new Drift(
        Part.SEAT_KEYS,
        doubt.seat().place(),
        doubt.kind(),
        "seat %d of show %s is %s (version %d); its key in Redis says %s by hold %s (rank %d) and lasts %s"
            .formatted(
                row.seat(),
                doubt.seat().show(),
                stored,
                row.version(),
                said.buyer(),
                said.hold(),
                said.rank(),
                said.lasts().map(left -> left.toMillis() + " ms").orElse("for ever")));
  }
}
