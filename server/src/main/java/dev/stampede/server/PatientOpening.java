package dev.stampede.server;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a service, and tries again for a while if it did not answer in time: when a machine starts
 * everything at once, service and server are slow.
 *
 * <p>The time that a try took tells the two kinds of failure apart, whatever library reports them.
 * A service that refuses (nobody listens, a wrong password) does so at once, and trying again would
 * only delay the message. A try that waited first may have run out of time.
 */
final class PatientOpening {

  private static final Logger log = LoggerFactory.getLogger(PatientOpening.class);

  /** No new try begins later than this after the first. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The shortest of the services' own limits is 2 s, for a connection to Redis. */
  static final Duration WAITED = Duration.ofSeconds(1);

  private final LongSupplier nanos;

  PatientOpening(LongSupplier nanos) {
    this.nanos = nanos;
  }

  <T> T open(String what, Callable<T> opener) throws Exception {
    long first = nanos.getAsLong();
    while (true) {
      long began = nanos.getAsLong();
      try {
        return opener.call();
      } catch (RuntimeException e) {
        Duration waited = Duration.ofNanos(nanos.getAsLong() - began);
        Duration inAll = Duration.ofNanos(nanos.getAsLong() - first);
        boolean refused = waited.compareTo(WAITED) < 0;
        boolean late = inAll.compareTo(PATIENCE) >= 0;
        if (refused || late || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        log.warn(
            "{} did not open within {} ms; trying again, until {} s after the first try: {}",
            what,
            waited.toMillis(),
            PATIENCE.toSeconds(),
            e.getMessage());
      }
    }
  }
}
