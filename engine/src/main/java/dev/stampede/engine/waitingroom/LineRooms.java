package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.engine.show.WaitingRoomSettings;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.waitingroom.draw.DrawStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The waiting rooms of all shows, as one process serves them. Redis keeps the lines, the database
 * keeps what must survive Redis, and this process's memory keeps what polls need. Loops tend only
 * the rooms that are in use ({@link RoomsInUse}), however many rooms there are.
 */
public final class LineRooms implements WaitingRooms, AutoCloseable {

  public static final Duration DISCOVER_EVERY = Duration.ofSeconds(1);
  public static final Duration LOOK_EVERY = Duration.ofMillis(500);
  public static final Duration ADMIT_EVERY = Duration.ofMillis(250);
  public static final Duration TIDY_EVERY = Duration.ofMillis(500);
  public static final Duration MEND_EVERY = Duration.ofMillis(500);
  public static final Duration REMOVE_EVERY = Duration.ofSeconds(10);

  /** While Redis is away, the process answers from its last view of a line for this long. */
  static final Duration VIEW_KEPT = Duration.ofSeconds(3);

  /** Signs of life are recorded this many times in the time that a place is kept without one. */
  static final int ROUNDS_PER_PATIENCE = 10;

  /** The number of signs of life that one step records; bounds how long Redis is busy with it. */
  public static final int TOUCH_STEP = 250;

  static final int SPENT_STEP = 250;

  private static final Logger log = LoggerFactory.getLogger(LineRooms.class);

  /** The stores of the lines, of their durable records, and of the seats they depend on. */
  public record Stores(
      Line line,
      LineState state,
      LineJournal journal,
      DrawStore draws,
      Inventory inventory,
      SpentPasses spent) {}

  private final Function<ShowId, Optional<Show>> shows;
  private final Line line;
  private final LineState state;
  private final EarlyDraws draws;
  private final LineKeeper keeper;
  private final Admission admission;
  private final Departures departures;
  private final Leaving leaving;
  private final PlaceTokenChecker placeTokens;
  private final PlaceFinder places;
  private final LineLimits limits;
  private final RoomListener listener;
  private final RoomsInUse rooms;
  private final RoomStepRunner work = new RoomStepRunner();
  private final Repairs repairs = new Repairs();
  private final LineRemoval removal;
  private final SpentPasses spent;

  /**
   * Waiting rooms.
   *
   * @param shows finds a show as this process knows it
   * @param clock the clock of the sale
   */
  public LineRooms(
      Stores stores,
      Keyring keyring,
      Function<ShowId, Optional<Show>> shows,
      InstantSource clock,
      LineLimits limits,
      RoomListener listener) {
    this.shows = shows;
    this.line = stores.line();
    this.state = stores.state();
    LineJournal journal = stores.journal();
    this.spent = stores.spent();
    this.limits = limits;
    this.listener = listener;
    this.draws = new EarlyDraws(stores.state(), stores.draws(), clock);
    this.keeper =
        new LineKeeper(stores.state(), journal, draws, limits, listener, System::nanoTime);
    this.rooms = new RoomsInUse(state, limits.restsAfter(), System::nanoTime, draws::forget);
    this.removal = new LineRemoval(state, journal, clock, limits.patience());
    this.admission = new Admission(line, journal, stores.inventory(), clock, limits, listener);
    this.departures = new Departures(journal);
    this.leaving = new Leaving(line, journal, departures);
    this.placeTokens = new PlaceTokenChecker(journal, draws);
    this.places =
        new PlaceFinder(
            line,
            keeper,
            placeTokens,
            departures,
            new QueueOutcomes(keyring, draws, limits, clock),
            listener);
  }

  @Override
  public QueueOutcome join(ShowId show, Buyer buyer, Optional<String> placeToken) {
    return ask(show, new PlaceFinder.PlaceRequest(buyer, placeToken, true));
  }

  @Override
  public QueueOutcome look(ShowId show, Buyer buyer, Optional<String> placeToken) {
    return ask(show, new PlaceFinder.PlaceRequest(buyer, placeToken, false));
  }

  private QueueOutcome ask(ShowId id, PlaceFinder.PlaceRequest request) {
    Optional<Show> show = shows.apply(id);
    if (show.isEmpty()) {
      return new QueueOutcome.NoSuchShow();
    }
    if (!hasRoom(show.get())) {
      return new QueueOutcome.NoRoom();
    }
    if (show.get().settings().saleSwitch() == ShowTerms.SaleSwitch.CLOSED) {
      return new QueueOutcome.SaleClosed();
    }
    try {
      return places.ask(rooms.asked(id), show.get(), request);
    } catch (LineUnavailableException | LineLostException away) {
      log.debug("the line of show {} could not be asked", id, away);
      return new QueueOutcome.Unavailable("the server cannot reach the waiting room");
    }
  }

  @Override
  public LeaveOutcome leave(ShowId id, Buyer buyer) {
    Optional<Show> show = shows.apply(id);
    if (show.isEmpty()) {
      return new LeaveOutcome.NoSuchShow();
    }
    if (!hasRoom(show.get())) {
      return new LeaveOutcome.NoRoom();
    }
    LeaveOutcome outcome = leaving.leave(id, buyer);
    if (outcome instanceof LeaveOutcome.Left) {
      rooms.find(id).ifPresent(room -> room.gone(buyer));
      listener.left();
    } else if (outcome instanceof LeaveOutcome.Unavailable) {
      rooms.find(id).ifPresent(Room::doubtEpoch);
    }
    return outcome;
  }

