package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.Show;
import dev.stampede.engine.waitingroom.LineState.Beginning;
import dev.stampede.engine.waitingroom.LineState.Gone;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps lines as they should be: looks at them, begins them, and begins them again where Redis has
 * lost or rewound them.
 *
 * <p>No number is ever given out twice, and no place token names an epoch that comes again: a line
 * begins with no numbers to give out, answers nobody before it has some, and the database reserves
 * numbers only for the epoch that it has recorded. If a process began a line and died, or was cut
 * off, before its epoch was recorded, that line answers nobody, and a process begins it once more.
 */
final class LineKeeper {

  /** The count of numbers that one step reads; bounds how long Redis is busy with it. */
  static final int PAGE = 1_000;

  static final int REBUILD_PAGE = 250;

  private static final Logger log = LoggerFactory.getLogger(LineKeeper.class);

  private final LineState lines;
  private final LineJournal journal;
  private final EarlyDraws draws;
  private final LineLimits limits;
  private final RoomListener listener;
  private final LongSupplier nanos;

  /** Identifies this process in leases. */
  private final String process = UUID.randomUUID().toString();

  LineKeeper(
      LineState lines,
      LineJournal journal,
      EarlyDraws draws,
      LineLimits limits,
      RoomListener listener,
      LongSupplier nanos) {
    this.lines = lines;
    this.journal = journal;
    this.draws = draws;
    this.limits = limits;
    this.listener = listener;
    this.nanos = nanos;
  }

  /**
   * Looks at the line of a room that rested, or was never in use. If its sale has opened meanwhile,
   * the gathering ends before anybody joins: a buyer who comes now is not early.
   */
  LineView wake(Room room, Show show) {
    LineView view = refreshSince(room, show, Long.MIN_VALUE);
    return draws.endGathering(
            show, view.snapshot(), needed -> reserve(show, view.snapshot(), needed))
        ? refresh(room, show)
        : view;
  }

  /** Looks at the line again, and first begins it or reserves numbers if needed. */
  LineView refresh(Room room, Show show) {
    room.keeping().lock();
    try {
      return look(room, show);
    } finally {
      room.keeping().unlock();
    }
  }

  /** Does the same, unless another thread has looked since. */
  LineView refreshSince(Room room, Show show, long sinceNanos) {
    room.keeping().lock();
    try {
      return room.view()
          .filter(view -> sinceNanos == Long.MIN_VALUE || view.atNanos() - sinceNanos > 0)
          .orElseGet(() -> look(room, show));
    } finally {
      room.keeping().unlock();
    }
  }

  private LineView look(Room room, Show show) {
    raise(room);
    LineView view = see(room, show, withNumbers(room, show));
    room.see(view);
    return view;
  }

  /** The state of a line that has numbers to give out, so that its epoch is recorded. */
  private LineSnapshot withNumbers(Room room, Show show) {
    LineSnapshot snapshot;
    try {
      snapshot = lines.snapshot(room.show(), known(room));
    } catch (LineLostException lost) {
      return begin(show);
    }
    long left = snapshot.numbers().limit() - snapshot.numbers().last();
    if ((room.takeEpochDoubt() || left < limits.block() / 2)
        && !reserve(show, snapshot.epoch(), limits.block())) {
      // The line is in another epoch by now, or in one that is not written down.
      return begin(show);
    }
    return snapshot;
  }

  /**
   * Raises the reserved numbers in the database above those that the line has given out; a rewound
   * database has reserved fewer. The flag is set first: if the database is rewound once more
   * meanwhile, that must not be forgotten.
   */
  private void raise(Room room) {
    if (room.isRaised()) {
      return;
    }
    room.raised(true);
    try {
      int epoch = 0;
      long limit = 0;
      try {
        LineSnapshot snapshot = lines.snapshot(room.show(), 0);
        epoch = snapshot.epoch();
        limit = snapshot.numbers().limit();
      } catch (LineLostException lost) {
        log.debug("the line of show {} is lost; its numbers go on far above", room.show(), lost);
      }
      journal.raise(room.show(), epoch, limit);
    } catch (RuntimeException e) {
      room.raised(false);
      throw e;
    }
  }

  private static long known(Room room) {
    return room.view().map(view -> view.snapshot().changes().total()).orElse(0L);
  }

  private LineView see(Room room, Show show, LineSnapshot snapshot) {
    long now = nanos.getAsLong();
    Optional<LineView> last = room.view();
    Optional<Positions> before =
        last.filter(view -> isContinuedBy(view.snapshot(), snapshot)).map(LineView::positions);
    if (before.isEmpty()) {
      room.forgetAll();
    }
    Positions positions =
        before.map(known -> continued(known, snapshot)).orElseGet(() -> everybody(room, snapshot));
    AdmissionRate pace =
        last.map(LineView::pace)
            .orElse(AdmissionRate.UNKNOWN)
            .seen(snapshot.counts().admitted(), expectedPace(show), now);
    return new LineView(snapshot, positions, pace, now);
  }

  private static boolean isContinuedBy(LineSnapshot before, LineSnapshot snapshot) {
    return before.generation() == snapshot.generation()
        && before.epoch() == snapshot.epoch()
        && snapshot.changes().whole();
  }

