package dev.stampede.redis;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many retries there may be: a tenth of what worked, and {@value #MOST} at once. Retries help
 * over a moment; in a long outage they would only be more load, and the budget is spent soon.
 */
final class RetryBudget {

  static final int MOST = 50;

  private static final int RETRY_COSTS = 10;

  private final AtomicInteger tenths = new AtomicInteger(MOST * RETRY_COSTS);

  void worked() {
    if (tenths.get() < MOST * RETRY_COSTS) {
      tenths.incrementAndGet();
    }
  }

  boolean take() {
    int before = tenths.getAndUpdate(left -> left < RETRY_COSTS ? left : left - RETRY_COSTS);
    return before >= RETRY_COSTS;
  }
}
