package dev.stampede.engine.seats;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.layer.KnownSeats;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows.Counts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;

/**
 * The seats of one show, in memory: the state of each, its beginning and end, and a hash of its
 * owner.
 *
 * <p>The board keeps two things apart. The <em>state</em> of a seat is the newest notice by rank,
 * from any source: a commit of this process, the news, a read of the database. The <em>log</em> is
 * the numbered news, and only it moves the {@linkplain #position() position}. While the board
 * follows the shared log, numbers come from there alone, so that they mean the same on every
 * server; on its own the board numbers by itself, in an epoch that nobody else knows.
 *
 * <p>A hold whose time is over reads as free, even if its end was not published.
 */
public final class SeatBoard {

  /** The update for a reader who knows the board as of a position. */
  public sealed interface Update {

    /** The changed seats in their state of now, which may be newer than the position. */
    record Changes(Position now, List<Shown> seats) implements Update {
      public Changes {
        seats = List.copyOf(seats);
      }
    }

    /** The reader cannot continue from that position and has to read the whole board. */
    record Reset(Position now) implements Update {}
  }

  /** A seat and its state as readers see it. */
  public record Shown(int seat, SeatState state) {}

  /** The result of following numbered news. */
  enum Fit {
    FOLLOWED,
    /** News in between is missing, or the numbers are of another epoch. */
    BROKEN
  }

  /**
   * The whole board at one moment.
   *
   * @param letters one for each seat, by number
   * @param edition counts changes of any seat
   * @param goodUntilMillis the time when the next hold expires
   */
  public record Picture(Position position, long edition, long goodUntilMillis, String letters) {}

  /** A search for holds that end soon looks this much further ahead, so that searches are rare. */
  private static final Duration LOOK_AHEAD = Duration.ofMillis(250);

  private final ShowId show;
  private final SeatMap map;

  /** Guards all fields below; the position may be read without it. */
  private final Object lock = new Object();

  private final int[] ranks;
  private final byte[] letters;
  private final long[] untilMillis;
  private final int[] owners;
  private final long[] sinceNanos;
  private final FreeSeats free;

  /** The seats held by claims that this process committed. */
  private final BitSet own;

  private final SeatLog log;
  private long earliestEndMillis = Long.MAX_VALUE;

  /** The holds that end up to this moment are known; later ones count as lasting. */
  private long lookedAheadMillis = Long.MIN_VALUE;

  private int held;
  private int sold;
  private boolean shared;
  private long edition;
  private volatile Position position;

  /**
   * A board of free seats.
   *
   * @param shared true if the position is one of the shared log
   */
  public SeatBoard(ShowId show, SeatMap map, Position position, boolean shared, int logLength) {
    this.show = show;
    this.map = map;
    this.position = position;
    this.shared = shared;
    this.ranks = new int[map.size()];
    this.letters = new byte[map.size()];
    this.untilMillis = new long[map.size()];
    this.owners = new int[map.size()];
    this.sinceNanos = new long[map.size()];
    this.free = new FreeSeats(map);
    this.own = new BitSet(map.size());
    this.log = new SeatLog(logLength);
    Arrays.fill(letters, (byte) SeatState.FREE.letter());
    Arrays.fill(sinceNanos, System.nanoTime());
  }

  public ShowId show() {
    return show;
  }

  public SeatMap map() {
    return map;
  }

  public Position position() {
    return position;
  }

  /** A counter that changes whenever any seat does. */
  public long edition() {
    synchronized (lock) {
      return edition;
    }
  }

  boolean isShared() {
    synchronized (lock) {
      return shared;
    }
  }

  /** Applies a notice if it is newer; numbers it only if the board is on its own. */
  public boolean apply(SeatNotice notice) {
    synchronized (lock) {
      boolean newer = put(notice);
      if (newer && !shared) {
        number(notice.seat());
      }
      return newer;
    }
  }

  /**
   * Applies a notice that this process has committed itself: this process then publishes the hold's
   * end.
   */
  boolean applyOwn(SeatNotice notice) {
    synchronized (lock) {
      boolean newer = apply(notice);
      if (newer) {
        own.set(notice.seat(), notice.state() == SeatState.HELD);
      }
      return newer;
    }
  }

  /** Follows news of the shared log, numbered on from {@code first}. */
  Fit follow(Position first, List<SeatNotice> notices) {
    synchronized (lock) {
      if (!shared || !first.isSameEpoch(position) || first.n() > position.n() + 1) {
        return Fit.BROKEN;
      }
      long n = first.n();
      for (SeatNotice notice : notices) {
        put(notice);
        if (n == position.n() + 1) {
          number(notice.seat());
        }
        n++;
      }
      return Fit.FOLLOWED;
    }
  }

