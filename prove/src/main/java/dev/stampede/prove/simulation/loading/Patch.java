package dev.stampede.prove.simulation.loading;

/** Changes a class or a script of the product, so that a test sees the simulation find the bug. */
@FunctionalInterface
public interface Patch {

  Patch NONE = (_, content) -> content;

  /**
   * The content to use.
   *
   * @param resource the name of the file, as a class loader finds it
   */
  byte[] patched(String resource, byte[] content);
}
