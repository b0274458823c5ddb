package dev.stampede.bench.claims;

import dev.stampede.bench.report.Row;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.crowd.LoadPlan;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Measures how long buyers wait while the server has as much again to spare: claims due at a fixed
 * rate.
 */
final class HalfRate {

  static final String NAME = "http half rate, open loop";

  private final BenchSaleServer server;
  private final SeatSupply seats;

  HalfRate(BenchSaleServer server, SeatSupply seats) {
    this.server = server;
    this.seats = seats;
  }

  Row measure(double maxPerSecond, ClaimsSchedule schedule) throws InterruptedException {
    Duration duration = schedule.openLoop();
    double perSecond = maxPerSecond / 2;
    double seconds = duration.plus(HttpRound.SETTLE).toMillis() / 1e3;
    SeatSupply.Batch claims = seats.claims((int) Math.ceil(seconds * perSecond) + 1);
    schedule.quiet().await();
    LoadPlan plan =
        LoadPlan.open(server.target(), perSecond, HttpRound.CONNECTIONS, duration)
            .warmUp(HttpRound.SETTLE);
    HttpRound round = HttpRound.run(server, plan, connection -> claims).onlyAnswering(NAME, 201);
    claims.close();
    return new Row(
        NAME,
        round.load().ratePerSecond(),
        OptionalDouble.of(round.load().latency().p50Millis()),
        OptionalDouble.of(round.load().latency().p99Millis()),
        round.processors());
  }
}
