package dev.stampede.redis;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A limit for retries: a tenth of the commands that worked, and {@value #MOST} at once. Retries
 * bridge a moment; in a long outage they would only add load, and the budget is soon spent.
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