  /** Continues from another position; readers cannot continue from an earlier one. */
  void restart(Position from, boolean isShared) {
    synchronized (lock) {
      log.clear();
      shared = isShared;
      position = from;
      edition++;
    }
  }

  /** A hold that has ended; {@code isOwn} if this process made it. */
  record Expiry(SeatNotice notice, boolean isOwn) {}

  /** Ends the holds whose time is over, and returns them. */
  List<Expiry> expire(Instant now) {
    long nowMillis = now.toEpochMilli();
    synchronized (lock) {
      if (earliestEndMillis > nowMillis) {
        return List.of();
      }
      List<Expiry> expiries = new ArrayList<>();
      long next = Long.MAX_VALUE;
      for (int seat = 0; seat < letters.length; seat++) {
        if (letters[seat] != SeatState.HELD.letter()) {
          continue;
        }
        if (untilMillis[seat] > nowMillis) {
          next = Math.min(next, untilMillis[seat]);
        } else {
          Expiry expiry = new Expiry(notice(seat).expired(), own.get(seat));
          put(expiry.notice());
          expiries.add(expiry);
          if (!shared) {
            number(seat);
          }
        }
      }
      earliestEndMillis = next;
      return expiries;
    }
  }

  /** The update to the current position for a reader who knows the board as of {@code known}. */
  public Update since(Position known, Instant now) {
    return since(known, position, now);
  }

  /**
   * The update from {@code known} to {@code upTo}, a position that this board has passed or is at.
   */
  public Update since(Position known, Position upTo, Instant now) {
    long nowMillis = now.toEpochMilli();
    synchronized (lock) {
      long last = position.n();
      if (!upTo.isSameEpoch(position)
          || !known.isSameEpoch(position)
          || !log.reaches(known.n(), last)) {
        return new Update.Reset(position);
      }
      return new Update.Changes(
          upTo,
          log.seats(last - upTo.n(), last - known.n()).stream()
              .mapToObj(seat -> new Shown(seat, SeatState.of((char) letter(seat, nowMillis))))
              .toList());
    }
  }

  public Picture picture(Instant now) {
    long nowMillis = now.toEpochMilli();
    synchronized (lock) {
      byte[] picture = letters.clone();
      long goodUntil = earliestEndMillis;
      if (goodUntil <= nowMillis) {
        goodUntil = Long.MAX_VALUE;
        for (int seat = 0; seat < picture.length; seat++) {
          picture[seat] = letter(seat, nowMillis);
          if (picture[seat] == SeatState.HELD.letter()) {
            goodUntil = Math.min(goodUntil, untilMillis[seat]);
          }
        }
      }
      return new Picture(position, edition, goodUntil, new String(picture, US_ASCII));
    }
  }

  /**
   * Counts the seats by their state as readers see it. Costs nothing unless a hold has expired a
   * moment ago.
   */
  Counts counts(Instant now) {
    long nowMillis = now.toEpochMilli();
    synchronized (lock) {
      int expired = 0;
      if (earliestEndMillis <= nowMillis) {
        for (int seat = 0; seat < letters.length; seat++) {
          expired += letter(seat, nowMillis) == letters[seat] ? 0 : 1;
        }
      }
      return new Counts(letters.length - held - sold + expired, held - expired, sold);
    }
  }

  /**
   * Returns those of the seats that another buyer has.
   *
   * @param certainty the time that a hold must still last to count, since this process does not
   *     know the database's time exactly
   */
  List<Integer> takenFrom(List<Integer> seats, Buyer buyer, Instant now, Duration certainty) {
    long mustOutlast = now.plus(certainty).toEpochMilli();
    int mine = SeatNotice.ownerOf(buyer);
    List<Integer> taken = new ArrayList<>();
    synchronized (lock) {
      for (int seat : seats) {
        if (isSeat(seat)
            && owners[seat] != mine
            && (letters[seat] == SeatState.SOLD.letter()
                || (letters[seat] == SeatState.HELD.letter() && untilMillis[seat] > mustOutlast))) {
          taken.add(seat);
        }
      }
    }
    return taken;
  }

  /**
   * True if fewer seats than wanted are free, or held for no longer than {@code certainty}. Costs
   * nothing except a few times a second, when it searches for holds that end soon.
   */
  boolean isShortOf(Wanted.Best wish, Instant now, Duration certainty) {
    synchronized (lock) {
      lookAhead(now, certainty);
      return free.isShortOf(wish);
    }
  }

