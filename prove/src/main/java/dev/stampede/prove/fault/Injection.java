package dev.stampede.prove.fault;

import java.util.Optional;

/** The harm of a kind of fault. */
@FunctionalInterface
interface Injection {

  /** Undoes the harm. */
  @FunctionalInterface
  interface Repair {

    /** For harm that is over at once. */
    Repair NONE = () -> {};

    void run() throws Exception;
  }

  /** Does it, and returns its repair; empty if it did not come to pass. */
  Optional<Repair> begin(FaultScene scene) throws Exception;

  /** One deed. */
  @FunctionalInterface
  interface Deed {
    void run(FaultScene scene) throws Exception;
  }

  /** A deed and the one that undoes it. */
  static Injection of(Deed harm, Deed repair) {
    return scene -> {
      harm.run(scene);
      return Optional.of(() -> repair.run(scene));
    };
  }

  /** A single step. */
  static Injection step(Deed harm) {
    return scene -> {
      harm.run(scene);
      return Optional.of(Repair.NONE);
    };
  }
}