  private static double expectedPace(Show show) {
    return show.settings().waitingRoom().map(room -> (double) room.admitPerSecond()).orElse(0.0);
  }

  /**
   * Applies the changes since the last look. The line reports numbers that left or came out of
   * turn; admitted buyers were the first in line and need no report.
   */
  private static Positions continued(Positions before, LineSnapshot snapshot) {
    long last = snapshot.numbers().last();
    Positions.Builder change = before.change().came(last);
    for (long number : snapshot.changes().numbers()) {
      if (number < 0) {
        change.remove(-number);
      } else {
        change.add(number);
      }
    }
    long first = snapshot.numbers().first();
    return change.removeBelow(first == 0 ? last + 1 : first).build(last);
  }

  /**
   * Reads all numbers. The next look reports changes that happen meanwhile, and applying one twice
   * does no harm.
   */
  private Positions everybody(Room room, LineSnapshot snapshot) {
    long last = snapshot.numbers().last();
    long first = snapshot.numbers().first();
    Positions.Builder all = new Positions.Builder(first == 0 ? last : first);
    long[] page = lines.numbers(room.show(), 0, PAGE);
    while (page.length > 0 && page[0] <= last) {
      Arrays.stream(page).filter(number -> number <= last).forEach(all::add);
      page = lines.numbers(room.show(), page[page.length - 1], PAGE);
    }
    return all.build(last);
  }

  /** Begins the line in the next epoch, unless another process has, and reserves numbers. */
  private LineSnapshot begin(Show show) {
    EarlyDraws.Start start = draws.start(show);
    journal.next(show.id(), epoch -> isKept(show, epoch), epoch -> begin(show, start, epoch));
    LineSnapshot begun = lines.snapshot(show.id(), 0);
    if (!reserve(show, begun.epoch(), limits.block())) {
      throw new LineUnavailableException(
          "the line of show %s was lost again while it began".formatted(show.id()));
    }
    return begun;
  }

  private boolean isKept(Show show, int epoch) {
    try {
      return lines.snapshot(show.id(), 0).epoch() == epoch;
    } catch (LineLostException lost) {
      return false;
    }
  }

  private void begin(Show show, EarlyDraws.Start start, LineJournal.Epoch epoch) {
    boolean first = epoch.number() == 1;
    boolean begun =
        lines.begin(
            show.id(),
            new Beginning(
                epoch.number(),
                epoch.reserved(),
                start.phase(),
                start.base(),
                first ? Duration.ZERO : limits.longestPoll(),
                limits.patience()));
    if (!begun) {
      // The record was rewound, or a beginning was not recorded or its answer was lost.
      log.warn(
          "the line of show {} was ahead of its record; it is in epoch {} or a later one already",
          show.id(),
          epoch.number());
    } else if (epoch.lost()) {
      log.warn(
          "the line of show {} was lost or rewound; epoch {} begins above number {}",
          show.id(),
          epoch.number(),
          epoch.reserved());
      listener.lost();
    }
  }

  long maxWaiting() {
    return limits.maxWaiting();
  }

  /**
   * Reserves more numbers: first records in the database that they may be given out, then extends
   * the line. False if the line is in another epoch.
   */
  private boolean reserve(Show show, int epoch, long count) {
    OptionalLong end = journal.reserve(show.id(), epoch, count);
    end.ifPresent(limit -> lines.extend(show.id(), epoch, limit));
    return end.isPresent();
  }

  private void reserve(Show show, LineSnapshot snapshot, long needed) {
    var _ = reserve(show, snapshot.epoch(), needed + limits.block());
  }

  /** True if the line has to be mended. */
  boolean isDue(Show show, LineSnapshot snapshot) {
    return !snapshot.rebuilt() || draws.isDue(show, snapshot.phase());
  }

  /**
   * Rebuilds a line that began again, and brings every line into its due phase, unless another
   * process does it. May take long; the line goes on meanwhile, but nobody is let in.
   *
   * <p>It takes out the buyers who are gone and lets in those who have a pass. If places were
   * drawn, it does so before and after it moves people there: a buyer who is gone may stand in a
   * rewound line by either number.
   */
  void mend(Show show, LineSnapshot snapshot) {
    LineLease lease = new LineLease(lines, show.id(), process);
    if (!lease.begin()) {
      return;
    }
    try {
      if (!snapshot.rebuilt()) {
        rebuild(show, snapshot.epoch(), lease, false);
      }
      draws.advance(show, snapshot, lease, needed -> reserve(show, snapshot, needed));
      if (!snapshot.rebuilt()) {
        rebuild(show, snapshot.epoch(), lease, true);
      }
    } finally {
      lease.end();
    }
  }

  private void rebuild(Show show, int epoch, LineLease lease, boolean last) {
    List<Gone> page = journal.gone(show.id(), 0, REBUILD_PAGE);
    while (!page.isEmpty()) {
      lease.renew();
      lines.rebuild(show.id(), epoch, page, false);
      page = journal.gone(show.id(), page.getLast().number(), REBUILD_PAGE);
    }
    if (last) {
      lines.rebuild(show.id(), epoch, List.of(), true);
    }
  }
}
