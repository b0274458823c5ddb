package dev.stampede.engine.seats;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The news of a process that runs alone: nobody to tell and nobody to hear. */
final class NoSharedNews implements SharedNews {

  private static final Duration EVER = Duration.ofDays(1);

  @Override
  public Turn turn(ShowId show) {
    return () -> {};
  }

  @Override
  public void listen(Listener listener) {}

  @Override
  public void tell(ShowId show, List<SeatChange> changes, Runnable untold) {}

  @Override
  public void tellExpired(ShowId show, List<SeatNotice> expiries, Runnable untold) {}

  @Override
  public Log since(ShowId show, Optional<Position> after) {
    return new Log.Away();
  }

  @Override
  public Begun begin(ShowId show, int[] ranks) {
    return new Begun.Away();
  }

  @Override
  public Optional<int[]> ranks(ShowId show, int seats) {
    return Optional.empty();
  }

  @Override
  public Optional<byte[]> copy(ShowId show) {
    return Optional.empty();
  }

  @Override
  public void keep(ShowId show, byte[] packed) {}

  @Override
  public Duration silence() {
    return EVER;
  }
}
