package dev.stampede.prove.simulation.world;

import java.util.List;

/** Every choice of one simulation, from one seed. */
public final class Dice {

  private static final long STEP = 0x9E37_79B9_7F4A_7C15L;
  private static final int PER_MILLE = 1_000;

  private long state;

  public Dice(long seed) {
    this.state = seed * STEP + STEP;
  }

  /** The next 64 bits (SplitMix64). */
  public long next() {
    state += STEP;
    long mixed = (state ^ (state >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return mixed ^ (mixed >>> 31);
  }

  /** A number from 0 to below the bound. */
  public int below(int bound) {
    return (int) Long.remainderUnsigned(next(), bound);
  }

  /** A number between the two, both included. */
  public long between(long least, long most) {
    return least + Long.remainderUnsigned(next(), most - least + 1);
  }

  /** True in so many of a thousand cases. */
  public boolean chance(int perMille) {
    return perMille > 0 && below(PER_MILLE) < perMille;
  }

  /** One of the elements. */
  public <T> T pick(List<T> from) {
    return from.get(below(from.size()));
  }
}
