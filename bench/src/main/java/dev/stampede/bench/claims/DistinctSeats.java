package dev.stampede.bench.claims;

import java.time.Duration;

/**
 * Everybody holds a seat that nobody else wants: nothing but the price of a commit.
 *
 * @param perSecond more claims than there can be in a second; a round that runs out of them ends
 *     early and is still right
 */
record DistinctSeats(String name, SaleServer server, SeatSupply seats, int perSecond)
    implements Case {

  static final String GROUP_COMMIT = "http group-commit";
  static final String PER_REQUEST = "http per-request";

  /** The slower way sees fewer claims in the same time, and needs more of it to become warm. */
  private static final int SLOW_WARM_UP = 2;

  @Override
  public void warmUp(Duration duration) throws InterruptedException {
    measure(name.equals(PER_REQUEST) ? duration.multipliedBy(SLOW_WARM_UP) : duration);
  }

  @Override
  public Sample measure(Duration duration) throws InterruptedException {
    double seconds = duration.plus(HttpRound.SETTLE).toMillis() / 1e3;
    SeatSupply.Batch claims = seats.claims((int) Math.ceil(seconds * perSecond));
    HttpRound round =
        HttpRound.closed(server, duration, connection -> claims).onlyAnswering(name, 201);
    claims.close();
    return round.sample(201);
  }
}
