package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.draw.DrawKeys;
import dev.stampede.engine.waitingroom.draw.DrawProof;
import dev.stampede.engine.waitingroom.draw.DrawResult;
import dev.stampede.engine.waitingroom.draw.DrawStore;
import dev.stampede.engine.waitingroom.draw.DrawnPlace;
import dev.stampede.engine.waitingroom.draw.EarlyArrivals;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A show without a draw. */
final class NoDraws implements DrawStore {

  private static UnsupportedOperationException none() {
    return new UnsupportedOperationException("this show has no draw");
  }

  @Override
  public DrawKeys keysFor(ShowId show) {
    throw none();
  }

  @Override
  public Optional<DrawProof> proof(ShowId show) {
    return Optional.empty();
  }

  @Override
  public Optional<DrawResult> drawn(ShowId show) {
    return Optional.empty();
  }

  @Override
  public DrawResult draw(ShowId show, long base, Supplier<EarlyArrivals> arrivals) {
    throw none();
  }

  @Override
  public List<DrawnPlace> places(ShowId show, int fromPlace, int limit) {
    return List.of();
  }

  @Override
  public Map<Long, Integer> placesOf(ShowId show, Collection<Long> arrivals) {
    return Map.of();
  }
}
