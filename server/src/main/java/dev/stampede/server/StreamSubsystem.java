package dev.stampede.server;

import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.waitingroom.WaitingRooms;
import dev.stampede.server.http.Drain;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.limit.StreamSlots;
import dev.stampede.server.seats.SeatStreams;
import dev.stampede.server.waitingroom.PlaceStreams;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The part of the wiring that pages watch: streams of seats and of places in line. A subsystem of
 * {@link Wiring}.
 */
final class StreamSubsystem implements AutoCloseable {

  /** The interval of stream ticks while all is quiet; a client that opens a stream ends that. */
  private static final Duration QUIET_TICK = Duration.ofSeconds(5);

  private final ClosingStack started = new ClosingStack();
  private final PlaceStreams places;
  private final SeatStreams seats;

  /** The parts that streams show. */
  record Shown(WaitingRooms rooms, SeatBoards boards, InstantSource clock) {}

  StreamSubsystem(
      Shown shown, LimitSettings limits, Drain drain, Activity activity, Overrides overrides) {
    places =
        new PlaceStreams(
            shown.rooms(),
            shown.clock(),
            drain,
            new StreamSlots<>(overrides.maxPlaceStreams(), limits.streamsPerBuyer()),
            overrides.nanos());
    seats =
        new SeatStreams(
            shown.boards(),
            shown.clock(),
            drain,
            new StreamSlots<>(SeatStreams.DEFAULT_MAX_WATCHERS, limits.streamsPerAddress()));
    activity.notQuietWhile(() -> places.watchers() > 0);
    activity.notQuietWhile(() -> seats.watchers() > 0);
    LoopInterval placeTicks = activity.pace(PlaceStreams.TICK, QUIET_TICK);
    started.add(Loop.start("place streams", placeTicks, places::tick));
    LoopInterval seatTicks = activity.pace(SeatStreams.TICK, QUIET_TICK);
    started.add(Loop.start("seat streams", seatTicks, seats::tick));
  }

  void meter(MeterRegistry registry) {
    Gauge.builder("stampede.queue.watchers", places, PlaceStreams::watchers)
        .description("Open streams of places in line")
        .register(registry);
    Gauge.builder("stampede.seats.watchers", seats, SeatStreams::watchers)
        .description("Open streams of seat changes")
        .register(registry);
  }

  PlaceStreams places() {
    return places;
  }

  SeatStreams seats() {
    return seats;
  }

  @Override
  public void close() {
    started.close();
  }
}
