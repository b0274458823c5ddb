package dev.stampede.bench.sale;

import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import java.time.Duration;

/**
 * Everybody claims a seat that nobody else wants: nothing but the price of a commit.
 *
 * @param perSecond more claims than there can be in a second; a round that runs out of them ends
 *     early and is still right
 */
public record DistinctSeats(String name, BenchSaleServer server, SeatSupply seats, int perSecond)
    implements Case {

  /**
   * A claim runs through much more code than an echo, and far fewer of them are made in the same
   * time. After as long a warm-up as the echo's the compiler was seen to take a quarter of the
   * processor time while claims were being measured.
   */
  private static final int LONGER_WARM_UP = 4;

  @Override
  public void warmUp(Duration duration) throws InterruptedException {
    claim(duration.multipliedBy(LONGER_WARM_UP)).answeringNothingElse(name, 201);
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    return claim(duration).onlyAnswering(name, 201).sample(201);
  }

  private HttpRound claim(Duration duration) throws InterruptedException {
    double seconds = duration.plus(HttpRound.SETTLE).toMillis() / 1e3;
    SeatSupply.Batch claims = seats.claims((int) Math.ceil(seconds * perSecond));
    HttpRound round = HttpRound.closed(server, duration, connection -> claims);
    claims.close();
    return round;
  }
}
