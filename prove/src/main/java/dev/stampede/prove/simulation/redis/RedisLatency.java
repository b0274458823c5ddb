package dev.stampede.prove.simulation.redis;

import dev.stampede.prove.simulation.world.Dice;
import java.time.Duration;

/**
 * The time that the way to Redis takes.
 *
 * @param mostMicros one way, as a rule
 * @param slowPerMille how often a way takes up to {@code slowMillis} instead
 * @param lostMessagesPerMille how often a published message is lost
 */
public record RedisLatency(
    int mostMicros, int slowPerMille, int slowMillis, int lostMessagesPerMille) {

  private static final int LEAST_MICROS = 20;
  private static final int MICROS_PER_MILLI = 1_000;
  private static final long MOST_RECONNECT_MILLIS = 300;

  /** As the dice say: from quick and quiet to slow and lossy. */
  public static RedisLatency of(Dice dice) {
    return new RedisLatency(
        dice.below(2) == 0 ? 200 : 3_000,
        dice.below(3) == 0 ? 20 : 0,
        dice.below(2) == 0 ? 60 : 1_500,
        dice.below(2) == 0 ? 200 : 0);
  }

  /** True if no way takes long. */
  public boolean isQuick() {
    return slowPerMille == 0;
  }

  long nanos(Dice dice) {
    long micros =
        dice.chance(slowPerMille)
            ? dice.between(MICROS_PER_MILLI, (long) slowMillis * MICROS_PER_MILLI)
            : dice.between(LEAST_MICROS, mostMicros);
    return micros * MICROS_PER_MILLI;
  }

  Duration reconnect(Dice dice) {
    return Duration.ofMillis(dice.between(1, MOST_RECONNECT_MILLIS));
  }
}
