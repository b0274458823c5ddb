package dev.stampede.server.waitingroom;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.seats.SeatsUnavailableException;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.waitingroom.HeldSeatCount;
import dev.stampede.engine.waitingroom.HeldSeatCount.Held;
import dev.stampede.engine.waitingroom.Inventory;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import java.time.Duration;
import java.util.function.Function;

/**
 * The seats that buyers who are let in can still get: free seats as this process's board has them,
 * which is up to date; held seats as the database counts them, about once a second. A count that is
 * a second old lets in a few buyers fewer, who are let in a second later.
 */
public final class SeatInventory implements Inventory {

  /** A hold that ends within this time may free its seats for a buyer who is let in now. */
  static final Duration LAPSES_SOON = Duration.ofSeconds(30);

  private static final Duration COUNTED_EVERY = Duration.ofSeconds(1);
  private static final int MAX_SHOWS = 10_000;

  private final SeatBoards boards;
  private final LoadingCache<ShowId, Held> held;

  /** The database's count of free seats, for a board that is out of date, which does not last. */
  private final LoadingCache<ShowId, Integer> freeByCounting;

  public SeatInventory(SeatBoards boards, HeldSeatCount held, Shows shows) {
    this.boards = boards;
    this.held = cached(show -> held.of(show, LAPSES_SOON));
    this.freeByCounting = cached(show -> shows.counts(show).free());
  }

  private static <T> LoadingCache<ShowId, T> cached(Function<ShowId, T> count) {
    return Caffeine.newBuilder()
        .maximumSize(MAX_SHOWS)
        .expireAfterWrite(COUNTED_EVERY)
        .build(count::apply);
  }

  @Override
  public Stock of(ShowId show) {
    Held now = held.get(show);
    return new Stock(free(show), now.lapsing(), now.holders());
  }

  private int free(ShowId show) {
    try {
      var _ = boards.board(show);
    } catch (SeatsUnavailableException e) {
      throw new LineUnavailableException("the seats of show %s cannot be read".formatted(show), e);
    }
    return boards.counts(show).map(Shows.Counts::free).orElseGet(() -> freeByCounting.get(show));
  }
}
