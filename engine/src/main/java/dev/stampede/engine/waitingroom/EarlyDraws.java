package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.WaitingRoomSettings;
import dev.stampede.engine.waitingroom.LineState.Numbered;
import dev.stampede.engine.waitingroom.LineState.Phase;
import dev.stampede.engine.waitingroom.LineState.PhaseChange;
import dev.stampede.engine.waitingroom.draw.DrawKeys;
import dev.stampede.engine.waitingroom.draw.DrawResult;
import dev.stampede.engine.waitingroom.draw.DrawStore;
import dev.stampede.engine.waitingroom.draw.DrawnPlace;
import dev.stampede.engine.waitingroom.draw.EarlyArrivals;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * Takes lines with a draw through their phases. While people gather they stand in the order in
 * which they came, which counts for nothing. When the sale opens, the process sets aside numbers
 * above all theirs, one for each; draws, and stores the draw for good; moves everybody to the
 * number they drew; and opens the line. Buyers who come meanwhile stand behind. If the process dies
 * on the way, another goes on: every step may be done twice.
 */
final class EarlyDraws {

  /** The number of buyers that one step moves; bounds how long Redis is busy with it. */
  static final int STEP = 250;

  static final int PAGE = 1_000;

  /** The state in which a line begins: its phase, and the last number before the draw. */
  record Start(Phase phase, long base) {}

  private final LineState lines;
  private final DrawStore store;
  private final InstantSource clock;
  private final Map<ShowId, DrawKeys> keys = new ConcurrentHashMap<>();
  private final Map<ShowId, DrawResult> drawn = new ConcurrentHashMap<>();

  EarlyDraws(LineState lines, DrawStore store, InstantSource clock) {
    this.lines = lines;
    this.store = store;
    this.clock = clock;
  }

  /** Forgets the draw of a show whose line is not in use. */
  void forget(ShowId show) {
    keys.remove(show);
    drawn.remove(show);
  }

  /** Forgets all draws and their keys: a rewound database may know neither. */
  void startOver() {
    keys.clear();
    drawn.clear();
  }

  Start start(Show show) {
    Optional<DrawResult> before = drawn(show.id());
    if (before.isPresent()) {
      return new Start(Phase.DRAWING, before.get().base());
    }
    return new Start(isDrawn(show) ? Phase.GATHERING : Phase.OPEN, 0);
  }

  /** True if the line should be in another phase now, or a draw has to be finished. */
  boolean isDue(Show show, Phase phase) {
    return switch (phase) {
      case OPEN -> isDrawn(show) && !isOpen(show) && drawn(show.id()).isEmpty();
      case GATHERING -> !isDrawn(show) || isOpen(show);
      case DRAWING -> true;
    };
  }

  /**
   * Brings the line into the phase it should be in now, and draws if it is time.
   *
   * @param reserve reserves this many more numbers, if the draw needs them first
   */
  void advance(Show show, LineSnapshot snapshot, LineLease lease, LongConsumer reserve) {
    if (!isDue(show, snapshot.phase())) {
      return;
    }
    switch (snapshot.phase()) {
      case OPEN -> {
        var _ = keys(show.id());
        var _ = lines.change(show.id(), Phase.OPEN, Phase.GATHERING);
      }
      case GATHERING -> {
        if (!isDrawn(show)) {
          var _ = lines.change(show.id(), Phase.GATHERING, Phase.OPEN);
        } else if (close(show, reserve) instanceof PhaseChange.Done(long base)) {
          draw(show, base, lease);
        }
      }
      case DRAWING -> draw(show, snapshot.numbers().base(), lease);
    }
  }

  /**
   * Ends the gathering if the sale has opened: from now on nobody is early. True if this call ended
   * it.
   */
  boolean endGathering(Show show, LineSnapshot snapshot, LongConsumer reserve) {
    return snapshot.phase() == Phase.GATHERING
        && isDrawn(show)
        && isOpen(show)
        && close(show, reserve) instanceof PhaseChange.Done;
  }

