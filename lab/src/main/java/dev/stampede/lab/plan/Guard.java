package dev.stampede.lab.plan;

import java.time.Duration;

/**
 * How a lock in Redis guards.
 *
 * @param ttl after which it ends by itself, whether or not the work is done
 * @param fence whether what is written checks that nobody has had the lock since
 */
public record Guard(Duration ttl, boolean fence) {

  public Guard withTtl(Duration time) {
    return new Guard(time, fence);
  }
}
