package dev.stampede.server.health;

/**
 * Something the server leans on.
 *
 * @param essential whether the server is of no use without it
 */
public record Dependency(String name, boolean essential, HealthCheck check) {}
