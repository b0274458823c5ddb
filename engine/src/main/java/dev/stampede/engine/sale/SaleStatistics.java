package dev.stampede.engine.sale;

import dev.stampede.engine.show.ShowId;
import java.util.Map;
import java.util.Optional;

/**
 * Counts a sale for those who watch it. No decision depends on it, and counting takes time: ask
 * seldom, and give up early.
 */
public interface SaleStatistics {

  SaleFigures of(ShowId show);

  /** Counts the bookings made in the last minute, for each show that has any. */
  Map<ShowId, Long> bookedInTheLastMinute();

  /**
   * Counts the seats that moved in the last minute, for each show in which any did. Empty while
   * events wait that are so old that the count would miss some.
   */
  Optional<Map<ShowId, SaleFlow>> movedInTheLastMinute();
}
