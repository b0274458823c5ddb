package dev.stampede.server;

import dev.stampede.assembly.ClaimPath;
import dev.stampede.assembly.ClaimPathSettings;
import dev.stampede.assembly.ClaimStores;
import dev.stampede.assembly.ClaimWay;
import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.layer.ClaimObserver;
import dev.stampede.engine.claim.layer.ClaimsInOrder;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.claim.layer.RefusalLog;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.lane.LaneSettings;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.claim.UnderLocks;
import dev.stampede.postgres.deployment.DatabaseEpochs;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.redis.Redis;
import dev.stampede.redis.news.RedisSeatNews;
import dev.stampede.server.config.ClaimSettings;
import dev.stampede.server.health.Dependency;
import dev.stampede.server.health.DependencyDownException;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.metrics.ClaimMeters;
import dev.stampede.server.metrics.LaneMeters;
import dev.stampede.server.metrics.RowLockMeter;
import dev.stampede.server.sale.Traffic;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of the wiring that a claim passes: the {@linkplain ClaimPath claim path}, its metrics
 * and its loops. A subsystem of {@link Wiring}.
 */
final class ClaimSubsystem implements AutoCloseable {

  /** A name that can be given an appender of its own; its lines come only while they are wanted. */
  private static final Logger REFUSALS = LoggerFactory.getLogger("dev.stampede.refusals");

  private static final Duration BOARD_TICK = Duration.ofMillis(100);
  private static final Duration BOARD_MEND = Duration.ofMillis(250);
  private static final Duration BOARD_QUIET = Duration.ofSeconds(1);

  /** The stores that it uses. */
  record Stores(Database database, DatabaseEpochs epochs, PostgresShows shows, Redis redis) {}

  /**
   * The listeners that hear of claims.
   *
   * @param booked is told of the passes that bookings have spent
   * @param written is told that a group was written, which may have events to send
   * @param observer is told of every claim, after metrics, traffic and the refusal log
   * @param activity says how often to look after boards and their news
   */
  record Listeners(
      Consumer<List<BookedPass>> booked,
      Runnable written,
      ClaimObserver observer,
      MeterRegistry registry,
      Traffic traffic,
      Activity activity) {}

  private final ClosingStack started = new ClosingStack();

  /**
   * The database epoch of the boards and the seat keys. It changes to a new one once all boards of
   * the epoch before are gone.
   */
  private final AtomicLong epoch;

  private final ClaimPath path;
  private final SeatBoards boards;
  private final ClaimMeters meters;
  private final RefusalLog refusals;

  ClaimSubsystem(
      Stores stores,
      String keyPrefix,
      ClaimSettings settings,
      InstantSource saleClock,
      Listeners listeners) {
    MeterRegistry registry = listeners.registry();
    epoch = new AtomicLong(stores.epochs().current().number());
    meters = new ClaimMeters(registry);
    refusals = new RefusalLog(this::boards, REFUSALS::debug);
    path =
        started.add(
            ClaimPath.over(
                    new ClaimStores(
                        stores.database(), stores.shows(), stores.redis(), keyPrefix, epoch::get),
                    settings(settings))
                .clock(saleClock)
                .observedBy(
                    ClaimObserver.of(meters, listeners.traffic(), refusals, listeners.observer()))
                .tellOfBookedPasses(listeners.booked())
                .listenToLanes(lane -> laneMeters(lane, listeners))
                .underLocks(underLocks(settings, registry))
                .open());
    boards = path.boards().orElseThrow();
    path.lanes().ifPresent(lanes -> meterDepths(lanes, registry));
    RedisSeatNews news = path.news().orElseThrow();
    Activity activity = listeners.activity();
    // A server that cannot hear the others cannot hear that they are busy.
    activity.notQuietWhile(() -> !boards.isHearing());
    LoopInterval beat = activity.pace(RedisSeatNews.BEAT, RedisSeatNews.QUIET_BEAT);
    started.add(Loop.start("seat news heartbeat", beat, news::beat));
    started.add(Loop.start("seat boards", activity.pace(BOARD_TICK, BOARD_QUIET), boards::tick));
    LoopInterval mend = activity.pace(BOARD_MEND, BOARD_QUIET);
    started.add(Loop.start("seat board repair", mend, boards::mend));
  }

  private static ClaimPathSettings settings(ClaimSettings settings) {
    return new ClaimPathSettings(
        settings.way(),
        new ClaimPathSettings.Lanes(
            settings.lanes(),
            LaneSettings.DEFAULT,
            LimitSettings.MAX_PATIENCE), // every request has a deadline of its own before that
        settings.seatLockTimeout(),
        settings.seatCacheTtl(),
        settings.wallets().limits());
  }

  private static LaneMeters laneMeters(int lane, Listeners listeners) {
    return new LaneMeters(
        listeners.registry(),
        lane,
        size -> {
          listeners.traffic().committed(size);
          listeners.written().run();
        });
  }

  private static void meterDepths(LaneClaims lanes, MeterRegistry registry) {
    for (int lane = 0; lane < lanes.lanes(); lane++) {
      int number = lane;
      Gauge.builder("stampede.lane.depth", lanes, all -> all.depth(number))
          .description("Claims waiting to be taken into a group")
          .tag("lane", Integer.toString(lane))
          .register(registry);
    }
  }

  /** Times the row locks of per-request claims; lanes report theirs to their listener. */
  private static UnderLocks underLocks(ClaimSettings settings, MeterRegistry registry) {
    return settings.way() == ClaimWay.PER_REQUEST
        ? new TimedLocks(new RowLockMeter(registry))
        : UnderLocks.NOTHING;
  }

  private record TimedLocks(RowLockMeter meter) implements UnderLocks {

    @Override
    public void run() {}

    @Override
    public void lockedAfter(Duration took) {
      meter.lockedAfter(took);
    }
  }

  /** The database was rewound: what is known of its seats from before is forgotten. */
  void startOver(long databaseEpoch) {
    boards.startOver(() -> epoch.set(databaseEpoch));
    path.startOver();
  }

  /** Returns the database epoch of the seat keys. */
  long epoch() {
    return epoch.get();
  }

  Claims claims() {
    return path.claims();
  }

  /** Decides requests from Kafka, in order within each partition. */
  ClaimsInOrder inOrder() {
    return path.inOrder();
  }

  SeatBoards boards() {
    return boards;
  }

  /** Returns the notes on why claims are refused. */
  RefusalLog refusals() {
    return refusals;
  }

  /** Seat locks tried so far. */
  ClaimMeters.SeatLocks locks() {
    return meters.locks();
  }

  /** Claims are decided here, unless the writer of a lane has died. */
  Dependency part() {
    return part(() -> path.lanes().flatMap(LaneClaims::failure));
  }

  static Dependency part(Supplier<Optional<Throwable>> died) {
    return new Dependency(
        "claim-lanes",
        true,
        () -> {
          Optional<Throwable> failure = died.get();
          if (failure.isPresent()) {
            throw new DependencyDownException(
                "the writer of a lane stopped because of %s and its claims are refused: restart this server"
                    .formatted(failure.get().getClass().getName()));
          }
        });
  }

  /** Returns the number of claims that wait to be taken into a group. */
  int laneDepth() {
    return path.lanes().map(all -> IntStream.range(0, all.lanes()).map(all::depth).sum()).orElse(0);
  }

  @Override
  public void close() {
    started.close();
  }
}
