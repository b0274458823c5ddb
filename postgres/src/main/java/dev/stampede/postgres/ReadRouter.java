package dev.stampede.postgres;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.JdbiException;

/**
 * Reads lists and history from the replica while there is a good one, else from the primary. No
 * claim is ever decided by these reads.
 *
 * <p>A caller who has just changed something on this server sees it: for as long as the replica may
 * lag, their lists come from the primary. Changes that they made on another server may show up to
 * {@link Replica#MOST_BEHIND} late.
 */
public final class ReadRouter {

  private static final long RECENTLY_NANOS =
      Replica.MOST_BEHIND.plus(Replica.LOOK_EVERY.multipliedBy(2)).toNanos();

  /** The limit of remembered recent writers; with more, everybody reads from the primary. */
  private static final int MAX_WRITERS = 100_000;

  private final Database primary;
  private final Optional<Replica> replica;
  private final Map<Object, Long> writers = new ConcurrentHashMap<>();
  private final LongAdder fromReplica = new LongAdder();
  private final LongAdder fromPrimary = new LongAdder();

  public ReadRouter(Database primary, Optional<Replica> replica) {
    this.primary = primary;
    this.replica = replica;
  }

  /** From the primary alone. */
  public static ReadRouter of(Database primary) {
    return new ReadRouter(primary, Optional.empty());
  }

  /** Notes a caller who has changed something that a list may show. */
  public void wrote(Object who) {
    if (replica.isPresent() && writers.size() < MAX_WRITERS) {
      writers.put(who, System.nanoTime());
    }
  }

  /** Forgets writers whose change has long arrived; call it now and then. */
  public void tidy() {
    long now = System.nanoTime();
    writers.values().removeIf(at -> now - at > RECENTLY_NANOS);
  }

  public long fromReplica() {
    return fromReplica.sum();
  }

  public long fromPrimary() {
    return fromPrimary.sum();
  }

  /** The replica's lag; empty if there is no replica. */
  public Optional<Duration> behind() {
    return replica.map(Replica::behind);
  }

  public <T> T read(Object who, HandleCallback<T, RuntimeException> query) {
    if (replica.isPresent() && replica.get().isGood() && !isRecent(who)) {
      try {
        T found = replica.get().jdbi().withHandle(query);
        fromReplica.increment();
        return found;
      } catch (JdbiException e) {
        if (!isLost(e)) {
          throw e;
        }
        replica.get().missed();
      }
    }
    T found = primary.jdbi().withHandle(query);
    fromPrimary.increment();
    return found;
  }

  /** While the primary is away old is better than nothing, for them too. */
  private boolean isRecent(Object who) {
    if (primary.monitor().isAway()) {
      return false;
    }
    Long at = writers.get(who);
    return writers.size() >= MAX_WRITERS || (at != null && System.nanoTime() - at < RECENTLY_NANOS);
  }

  /** A statement that a replica cancels, because the primary has removed what it reads, too. */
  private static boolean isLost(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        SqlFailure failure = SqlFailure.of(sql);
        return failure == SqlFailure.CONNECTION
            || failure == SqlFailure.CONFLICT
            || sql instanceof SQLTransientException;
      }
    }
    return false;
  }
}
