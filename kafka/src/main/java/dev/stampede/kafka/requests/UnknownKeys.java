package dev.stampede.kafka.requests;

import dev.stampede.engine.signing.Keyring;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Decides how long records wait whose seal names a signing key that the database does not have.
 *
 * <p>Servers sign only with keys that have been in the database for {@link Keyring#SIGNS_AFTER}. So
 * a key that is not there when it is read afterwards was removed, or never was, and holding up a
 * partition for it for good would only serve somebody who writes invented key ids to the topic. The
 * record is passed over once the keys have been <i>read</i> without that one for {@link #PATIENCE},
 * the last time just now; while the database is away, everything waits.
 *
 * <p>Such a forger can hold up a server's partitions once for each id, and only with the few ids
 * that could be ours: those up to {@value #IDS_AHEAD} above the newest.
 */
final class UnknownKeys {

  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final int IDS_AHEAD = 8;

  /** A read no older than this has seen every key that anybody has signed with. */
  static final Duration FRESH = Keyring.SIGNS_AFTER.dividedBy(2);

  /** More ids than this are not remembered, and so not waited for. */
  private static final int MOST_IDS = 64;

  private final Keyring keyring;
  private final Duration patience;
  private final LongSupplier nanos;
  private final Map<Integer, Long> firstSeenNanos = new ConcurrentHashMap<>();

  UnknownKeys(Keyring keyring) {
    this(keyring, PATIENCE, System::nanoTime);
  }

  UnknownKeys(Keyring keyring, Duration patience, LongSupplier nanos) {
    this.keyring = keyring;
    this.patience = patience;
    this.nanos = nanos;
  }

  RecordRead judge(int id) {
    Duration age = keyring.age();
    boolean isForeign =
        age.compareTo(FRESH) <= 0
            && (!isWaitedFor(id) || seenFor(id).minus(age).compareTo(patience) >= 0);
    return isForeign
        ? new RecordRead.PassedOver("unknown-key")
        : new RecordRead.NotYet(
            ("it is sealed with signing key %d, which is not in the table signing_key; put the key"
                    + " back if it was removed; when the table has been read without it for %d s,"
                    + " the server skips the record as foreign")
                .formatted(id, patience.toSeconds()));
  }

  private boolean isWaitedFor(int id) {
    return id >= 1
        && id <= keyring.highestId() + IDS_AHEAD
        && (firstSeenNanos.containsKey(id) || firstSeenNanos.size() < MOST_IDS);
  }

  private Duration seenFor(int id) {
    long now = nanos.getAsLong();
    return Duration.ofNanos(now - firstSeenNanos.computeIfAbsent(id, _ -> now));
  }
}
