package dev.stampede.prove.simulation.standin;

import java.security.SecureRandom;
import java.security.SecureRandomSpi;

/** Stands in for {@link SecureRandom}, and is not secure at all. */
public final class SimSecureRandom extends SecureRandom {

  private static final long serialVersionUID = 1L;

  /** Without a look for a provider, which takes longer than a short simulation. */
  public SimSecureRandom() {
    super(new Unused(), null);
  }

  /** Nobody asks it. */
  private static final class Unused extends SecureRandomSpi {

    private static final long serialVersionUID = 1L;

    @Override
    protected void engineSetSeed(byte[] seed) {}

    @Override
    protected void engineNextBytes(byte[] bytes) {
      SimRandom.current().nextBytes(bytes);
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      return new byte[count];
    }
  }

  @Override
  public void nextBytes(byte[] bytes) {
    SimRandom.current().nextBytes(bytes);
  }

  @Override
  public long nextLong() {
    return SimRandom.current().nextLong();
  }
}
