package dev.stampede.prove.simulation.world;

/**
 * The manner in which one simulation goes; the dice choose it, so that some are calm and others
 * wild.
 *
 * @param interruptsPerMille how often a task is interrupted where another may go on
 * @param wakesPerMille how often a park ends for no reason
 * @param jumpsPerMille how often time goes on to the next timer although tasks are ready, as if
 *     they had been slow
 */
record Pace(int interruptsPerMille, int wakesPerMille, int jumpsPerMille) {

  private static final int[] INTERRUPTS = {0, 20, 100, 300};
  private static final int[] WAKES = {0, 0, 20, 100};
  private static final int[] JUMPS = {0, 0, 2, 20};

  static Pace of(Dice dice) {
    return new Pace(
        INTERRUPTS[dice.below(INTERRUPTS.length)],
        WAKES[dice.below(WAKES.length)],
        JUMPS[dice.below(JUMPS.length)]);
  }
}
