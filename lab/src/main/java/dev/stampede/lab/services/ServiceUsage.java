package dev.stampede.lab.services;

/** The load on the services: statements of PostgreSQL, commands of Redis (in scripts too). */
public record ServiceUsage(long statements, long redisCommands) {

  public ServiceUsage minus(ServiceUsage before) {
    return new ServiceUsage(statements - before.statements, redisCommands - before.redisCommands);
  }
}