  private PhaseChange close(Show show, LongConsumer reserve) {
    PhaseChange change = lines.change(show.id(), Phase.GATHERING, Phase.DRAWING);
    if (!(change instanceof PhaseChange.NotEnoughNumbers(long needed))) {
      return change;
    }
    reserve.accept(needed);
    return lines.change(show.id(), Phase.GATHERING, Phase.DRAWING);
  }

  private void draw(Show show, long base, LineLease lease) {
    DrawResult result = store.draw(show.id(), base, () -> early(show.id(), base, lease));
    drawn.put(show.id(), result);
    place(show.id(), result, lease);
    var _ = lines.change(show.id(), Phase.DRAWING, Phase.OPEN);
  }

  private EarlyArrivals early(ShowId show, long base, LineLease lease) {
    EarlyArrivals all = new EarlyArrivals();
    List<Numbered> page = lines.numbered(show, 0, PAGE);
    while (!page.isEmpty() && page.getFirst().number() <= base) {
      lease.renew();
      page.stream()
          .filter(one -> one.number() <= base)
          .forEach(one -> all.add(one.buyer().sub(), one.number()));
      page = lines.numbered(show, page.getLast().number(), PAGE);
    }
    return all;
  }

  private void place(ShowId show, DrawResult result, LineLease lease) {
    for (int from = 1; from <= result.leaves(); from += DrawStore.MAX_PAGE) {
      if (!isAnybodyUpTo(show, result.base())) {
        return;
      }
      List<DrawnPlace> page = store.places(show, from, DrawStore.MAX_PAGE);
      for (int i = 0; i < page.size(); i += STEP) {
        lease.renew();
        lines.place(
            show,
            page.subList(i, Math.min(i + STEP, page.size())).stream()
                .map(one -> new Numbered(result.base() + one.place(), one.buyer()))
                .toList());
      }
    }
  }

  private boolean isAnybodyUpTo(ShowId show, long base) {
    long[] first = lines.numbers(show, 0, 1);
    return first.length > 0 && first[0] <= base;
  }

  /** The numbers that good tokens are worth: their own, or what they have drawn. */
  Map<PlaceToken, Long> worth(ShowId show, List<PlaceToken> tokens) {
    Map<PlaceToken, Long> worth = new HashMap<>();
    Optional<DrawResult> result = drawn(show);
    Predicate<PlaceToken> early =
        token -> result.filter(draw -> token.number() <= draw.base()).isPresent();
    List<Long> arrivals = tokens.stream().filter(early).map(PlaceToken::number).toList();
    Map<Long, Integer> places = arrivals.isEmpty() ? Map.of() : store.placesOf(show, arrivals);
    for (PlaceToken token : tokens) {
      if (!early.test(token)) {
        worth.put(token, token.number());
      } else if (places.containsKey(token.number())) {
        worth.put(token, result.orElseThrow().base() + places.get(token.number()));
      }
    }
    return worth;
  }

  /** The nonce of the buyer's leaf in the draw; empty if the show has no draw. */
  String nonce(Show show, Buyer buyer) {
    return isDrawn(show) ? keys(show.id()).nonceKey().nonce(show.id(), buyer).toString() : "";
  }

  private DrawKeys keys(ShowId show) {
    return keys.computeIfAbsent(show, store::keysFor);
  }

  private Optional<DrawResult> drawn(ShowId show) {
    DrawResult known = drawn.get(show);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<DrawResult> found = store.drawn(show);
    found.ifPresent(result -> drawn.put(show, result));
    return found;
  }

  private static boolean isDrawn(Show show) {
    return show.settings().waitingRoom().filter(WaitingRoomSettings::shuffleEarly).isPresent();
  }

  private boolean isOpen(Show show) {
    return !clock.instant().isBefore(show.settings().saleOpensAt());
  }
}
