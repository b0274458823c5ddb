package dev.stampede.crowd;

import java.util.concurrent.atomic.AtomicBoolean;

/** One event loop's part of a plan, with the plan's times as moments. */
record LoadShare(LoadPlan plan, int index, long startNanos, AtomicBoolean cancellation) {

  boolean open() {
    return plan.pace() instanceof LoadPace.Open;
  }

  LoopArrivals arrivals() {
    return switch (plan.pace()) {
      case LoadPace.Closed() -> new ClosedLoopArrivals();
      case LoadPace.Open pace ->
          new OpenLoopArrivals(pace, index, plan.threads(), startNanos, countedFromNanos());
    };
  }

  long countedFromNanos() {
    return startNanos + plan.bounds().warmUp().toNanos();
  }

  long endNanos() {
    return countedFromNanos() + plan.bounds().duration().toNanos();
  }

  /** Returns the number of counted requests that fall to this loop. */
  long requests() {
    long whole = plan.bounds().requests();
    return whole / plan.threads() + (index < whole % plan.threads() ? 1 : 0);
  }

  boolean cancelled() {
    return cancellation.get() || Thread.currentThread().isInterrupted();
  }
}
