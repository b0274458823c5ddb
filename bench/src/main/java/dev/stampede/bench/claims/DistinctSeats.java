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

  /**
   * A claim runs through much more code than an echo, and far fewer of them are made in the same
   * time. After as long a warm-up as the echo's the compiler was seen to take a quarter of the
   * processor time while claims were being measured.
   */
  private static final int LONGER_WARM_UP = 4;

  @Override
  public void warmUp(Duration duration) throws InterruptedException {
    run(duration.multipliedBy(LONGER_WARM_UP));
  }

  @Override
  public Sample measure(Duration duration) throws InterruptedException {
    return run(duration).onlyAnswering(name, 201).sample(201);
  }

  private HttpRound run(Duration duration) throws InterruptedException {
    double seconds = duration.plus(HttpRound.SETTLE).toMillis() / 1e3;
    SeatSupply.Batch claims = seats.claims((int) Math.ceil(seconds * perSecond));
    HttpRound round = HttpRound.closed(server, duration, connection -> claims);
    claims.close();
    return round;
  }
}
