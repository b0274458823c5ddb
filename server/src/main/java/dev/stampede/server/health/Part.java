package dev.stampede.server.health;

/**
 * Something the server leans on.
 *
 * @param essential whether the server is of no use without it
 */
public record Part(String name, boolean essential, Check check) {}
