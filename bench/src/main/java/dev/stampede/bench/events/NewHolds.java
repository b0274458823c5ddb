package dev.stampede.bench.events;

import dev.stampede.bench.engine.ClaimSupply;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One seat a claim, each seat once. */
final class NewHolds implements ClaimSupply {

  private static final int BUYERS = 1_000;

  private final ShowId show;
  private final int seats;
  private final AtomicInteger handedOut = new AtomicInteger();

  NewHolds(ShowId show, int seats) {
    this.show = show;
    this.seats = seats;
  }

  @Override
  public @Nullable Claim next() {
    int seat = handedOut.getAndIncrement();
    return seat >= seats
        ? null
        : new Claim.Hold(
            show,
            new Buyer("buyer-" + seat % BUYERS),
            Optional.empty(),
            HoldId.fresh(System.currentTimeMillis()),
            new Wanted.Seats(List.of(seat)));
  }
}
