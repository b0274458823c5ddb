package dev.stampede.testkit;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.show.ShowId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what it was told of passes, in order. */
public final class HeardPasses implements ClaimNews {

  private final List<BookedPass> heard = new CopyOnWriteArrayList<>();

  @Override
  public void committed(List<SeatChange> changes) {}

  @Override
  public void booked(List<BookedPass> passes) {
    heard.addAll(passes);
  }

  /** Returns the passes that were reported for one show. */
  public List<BookedPass> of(ShowId show) {
    return heard.stream().filter(pass -> pass.show().equals(show)).toList();
  }
}
