package dev.stampede.engine.signing;

/** Reads the deployment's signing keys. */
@FunctionalInterface
public interface SigningKeySource {

  /** Reads all keys as they are now; throws when they cannot be read. */
  SigningKeys read();
}
