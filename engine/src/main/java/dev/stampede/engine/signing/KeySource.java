package dev.stampede.engine.signing;

/** Where the deployment's signing keys are kept. */
@FunctionalInterface
public interface KeySource {

  /** Reads all keys as they are now; throws when they cannot be read. */
  SigningKeys read();
}
