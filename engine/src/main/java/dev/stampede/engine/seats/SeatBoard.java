package dev.stampede.engine.seats;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.KnownSeats;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.Wanted;
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
 * The seats of one show, in memory: what each is, since when, until when, and, by hash, whose.
 *
 * <p>Two things are kept apart. What a seat <em>is</em> follows whatever is newest by rank, from
 * wherever it comes: a commit of this process, the news, a look into the database. What was
 * <em>told</em> is the numbered log, and only it moves the {@linkplain #position() position}. While
 * the board follows the shared log, numbers come from there alone, so that they mean the same on
 * every server; on its own the board numbers by itself, in an epoch that nobody else knows.
 *
 * <p>A hold whose time is over reads as free, told or not.
 */
public final class SeatBoard {

  /** What is to be sent to somebody who knows the board as of a position. */
  public sealed interface Update {

    /** These are what they are now, which may be newer than the position. */
    record Changes(Position now, List<Shown> seats) implements Update {
      public Changes {
        seats = List.copyOf(seats);
      }
    }

    /** That position cannot be continued from. */
    record Reset(Position now) implements Update {}
  }

  /** A seat and what it reads as. */
  public record Shown(int seat, SeatState state) {}

  /** Whether a piece of numbered news fitted. */
  enum Fit {
    FOLLOWED,
    /** Something is missing in between, or the numbers are of another epoch. */
    BROKEN
  }

  /**
   * The whole board at one moment.
   *
   * @param letters one for each seat, by number
   * @param edition counts changes of any seat
   * @param goodUntilMillis when the next hold lapses
   */
  public record Picture(Position position, long edition, long goodUntilMillis, String letters) {}

  /** How far ahead holds are looked through for those that end, so that it is done seldom. */
  private static final Duration LOOK_AHEAD = Duration.ofMillis(250);

  private final ShowId show;
  private final SeatMap map;

  /** Guards all below; the position may be read without. */
  private final Object lock = new Object();

  private final int[] ranks;
  private final byte[] letters;
  private final long[] untilMillis;
  private final int[] owners;
  private final long[] sinceNanos;
  private final FreeSeats free;

  /** Held by what this process has committed. */
  private final BitSet own;

  private final SeatLog log;
  private long earliestEndMillis = Long.MAX_VALUE;

  /** Which holds end up to this moment is known; beyond it they count as lasting. */
  private long lookedAheadMillis = Long.MIN_VALUE;

  private int held;
  private int sold;
  private boolean shared;
  private long edition;
  private volatile Position position;

  /**
   * A board of free seats.
   *
   * @param shared whether the position is one of the shared log
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

  /** Changes whenever any seat does. */
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

  /** Notes what a seat is, if that is newer; without a number unless the board is on its own. */
  public boolean apply(SeatNotice notice) {
    synchronized (lock) {
      boolean newer = put(notice);
      if (newer && !shared) {
        number(notice.seat());
      }
      return newer;
    }
  }

  /** The same for what this process has committed itself: it tells of the hold's end. */
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

  /** Goes on from another position; nobody can continue from before it. */
  void restart(Position from, boolean isShared) {
    synchronized (lock) {
      log.clear();
      shared = isShared;
      position = from;
      edition++;
    }
  }

  /** A hold that has ended, and whether this process made it. */
  record Lapse(SeatNotice notice, boolean isOwn) {}

  /** Ends the holds whose time is over, and says which. */
  List<Lapse> lapse(Instant now) {
    long nowMillis = now.toEpochMilli();
    synchronized (lock) {
      if (earliestEndMillis > nowMillis) {
        return List.of();
      }
      List<Lapse> lapses = new ArrayList<>();
      long next = Long.MAX_VALUE;
      for (int seat = 0; seat < letters.length; seat++) {
        if (letters[seat] != SeatState.HELD.letter()) {
          continue;
        }
        if (untilMillis[seat] > nowMillis) {
          next = Math.min(next, untilMillis[seat]);
        } else {
          Lapse lapse = new Lapse(notice(seat).lapsed(), own.get(seat));
          put(lapse.notice());
          lapses.add(lapse);
          if (!shared) {
            number(seat);
          }
        }
      }
      earliestEndMillis = next;
      return lapses;
    }
  }

  /** What somebody who knows the board as of {@code known} has to be told now. */
  public Update since(Position known, Instant now) {
    return since(known, position, now);
  }

  /**
   * What somebody who knows the board as of {@code known} has to be told to know it as of {@code
   * upTo}, which this board has been at.
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

  /** How many seats read as what. Costs nothing unless a hold has lapsed a moment ago. */
  Counts counts(Instant now) {
    long nowMillis = now.toEpochMilli();
    synchronized (lock) {
      int lapsed = 0;
      if (earliestEndMillis <= nowMillis) {
        for (int seat = 0; seat < letters.length; seat++) {
          lapsed += letter(seat, nowMillis) == letters[seat] ? 0 : 1;
        }
      }
      return new Counts(letters.length - held - sold + lapsed, held - lapsed, sold);
    }
  }

  /**
   * Those of the seats that are another's.
   *
   * @param certainty how much longer a hold must last to count, since our idea of the database's
   *     time is not exact
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
   * Whether fewer seats than wanted are free, or held for no longer than {@code certainty}. Costs
   * nothing but a few times a second, when it looks which holds end soon.
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

  /** What is known of some seats, since when, and at which version; for people. */
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

  /** Whether all of them have been free for longer than this. */
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

  /** Everything that is not a free, untouched seat. */
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
    boolean lapsed = letters[seat] == SeatState.HELD.letter() && untilMillis[seat] <= nowMillis;
    return lapsed ? (byte) SeatState.FREE.letter() : letters[seat];
  }

  private SeatNotice notice(int seat) {
    return new SeatNotice(
        seat, ranks[seat], SeatState.of((char) letters[seat]), untilMillis[seat], owners[seat]);
  }
}
