package dev.stampede.lab.contest;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.services.LabStores;
import dev.stampede.lab.strategy.NoWitness;
import dev.stampede.lab.strategy.OpenWay;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The same rush with nothing noted of it: what the lab itself costs is the difference. */
public final class BareRush {

  private static final Duration END_WITHIN = Duration.ofMinutes(2);

  private BareRush() {}

  /** Returns the time until every buyer had an answer; fails if one of them got no ticket. */
  public static Duration run(LabStores stage, Plan plan)
      throws InterruptedException, TimeoutException {
    List<Intention> intentions = Intention.of(plan.crowd());
    ShowId show = stage.newShow(plan.crowd().seats());
    CountDownLatch left = new CountDownLatch(intentions.size());
    AtomicInteger sold = new AtomicInteger();
    try (OpenWay way = OpenWay.of(plan, stage, NoWitness.WITNESS)) {
      long start = System.nanoTime();
      for (Intention intention : intentions) {
        Thread.ofVirtual()
            .start(
                () -> {
                  if (way.claim(claim(show, intention)) instanceof Held) {
                    sold.incrementAndGet();
                  }
                  left.countDown();
                });
      }
      if (!left.await(END_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
        throw new TimeoutException("not everybody had an answer within " + END_WITHIN);
      }
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      if (sold.get() != intentions.size()) {
        throw new IllegalStateException(
            "%d of %d got a ticket; there is nothing to compare"
                .formatted(sold.get(), intentions.size()));
      }
      return took;
    }
  }

  private static Claim claim(ShowId show, Intention intention) {
    return new Claim.Hold(
        show,
        intention.buyer(),
        Optional.empty(),
        HoldId.fresh(System.currentTimeMillis()),
        intention.wanted());
  }
}
