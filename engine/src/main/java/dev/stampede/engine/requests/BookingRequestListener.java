package dev.stampede.engine.requests;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.ClaimOutcome;

/** Hears what becomes of requests here, for metrics. Be quick, do not throw. */
public interface BookingRequestListener {

  /** Ignores everything. */
  BookingRequestListener NONE =
      new BookingRequestListener() {
        @Override
        public void decided(BookingRequest request, ClaimOutcome outcome) {}

        @Override
        public void skipped(String reason) {}

        @Override
        public void delayed() {}
      };

  /** One has its outcome, by this server's work. */
  void decided(BookingRequest request, ClaimOutcome outcome);

  /**
   * A record was passed over.
   *
   * @param reason one of a few words
   */
  void skipped(String reason);

  /** Some could not be decided for the moment and are tried again. */
  void delayed();
}
