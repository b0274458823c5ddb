package dev.stampede.bench.waitingroom;

import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.RenderedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Buyers who get in line, each for the first time: every round has a show of its own. There are
 * many more of them than tokens a server remembers, so that it checks nearly every token, as it
 * would at the opening of a sale; the echo's it remembers. They are rendered before the clock
 * starts, as the echo is.
 */
final class JoinLoad implements Case {

  static final String NAME = "http join";

  /** More than there can be; a round that runs out of buyers ends early and is still right. */
  private static final int MOST_PER_SECOND = 60_000;

  /** For the same reason as that of claims: much more code than an echo, run far less often. */
  private static final int LONGER_WARM_UP = 2;

  private final RoomShows shows;
  private final TokenHolders holders;
  private int nextHolder;

  JoinLoad(RoomShows shows, TokenHolders holders) {
    this.shows = shows;
    this.holders = holders;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void warmUp(Duration duration) throws InterruptedException {
    join(duration.multipliedBy(LONGER_WARM_UP));
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    return join(duration).sample(201);
  }

  private HttpRound join(Duration duration) throws InterruptedException {
    SaleShow show = shows.onSale();
    Iterator<RenderedRequest> joins = joins(show, duration).iterator();
    BuyerScript script =
        () -> {
          if (!joins.hasNext()) {
            return null;
          }
          nextHolder++;
          return joins.next();
        };
    HttpRound round = HttpRound.closed(shows.server(), duration, connection -> script);
    shows.endRoom(show);
    return round.onlyAnswering(NAME, 201);
  }

  private List<RenderedRequest> joins(SaleShow show, Duration duration) {
    double seconds = duration.plus(HttpRound.SETTLE).toMillis() / 1e3;
    int count = (int) Math.min(holders.count(), Math.ceil(seconds * MOST_PER_SECOND));
    List<RenderedRequest> joins = new ArrayList<>(count);
    RenderedRequest join = shows.join(show);
    for (int i = 0; i < count; i++) {
      joins.add(holders.from(nextHolder + i, join));
    }
    return joins;
  }
}
