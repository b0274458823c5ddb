package dev.stampede.lab.house;

/** The load on the services: statements of PostgreSQL, commands of Redis (in scripts too). */
public record Usage(long statements, long redisCommands) {

  public Usage minus(Usage before) {
    return new Usage(statements - before.statements, redisCommands - before.redisCommands);
  }
}
