package dev.stampede.engine.events;

import java.time.Duration;

/**
 * The events that wait to be sent, in number and age.
 *
 * @param rows events that have not been sent, counted up to a limit
 * @param age how long the oldest of them has been waiting
 */
public record OutboxLag(int rows, Duration age) {

  public static final OutboxLag NONE = new OutboxLag(0, Duration.ZERO);
}
