package dev.stampede.engine.claim;

/**
 * Limits the points that one top-up may move into a wallet, and the balance after it.
 *
 * <p>Both limits apply to top-ups alone. A refund gives back what was the buyer's before: to refuse
 * it because the wallet has been filled meanwhile would keep both the seats and the points. Only
 * above {@link #MAX_POINTS} there is no balance at all: then the booking stays as it is until the
 * buyer spends some points.
 */
public record WalletLimits(long maxTopUp, long maxBalance) {

  public static final WalletLimits DEFAULT = new WalletLimits(1_000_000_000, 1_000_000_000_000L);

  /** The largest whole number that every JSON reader reads exactly. */
  public static final long MAX_POINTS = (1L << 53) - 1;

  public WalletLimits {
    if (maxTopUp < 1 || maxTopUp > maxBalance) {
      throw new IllegalArgumentException(
          "the largest top-up is %d; set 1..%d, which is the largest balance (default %d)"
              .formatted(maxTopUp, maxBalance, 1_000_000_000));
    }
    if (maxBalance > MAX_POINTS) {
      throw new IllegalArgumentException(
          "the largest balance is %d; set up to %d (default %d)"
              .formatted(maxBalance, MAX_POINTS, 1_000_000_000_000L));
    }
  }
}
