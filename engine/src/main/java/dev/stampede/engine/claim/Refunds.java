package dev.stampede.engine.claim;

import java.util.List;
import java.util.Optional;

/** The refunds that shops have to make, and the word of those that were made. */
public interface Refunds {

  /** A page of refunds; {@code next} is the one to continue below. */
  record Page(List<Refund> refunds, Optional<RefundId> next) {
    public Page {
      refunds = List.copyOf(refunds);
    }
  }

  /** The answer to the word that a refund was made. */
  sealed interface Settled {

    /** The refund is paid by this reference, now or before. */
    record Paid(Refund refund) implements Settled {}

    /** The refund was paid before, by another reference. Nothing changed. */
    record PaidOtherwise(Refund refund) implements Settled {}

    /** No refund has that id. */
    record NoSuchRefund() implements Settled {}
  }

  /**
   * Lists refunds, the newest first. Those that become due meanwhile are in front of the first
   * page, and one that is paid meanwhile moves no other.
   *
   * @param state empty for all
   * @param below the last of the page before; an unknown one has nothing below it
   */
  Page list(Optional<Refund.State> state, Optional<RefundId> below, int limit);

  /** Notes that the money went back, under the shop's or its provider's name for that. */
  Settled settle(RefundId id, String reference);
}
