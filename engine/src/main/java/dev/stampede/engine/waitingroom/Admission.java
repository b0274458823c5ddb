package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.engine.show.WaitingRoomSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * Takes people out of lines: lets the first in, gives up those who showed no sign of life, ends
 * passes, and finishes the work of processes that died. Any number of processes may do it at once;
 * each step is one script, and recording a departure twice has the effect of once.
 */
final class Admission {

  /** The number of people that one step lets in; bounds how long Redis is busy with it. */
  static final int STEP = 250;

  /** The limit of steps in one tick. */
  static final int MAX_STEPS = 40;

  /** A process that took buyers out longer ago than this and did not settle them has died. */
  static final Duration ABANDONED = Duration.ofSeconds(5);

  private final Line line;
  private final LineJournal journal;
  private final Inventory inventory;
  private final InstantSource clock;
  private final LineLimits limits;
  private final RoomListener listener;

  Admission(
      Line line,
      LineJournal journal,
      Inventory inventory,
      InstantSource clock,
      LineLimits limits,
      RoomListener listener) {
    this.line = line;
    this.journal = journal;
    this.inventory = inventory;
    this.clock = clock;
    this.limits = limits;
    this.listener = listener;
  }

  /** Lets in as many buyers as the settings and the seats allow now. */
  void admit(Show show, Room room, LineView view) {
    WaitingRoomSettings settings = show.settings().waitingRoom().orElseThrow();
    if (view.snapshot().counts().waiting() == 0
        || settings.admitPerSecond() == 0
        || !isSelling(show)) {
      return;
    }
    long ceiling =
        AdmissionPlan.ceiling(
            settings.maxActive(), inventory.of(show.id()), view.snapshot().counts());
    for (int step = 0; step < MAX_STEPS; step++) {
      Instant passUntil = clock.instant().plus(settings.passFor());
      List<LineExit> first =
          line.admit(
              show.id(), new Line.Admitting(settings.admitPerSecond(), ceiling, STEP, passUntil));
      settle(show.id(), first);
      first.forEach(one -> listener.admitted(room.waited(one.number())));
      if (first.size() < STEP) {
        return;
      }
    }
  }

  private boolean isSelling(Show show) {
    return show.settings().saleSwitch() == ShowTerms.SaleSwitch.OPEN
        && !clock.instant().isBefore(show.settings().saleOpensAt());
  }

  /** Gives up silent places, ends expired passes, and settles abandoned departures. */
  void tidy(ShowId show) {
    settle(show, line.unsettled(show, ABANDONED, STEP));
    for (int step = 0; step < MAX_STEPS; step++) {
      List<LineExit> silent = line.expire(show, limits.patience(), STEP);
      settle(show, silent);
      listener.expired(silent.size());
      if (silent.size() < STEP) {
        break;
      }
    }
    for (int step = 0; step < MAX_STEPS && line.end(show, List.of(), STEP) >= STEP; step++) {}
  }

  private void settle(ShowId show, List<LineExit> moved) {
    if (!moved.isEmpty()) {
      journal.gone(show, moved);
      var _ = line.settle(show, moved);
    }
  }
}
