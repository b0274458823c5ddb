package dev.stampede.server.sale;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The sizes of the groups that shared a commit within the last minute, over all lanes. */
final class RecentGroupSizes {

  /** As large as a lane lets them grow; a larger one would count as that. */
  private static final int LARGEST = 512;

  private final LastMinuteCounts sizes;

  /**
   * The groups of a minute.
   *
   * @param mean nothing while there was no group
   */
  record Seen(double perSecond, @Nullable Double mean, int max) {}

  RecentGroupSizes(LongSupplier nanos) {
    this.sizes = new LastMinuteCounts(LARGEST + 1, nanos);
  }

  void add(int size) {
    sizes.add(Math.clamp(size, 0, LARGEST));
  }

  Seen seen() {
    long[] counts = sizes.counts();
    long groups = 0;
    long claims = 0;
    int max = 0;
    for (int size = 0; size < counts.length; size++) {
      if (counts[size] > 0) {
        groups += counts[size];
        claims += size * counts[size];
        max = size;
      }
    }
    Double mean = groups == 0 ? null : Rounded.to2((double) claims / groups);
    return new Seen(sizes.perSecond(groups), mean, max);
  }
}
