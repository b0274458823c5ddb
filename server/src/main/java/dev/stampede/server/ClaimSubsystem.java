package dev.stampede.server;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.ClaimsInOrder;
import dev.stampede.engine.claim.ClaimsWhileWritable;
import dev.stampede.engine.claim.LaneClaims;
import dev.stampede.engine.claim.LayeredClaims;
import dev.stampede.engine.claim.RefusalLog;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.seats.BoardSettings;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.lane.LaneSettings;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseEpochs;
import dev.stampede.postgres.GroupCommitter;
import dev.stampede.postgres.PerRequestClaims;
import dev.stampede.postgres.PostgresSeats;
import dev.stampede.postgres.PostgresShows;
import dev.stampede.postgres.UnderLocks;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSeatGate;
import dev.stampede.redis.RedisSeatNews;
import dev.stampede.server.config.ClaimSettings;
import dev.stampede.server.health.Dependency;
import dev.stampede.server.health.DependencyDownException;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.metrics.ClaimMeters;
import dev.stampede.server.metrics.CountedClaims;
import dev.stampede.server.metrics.CountedGate;
import dev.stampede.server.metrics.LaneMeters;
import dev.stampede.server.metrics.RowLockMeter;
import dev.stampede.server.sale.Traffic;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of the wiring that a claim passes: layers, lanes, writers, and the news of what they
 * wrote. A piece of {@link Main}, apart because it is the heart.
 */
final class ClaimSubsystem implements AutoCloseable {

  /** A name that can be given an appender of its own; its lines come only while they are wanted. */
  private static final Logger REFUSALS = LoggerFactory.getLogger("dev.stampede.refusals");

  private static final Duration BOARD_TICK = Duration.ofMillis(100);
  private static final Duration BOARD_MEND = Duration.ofMillis(250);
  private static final Duration BOARD_QUIET = Duration.ofSeconds(1);

  /** The stores that it uses. */
  record Stores(Database database, DatabaseEpochs epochs, PostgresShows shows, Redis redis) {}

  private final ClosingStack started = new ClosingStack();

  /**
   * The database epoch of the boards and the seat keys. It changes to a new one once all boards of
   * the epoch before are gone.
   */
  private final AtomicLong epoch;

  private final List<Runnable> writers = new CopyOnWriteArrayList<>();
  private final CountedGate gate;
  private final SeatBoards boards;
  private final RefusalLog refusals;
  private final Claims claims;
  private final ClaimsInOrder inOrder;
  private Optional<LaneClaims> lanes = Optional.empty();

  /**
   * The listeners that hear of claims.
   *
   * @param booked is told of the passes that bookings have spent
   * @param written is told that a group was written, which may have events to send
   * @param activity says how often to look after boards and their news
   */
  record Ears(
      Consumer<List<BookedPass>> booked,
      Runnable written,
      MeterRegistry registry,
      Traffic traffic,
      Activity activity) {}

  ClaimSubsystem(
      Stores stores, String keyPrefix, ClaimSettings settings, InstantSource saleClock, Ears ears) {
    epoch = new AtomicLong(stores.epochs().current().number());
    gate =
        new CountedGate(
            new RedisSeatGate(stores.redis(), keyPrefix, epoch::get, settings.seatLockTimeout()),
            ears.registry());
    RedisSeatNews news =
        started.add(
            new RedisSeatNews(
                stores.redis(), keyPrefix, epoch::get, settings.seatCacheTtl(), saleClock));
    boards =
        new SeatBoards(
            new PostgresSeats(stores.database(), stores.shows()),
            news,
            saleClock,
            BoardSettings.checkedEvery(settings.seatCacheTtl()));
    refusals = new RefusalLog(boards, REFUSALS::debug);
    Way way =
        switch (settings.way()) {
          case GROUP_COMMIT -> {
            LaneClaims all = lanes(stores, settings, ears);
            lanes = Optional.of(all);
            yield new Way(layered(all, ears), all);
          }
          case PER_REQUEST -> {
            PerRequestClaims plain =
                new PerRequestClaims(
                    stores.database(),
                    stores.shows(),
                    settings.wallets().limits(),
                    gate,
                    new News(boards::committed, ears.booked()),
                    new TimedLocks(new RowLockMeter(ears.registry())));
            writers.add(plain::startOver);
            yield new Way(refusals.explaining(plain), plain);
          }
        };
    claims =
        new CountedClaims(
            new ClaimsWhileWritable(way.claims(), stores.database().watch()::isAway),
            ears.registry());
    inOrder = way.inOrder();
    Activity activity = ears.activity();
    // A server that cannot hear the others cannot hear that they are busy.
    activity.notQuietWhile(() -> !boards.isHearing());
    LoopInterval beat = activity.pace(RedisSeatNews.BEAT, RedisSeatNews.QUIET_BEAT);
    started.add(Loop.start("seat news heartbeat", beat, news::beat));
    started.add(Loop.start("seat boards", activity.pace(BOARD_TICK, BOARD_QUIET), boards::tick));
    LoopInterval mend = activity.pace(BOARD_MEND, BOARD_QUIET);
    started.add(Loop.start("seat board repair", mend, boards::mend));
  }

