package dev.stampede.bench.claims;

import dev.stampede.bench.engine.ClaimSupply;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Claims of one seat each, no seat twice, handed out to many threads. */
final class SeatQueue implements ClaimSupply {

  private static final List<Buyer> BUYERS =
      IntStream.range(0, 1_000).mapToObj(number -> new Buyer("buyer-" + number)).toList();

  private final List<ShowId> shows;
  private final int first;
  private final int count;
  private final int step;
  private final AtomicInteger handedOut = new AtomicInteger();

  private SeatQueue(List<ShowId> shows, int first, int count, int step) {
    this.shows = shows;
    this.first = first;
    this.count = count;
    this.step = step;
  }

  /** Neighbours one after the other. */
  static SeatQueue inOrder(ShowId show, int first, int count) {
    return new SeatQueue(List.of(show), first, count, 1);
  }

  /** Every {@code step}-th seat of several shows in turns. */
  static SeatQueue scattered(List<ShowId> shows, int first, int count, int step) {
    return new SeatQueue(shows, first, count, step);
  }

  @Override
  public @Nullable Claim next() {
    int index = handedOut.getAndIncrement();
    return index >= count ? null : claim(index);
  }

  private Claim claim(int index) {
    return new Claim.Hold(
        shows.get(index % shows.size()),
        BUYERS.get(index % BUYERS.size()),
        Optional.empty(),
        HoldId.fresh(System.currentTimeMillis()),
        new Wanted.Seats(List.of(first + index / shows.size() * step)));
  }
}
