package dev.stampede.server;

import dev.stampede.server.http.Drain;
import dev.stampede.server.limit.StreamSlots;
import dev.stampede.server.sale.SaleHistory;
import dev.stampede.server.sale.SaleOverviews;
import dev.stampede.server.sale.SaleSampler;
import dev.stampede.server.sale.SaleStreams;
import dev.stampede.server.sale.Traffic;
import java.time.InstantSource;

/**
 * The part of the wiring that the console watches: how a sale goes, now and within the last hour. A
 * subsystem of {@link Wiring}.
 */
final class SaleViewSubsystem implements AutoCloseable {

  private final ClosingStack started = new ClosingStack();
  private final SaleOverviews overviews;
  private final SaleHistory history;
  private final SaleStreams streams;

  SaleViewSubsystem(
      SaleOverviews.All all,
      SaleOverviews.Here here,
      Traffic traffic,
      InstantSource clock,
      Drain drain,
      Activity activity) {
    overviews = new SaleOverviews(all, here, clock);
    history =
        new SaleHistory(new SaleSampler(overviews, traffic, all.statistics()), traffic, clock);
    streams =
        new SaleStreams(
            overviews,
            history,
            drain,
            new StreamSlots<>(SaleStreams.DEFAULT_MAX_WATCHERS, SaleStreams.DEFAULT_MAX_EACH));
    LoopInterval samples = activity.pace(SaleHistory.TICK, SaleHistory.QUIET_TICK);
    started.add(Loop.start("sale history", samples, history::tick));
    activity.notQuietWhile(() -> streams.watchers() > 0);
    LoopInterval ticks = activity.pace(SaleStreams.TICK, SaleHistory.QUIET_TICK);
    started.add(Loop.start("sale streams", ticks, streams::tick));
  }

  SaleOverviews overviews() {
    return overviews;
  }

  SaleHistory history() {
    return history;
  }

  SaleStreams streams() {
    return streams;
  }

  @Override
  public void close() {
    started.close();
  }
}