  /**
   * The seats that are free, and those that are held for no longer than about {@code certainty}.
   */
  KnownSeats.Free free(Instant now, Duration certainty) {
    long nowMillis = now.toEpochMilli();
    synchronized (lock) {
      lookAhead(now, certainty);
      return free.at(seat -> untilMillis[seat] <= nowMillis);
    }
  }

  private void lookAhead(Instant now, Duration certainty) {
    long mustOutlast = now.plus(certainty).toEpochMilli();
    if (mustOutlast <= lookedAheadMillis) {
      return;
    }
    lookedAheadMillis = mustOutlast + LOOK_AHEAD.toMillis();
    if (earliestEndMillis <= lookedAheadMillis) {
      for (int seat = 0; seat < letters.length; seat++) {
        if (letters[seat] == SeatState.HELD.letter()) {
          free.set(seat, false, untilMillis[seat] <= lookedAheadMillis);
        }
      }
    }
  }

  /** Describes some seats for people: their state, its age, and its version. */
  String explained(List<Integer> seats, Instant now) {
    long nowNanos = System.nanoTime();
    StringJoiner text = new StringJoiner(", ");
    synchronized (lock) {
      for (int seat : seats) {
        text.add(
            isSeat(seat)
                ? "%d: %s at version %d for %d ms%s"
                    .formatted(
                        seat,
                        SeatState.of((char) letters[seat]),
                        ranks[seat] / 2,
                        Duration.ofNanos(nowNanos - sinceNanos[seat]).toMillis(),
                        letters[seat] == SeatState.HELD.letter()
                            ? ", %d ms left".formatted(untilMillis[seat] - now.toEpochMilli())
                            : "")
                : seat + ": no such seat");
      }
      return "%s as of %s".formatted(text, position);
    }
  }

  /** True if all of the seats have been free for longer than this. */
  boolean areFreeFor(List<Integer> seats, Duration longerThan) {
    long before = System.nanoTime() - longerThan.toNanos();
    synchronized (lock) {
      for (int seat : seats) {
        if (!isSeat(seat)
            || letters[seat] != SeatState.FREE.letter()
            || sinceNanos[seat] - before >= 0) {
          return false;
        }
      }
      return true;
    }
  }

  /** The notices of all seats, except free seats that nobody ever claimed. */
  List<SeatNotice> notices() {
    synchronized (lock) {
      List<SeatNotice> notices = new ArrayList<>();
      for (int seat = 0; seat < ranks.length; seat++) {
        if (ranks[seat] > 0) {
          notices.add(notice(seat));
        }
      }
      return notices;
    }
  }

  private boolean isSeat(int seat) {
    return seat >= 0 && seat < letters.length;
  }

  private boolean put(SeatNotice notice) {
    int seat = notice.seat();
    if (!isSeat(seat) || notice.rank() <= ranks[seat]) {
      return false;
    }
    byte letter = (byte) notice.state().letter();
    if (letters[seat] != letter) {
      sinceNanos[seat] = System.nanoTime();
    }
    recount(letters[seat], -1);
    recount(letter, 1);
    ranks[seat] = notice.rank();
    own.clear(seat);
    letters[seat] = letter;
    untilMillis[seat] = notice.untilMillis();
    owners[seat] = notice.owner();
    free.set(
        seat,
        notice.state() == SeatState.FREE,
        notice.state() == SeatState.HELD && notice.untilMillis() <= lookedAheadMillis);
    if (notice.state() == SeatState.HELD) {
      earliestEndMillis = Math.min(earliestEndMillis, notice.untilMillis());
    }
    edition++;
    return true;
  }

  private void recount(byte letter, int by) {
    if (letter == SeatState.HELD.letter()) {
      held += by;
    } else if (letter == SeatState.SOLD.letter()) {
      sold += by;
    }
  }

  private void number(int seat) {
    log.add(seat);
    position = new Position(position.epoch(), position.n() + 1);
  }

  private byte letter(int seat, long nowMillis) {
    boolean expired = letters[seat] == SeatState.HELD.letter() && untilMillis[seat] <= nowMillis;
    return expired ? (byte) SeatState.FREE.letter() : letters[seat];
  }

  private SeatNotice notice(int seat) {
    return new SeatNotice(
        seat, ranks[seat], SeatState.of((char) letters[seat]), untilMillis[seat], owners[seat]);
  }
}
