package dev.stampede.prove.simulation.scenario;

import dev.stampede.prove.simulation.redis.SimulatedRedisClient;
import dev.stampede.redis.RedisSettings;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;

/** Stands in for the class of the product that makes clients of Redis. */
public final class RedisClientsStandIn {

  private RedisClientsStandIn() {}

  /** The client whose connections lead to the simulated Redis. */
  public static RedisClient of(RedisSettings.Single unused) {
    return SimulatedRedisClient.ONE;
  }

  public static void shutDown(AbstractRedisClient unused) {}
}
