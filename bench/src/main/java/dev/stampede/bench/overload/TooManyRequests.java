package dev.stampede.bench.overload;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.crowd.LoadPace;
import java.time.Duration;

/**
 * Half as many again as were sold a moment ago come every second, whether or not anybody was
 * answered.
 */
record TooManyRequests(BenchSaleServer server, SeatSupply seats, AtItsBest best, Duration settle)
    implements Case {

  static final String NAME = "1.5 x the rate, open loop";

  private static final double TIMES_RATE = 1.5;

  /**
   * Enough that it is the server who turns people away and not the generator: as many as come
   * within most of a second.
   */
  private static final double CONNECTIONS_PER_RATE = 0.6;

  private static final int LEAST_CONNECTIONS = 512;
  private static final int MOST_CONNECTIONS = 8_000;

  /** A request that finds no free connection waits for one, but not for long. */
  private static final Duration BACKLOG = Duration.ofMillis(100);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    double perSecond = TIMES_RATE * best.perSecond();
    int backlog = (int) Math.ceil(perSecond * BACKLOG.toMillis() / 1e3);
    int connections =
        (int) Math.clamp(perSecond * CONNECTIONS_PER_RATE, LEAST_CONNECTIONS, MOST_CONNECTIONS);
    LoadPace pace = new LoadPace.Open(perSecond, backlog);
    return new ClaimLoad(NAME, server, seats, pace, connections, settle).measure(duration);
  }
}
