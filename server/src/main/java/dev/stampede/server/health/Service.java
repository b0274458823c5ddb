package dev.stampede.server.health;

/**
 * A part as it was when last looked at.
 *
 * @param state {@code up} or {@code down}
 * @param required whether the server is of no use without it
 */
public record Service(String name, String state, boolean required) {}