  /** One way to claim, for those who wait and for what came by the broker. */
  private record Way(Claims claims, ClaimsInOrder inOrder) {}

  /** Nothing is done under locks but deciding; how long they took is told. */
  private record TimedLocks(RowLockMeter meter) implements UnderLocks {

    @Override
    public void run() {}

    @Override
    public void lockedAfter(Duration took) {
      meter.lockedAfter(took);
    }
  }

  /** Passes each of the two kinds of news to its own listener. */
  record News(Consumer<List<SeatChange>> seats, Consumer<List<BookedPass>> passes)
      implements ClaimNews {

    @Override
    public void committed(List<SeatChange> changes) {
      seats.accept(changes);
    }

    @Override
    public void booked(List<BookedPass> booked) {
      passes.accept(booked);
    }
  }

  private Claims layered(Claims core, Ears ears) {
    ClaimMeters meters = new ClaimMeters(ears.registry());
    return new LayeredClaims(
        boards,
        gate,
        core,
        (show, step) -> {
          meters.heard(show, step);
          ears.traffic().heard(show, step);
        },
        refusals);
  }

  private LaneClaims lanes(Stores stores, ClaimSettings settings, Ears ears) {
    List<GroupCommitter> committers = new CopyOnWriteArrayList<>();
    // Lanes tell each other of their commits, so that none runs into a seat that is taken.
    ClaimNews news =
        new News(
            changes -> {
              boards.committed(changes);
              committers.forEach(committer -> changes.forEach(committer::learn));
            },
            ears.booked());
    for (int lane = 0; lane < settings.lanes(); lane++) {
      committers.add(
          started.add(
              new GroupCommitter(
                  stores.database(),
                  stores.shows(),
                  settings.wallets().limits(),
                  news,
                  UnderLocks.NOTHING,
                  boards)));
    }
    committers.forEach(committer -> writers.add(committer::startOver));
    LaneClaims claimLanes =
        started.add(
            new LaneClaims(
                committers,
                LaneSettings.DEFAULT,
                lane ->
                    new LaneMeters(
                        ears.registry(),
                        lane,
                        size -> {
                          ears.traffic().committed(size);
                          ears.written().run();
                        }),
                LimitSettings.MAX_PATIENCE)); // every request has a deadline of its own before that
    for (int lane = 0; lane < claimLanes.lanes(); lane++) {
      int number = lane;
      Gauge.builder("stampede.lane.depth", claimLanes, all -> all.depth(number))
          .description("Claims waiting to be taken into a group")
          .tag("lane", Integer.toString(lane))
          .register(ears.registry());
    }
    return claimLanes;
  }

  /** The database was rewound: what is known of its seats from before is forgotten. */
  void startOver(long databaseEpoch) {
    boards.startOver(() -> epoch.set(databaseEpoch));
    writers.forEach(Runnable::run);
  }

  /** Returns the database epoch of the seat keys. */
  long epoch() {
    return epoch.get();
  }

  Claims claims() {
    return claims;
  }

  /** The same for what came by the broker. */
  ClaimsInOrder inOrder() {
    return inOrder;
  }

  SeatBoards boards() {
    return boards;
  }

  /** Returns the notes on why claims are refused. */
  RefusalLog refusals() {
    return refusals;
  }

  /** Seat locks tried so far. */
  CountedGate.Tried locks() {
    return gate.tried();
  }

  /** Claims are decided here, unless the writer of a lane has died. */
  Dependency part() {
    return part(() -> lanes.flatMap(LaneClaims::failure));
  }

  static Dependency part(Supplier<Optional<Throwable>> died) {
    return new Dependency(
        "claim-lanes",
        true,
        () -> {
          Optional<Throwable> failure = died.get();
          if (failure.isPresent()) {
            throw new DependencyDownException(
                "the writer of a lane has died of %s and its claims are refused: restart this server"
                    .formatted(failure.get().getClass().getName()));
          }
        });
  }

  /** Returns the number of claims that wait to be taken into a group. */
  int laneDepth() {
    return lanes.map(all -> IntStream.range(0, all.lanes()).map(all::depth).sum()).orElse(0);
  }

  /** Lanes drain before their writers close, and all news is told before its channel does. */
  @Override
  public void close() {
    started.close();
  }
}