  private static boolean hasRoom(Show show) {
    return show.settings().waitingRoom().filter(WaitingRoomSettings::enabled).isPresent();
  }

  /**
   * Called after the database was rewound: it has reserved fewer numbers than lines gave out, so
   * the next look at each line raises them.
   */
  public void startOver() {
    draws.startOver();
    rooms.all().forEach(room -> room.raised(false));
  }

  /** Finds the lines that are in use on any server, and lets the others rest. */
  public void discover() {
    rooms.exchange();
  }

  /** Looks at all lines. */
  public void look() {
    each(
        (show, room) -> {
          var _ = keeper.refresh(room, show);
        });
  }

  /** Lets people in. */
  public void admit() {
    endSpent();
    each((show, room) -> room.view().ifPresent(view -> admission.admit(show, room, view)));
  }

  /** Gives up places and ends passes. */
  public void tidy() {
    each((show, _) -> admission.tidy(show.id()));
  }

  /**
   * Rebuilds lines and makes draws that are due. A draw of a million places goes on long after this
   * returns.
   */
  public void mend() {
    List<Repairs.Repair> due = new ArrayList<>();
    for (Room room : rooms.all()) {
      Optional<Show> show = shows.apply(room.show()).filter(LineRooms::hasRoom);
      if (show.isPresent() && room.view().isPresent()) {
        LineSnapshot snapshot = room.view().get().snapshot();
        if (keeper.isDue(show.get(), snapshot)) {
          due.add(
              new Repairs.Repair(
                  room.show(),
                  snapshot.counts().present(),
                  () -> keeper.mend(show.get(), snapshot)));
        }
      }
    }
    repairs.start(due);
  }

  /** Removes lines that nobody can stand in any more. */
  public void remove() {
    removal.tick();
  }

  /** Records signs of life; call it every {@link #touchEvery}. */
  public void touch() {
    each(
        (show, room) -> {
          List<Buyer> alive = room.round();
          for (int i = 0; i < alive.size(); i += TOUCH_STEP) {
            line.touch(show.id(), alive.subList(i, Math.min(i + TOUCH_STEP, alive.size())));
          }
        });
  }

  public Duration touchEvery() {
    return limits.patience().dividedBy(ROUNDS_PER_PATIENCE);
  }

  private void endSpent() {
    List<BookedPass> some = spent.take(SPENT_STEP);
    while (!some.isEmpty()) {
      try {
        some.stream()
            .collect(Collectors.groupingBy(BookedPass::show))
            .forEach((show, passes) -> line.end(show, passes, 0));
      } catch (LineUnavailableException away) {
        // Their slots become free as soon as the line can be reached; telling it twice does no
        // harm.
        spent.tell(some);
        throw away;
      }
      some = spent.take(SPENT_STEP);
    }
  }

  /**
   * Runs the step for each room in use. A room that fails does not stop the others; the first
   * failure is thrown afterwards.
   */
  private void each(BiConsumer<Show, Room> step) {
    work.each(
        rooms.all(),
        room -> {
          try {
            shows
                .apply(room.show())
                .filter(LineRooms::hasRoom)
                .ifPresent(show -> step.accept(show, room));
          } catch (LineLostException lost) {
            room.doubtEpoch();
            log.debug("a line is lost; the next look begins it again", lost);
          }
        });
  }

  /** True if any line is in use. */
  public boolean areInUse() {
    return !rooms.all().isEmpty();
  }

  /** The figures of the lines in use. */
  public List<RoomStats> stats() {
    return rooms.all().stream().flatMap(room -> stats(room).stream()).toList();
  }

  /**
   * The figures of one line; empty if the show has no room, or Redis does not answer. A line that
   * is not in use is read from Redis.
   */
  public Optional<RoomStats> stats(ShowId show) {
    return rooms
        .find(show)
        .flatMap(LineRooms::stats)
        .or(() -> shows.apply(show).filter(LineRooms::hasRoom).flatMap(_ -> readStats(show)));
  }

  private Optional<RoomStats> readStats(ShowId show) {
    try {
      return Optional.of(stats(show, state.snapshot(show, 0).counts()));
    } catch (LineLostException none) {
      return Optional.of(RoomStats.none(show));
    } catch (LineUnavailableException away) {
      log.debug("the line of show {} could not be looked at", show, away);
      return Optional.empty();
    }
  }

  private static Optional<RoomStats> stats(Room room) {
    return room.view().map(view -> stats(room.show(), view.snapshot().counts()));
  }

  private static RoomStats stats(ShowId show, LineSnapshot.Counts counts) {
    return new RoomStats(
        show,
        counts.waiting(),
        counts.inside(),
        counts.admitted(),
        counts.ended(),
        counts.booked(),
        counts.bookedSeats());
  }

  @Override
  public void close() {
    repairs.close();
    work.close();
    departures.close();
    placeTokens.close();
  }
}
