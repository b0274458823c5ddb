package dev.stampede.lab.plan;

import java.time.Duration;

/**
 * The settings of a guarding lock in Redis.
 *
 * @param ttl after which it ends by itself, even if the work is not done
 * @param fence true if writes check that nobody has had the lock since
 */
public record Guard(Duration ttl, boolean fence) {

  public Guard withTtl(Duration time) {
    return new Guard(time, fence);
  }
}
