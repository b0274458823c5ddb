package dev.stampede.locks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Locks kept in Redis: one server, the master that Sentinels name, or a cluster. One instance is
 * meant for a whole process: it has two connections and one thread, and callers of one instance
 * hand locks to each other without asking Redis.
 */
public final class RedisLocks implements Locks, AutoCloseable {

  private final LockInstance instance;
  private final Wire wire;
  private final LockWatchdog watchdog;
  private final @Nullable FenceSource fences;

  private RedisLocks(Wire wire, LockSettings settings, @Nullable FenceSource fences) {
    this.wire = wire;
    this.instance = new LockInstance(settings, wire);
    this.watchdog = new LockWatchdog(instance.lines());
    this.fences = fences;
  }

  /**
   * On one server or a Sentinels' master, as the client was made. The client stays the caller's.
   */
  public static RedisLocks open(RedisClient client, LockSettings settings) {
    return open(Wire.to(client, settings), settings, null);
  }

  /** The same, with fences. */
  public static RedisLocks open(RedisClient client, LockSettings settings, FenceSource fences) {
    return open(Wire.to(client, settings), settings, fences);
  }

  /** On a cluster. The client stays the caller's. */
  public static RedisLocks open(RedisClusterClient client, LockSettings settings) {
    return open(Wire.to(client, settings), settings, null);
  }

  /** The same, with fences. */
  public static RedisLocks open(
      RedisClusterClient client, LockSettings settings, FenceSource fences) {
    return open(Wire.to(client, settings), settings, fences);
  }

  private static RedisLocks open(Wire wire, LockSettings settings, @Nullable FenceSource fences) {
    RedisLocks locks = new RedisLocks(wire, settings, fences);
    try {
      wire.hear(
          LockCommands.channel(settings, locks.instance.instance()), locks.instance.lines()::told);
    } catch (LocksException e) {
      wire.close();
      throw e;
    }
    locks.watchdog.start();
    return locks;
  }

  @Override
  public LockOutcome acquire(LockRequest request) throws InterruptedException {
    if (instance.isClosed()) {
      return new LockOutcome.Unavailable("these locks were closed");
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before a lock was asked for");
    }
    return new Acquisition(instance, request, names(request), fencesFor(request)).run();
  }

  private List<LockName> names(LockRequest request) {
    String prefix = instance.settings().prefix();
    if (request.keys().size() == 1) {
      return List.of(LockName.of(prefix, request.keys().getFirst()));
    }
    List<LockName> names = new ArrayList<>();
    request.keys().forEach(key -> names.add(LockName.of(prefix, key)));
    names.sort(null);
    if (wire.isCluster()) {
      refuseApart(names);
    }
    return names;
  }

  private static void refuseApart(List<LockName> names) {
    LockName first = names.getFirst();
    for (LockName other : names) {
      if (other.slot() != first.slot()) {
        throw new IllegalArgumentException(
            "keys '%s' and '%s' may be on different nodes of the cluster; give them one hash tag, as in '{tag}%s' and '{tag}%s'"
                .formatted(first.key(), other.key(), first.key(), other.key()));
      }
    }
  }

  private @Nullable FenceSource fencesFor(LockRequest request) {
    if (request.wantsFence() && fences == null) {
      throw new IllegalStateException(
          "a fence for %s is asked for, but there is no source of fences; give one to RedisLocks.open"
              .formatted(request.keys()));
    }
    return request.wantsFence() ? fences : null;
  }

  /** True if nobody here wants or holds a lock; for tests. */
  boolean isIdle() {
    return instance.lines().isEmpty();
  }

  /**
   * Tells waiting callers that it is over; held locks end by themselves, unless they are released
   * before.
   */
  @Override
  public void close() {
    instance.close();
    watchdog.close();
    wire.close();
  }
}
