package dev.stampede.bench.wallet;

import dev.stampede.bench.engine.ClaimSupply;
import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.engine.EngineRound;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds of one seat each, made before the clock starts, and handed out to be paid. The next round
 * gets those that a round leaves over.
 */
final class HoldStock implements ClaimSupply {

  private static final int HOLDING_THREADS = 256;
  private static final Duration HELD_WITHIN = Duration.ofMinutes(1);

  private final Engine engine;
  private final Supplier<Buyer> buyers;
  private final ConcurrentLinkedQueue<Claim.Hold> unpaid = new ConcurrentLinkedQueue<>();

  HoldStock(Engine engine, Supplier<Buyer> buyers) {
    this.engine = engine;
    this.buyers = buyers;
  }

  /** Holds as many as are missing, in a new show and by group commit, whoever will pay them. */
  void prepare(int atLeast) throws InterruptedException {
    int missing = atLeast - unpaid.size();
    if (missing <= 0) {
      return;
    }
    List<Claim.Hold> holds = holds(engine.newShow(missing), missing);
    AtomicInteger handedOut = new AtomicInteger();
    EngineRound held =
        EngineRound.holding(
            engine.groupCommit(),
            HOLDING_THREADS,
            () -> {
              int index = handedOut.getAndIncrement();
              return index < missing ? holds.get(index) : null;
            },
            HELD_WITHIN);
    if (held.claims() < missing) {
      throw new IllegalStateException(
          "only %,d of %,d seats were held within %d s; the machine is too busy to measure"
              .formatted(held.claims(), missing, HELD_WITHIN.toSeconds()));
    }
    unpaid.addAll(holds);
  }

  @Override
  public @Nullable Claim next() {
    Claim.Hold hold = unpaid.poll();
    return hold == null
        ? null
        : new Claim.Book(
            hold.show(),
            hold.buyer(),
            Optional.empty(),
            BookingId.fresh(System.currentTimeMillis()),
            hold.id(),
            new Payment.Points());
  }

  private List<Claim.Hold> holds(ShowId show, int count) {
    List<Claim.Hold> holds = new ArrayList<>(count);
    for (int seat = 0; seat < count; seat++) {
      holds.add(
          new Claim.Hold(
              show,
              buyers.get(),
              Optional.empty(),
              HoldId.fresh(System.currentTimeMillis()),
              new Wanted.Seats(List.of(seat))));
    }
    return holds;
  }
}
