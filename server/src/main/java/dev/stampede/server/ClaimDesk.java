package dev.stampede.server;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.ClaimsWhileWritable;
import dev.stampede.engine.claim.LaneClaims;
import dev.stampede.engine.claim.LayeredClaims;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatGate;
import dev.stampede.engine.seats.BoardSettings;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.lane.LaneSettings;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.GroupCommitter;
import dev.stampede.postgres.PerRequestClaims;
import dev.stampede.postgres.PostgresSeats;
import dev.stampede.postgres.PostgresShows;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSeatGate;
import dev.stampede.redis.RedisSeatNews;
import dev.stampede.server.config.ClaimSettings;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.metrics.ClaimMeters;
import dev.stampede.server.metrics.CountedClaims;
import dev.stampede.server.metrics.LaneMeters;
import dev.stampede.server.sale.Traffic;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The part of the wiring that a claim passes: layers, lanes, writers, and the news of what they
 * wrote. A piece of {@link Main}, apart because it is the heart.
 */
final class ClaimDesk implements AutoCloseable {

  private static final Duration BOARD_TICK = Duration.ofMillis(100);
  private static final Duration BOARD_MEND = Duration.ofMillis(250);

  /** What it stands on. */
  record Stores(Database database, PostgresShows shows, Redis redis) {}

  private final ClosingStack started = new ClosingStack();
  private final SeatBoards boards;
  private final Claims claims;
  private Optional<LaneClaims> lanes = Optional.empty();

  /**
   * Who hears of what is claimed.
   *
   * @param booked is told of the passes that bookings have spent
   */
  record Ears(Consumer<List<BookedPass>> booked, MeterRegistry registry, Traffic traffic) {}

  ClaimDesk(
      Stores stores, String keyPrefix, ClaimSettings settings, InstantSource saleClock, Ears ears) {
    RedisSeatGate gate = new RedisSeatGate(stores.redis(), keyPrefix, settings.seatLockTimeout());
    RedisSeatNews news =
        started.add(
            new RedisSeatNews(stores.redis(), keyPrefix, settings.seatCacheTtl(), saleClock));
    boards =
        new SeatBoards(
            new PostgresSeats(stores.database(), stores.shows()),
            news,
            saleClock,
            BoardSettings.checkedEvery(settings.seatCacheTtl()));
    claims =
        new CountedClaims(
            new ClaimsWhileWritable(
                switch (settings.way()) {
                  case GROUP_COMMIT -> {
                    lanes = Optional.of(lanes(stores, settings, ears));
                    yield layered(gate, lanes.get(), ears);
                  }
                  case PER_REQUEST ->
                      new PerRequestClaims(
                          stores.database(),
                          stores.shows(),
                          settings.wallets().limits(),
                          gate,
                          new News(boards::committed, ears.booked()));
                },
                stores.database().watch()::isAway),
            ears.registry());
    started.add(Loop.start("seat news heartbeat", RedisSeatNews.BEAT, news::beat));
    started.add(Loop.start("seat boards", BOARD_TICK, boards::tick));
    started.add(Loop.start("seat board repair", BOARD_MEND, boards::mend));
  }

  /** What each of the two kinds of news is told to. */
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

  private Claims layered(SeatGate gate, Claims core, Ears ears) {
    ClaimMeters meters = new ClaimMeters(ears.registry());
    return new LayeredClaims(
        boards,
        gate,
        core,
        (show, step) -> {
          meters.heard(show, step);
          ears.traffic().heard(show, step);
        });
  }

  private LaneClaims lanes(Stores stores, ClaimSettings settings, Ears ears) {
    List<GroupCommitter> committers = new CopyOnWriteArrayList<>();
    // What one lane commits the others need not find out by running into it.
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
                  stores.database(), stores.shows(), settings.wallets().limits(), news)));
    }
    LaneClaims claimLanes =
        started.add(
            new LaneClaims(
                committers,
                LaneSettings.DEFAULT,
                lane -> new LaneMeters(ears.registry(), lane, ears.traffic()::committed),
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

  Claims claims() {
    return claims;
  }

  SeatBoards boards() {
    return boards;
  }

  /** How many claims wait to be taken into a group. */
  int laneDepth() {
    return lanes.map(all -> IntStream.range(0, all.lanes()).map(all::depth).sum()).orElse(0);
  }

  /** Lanes drain before their writers close, and all news is told before its channel does. */
  @Override
  public void close() {
    started.close();
  }
}
