package dev.stampede.engine.signing;

import java.util.List;

/**
 * The deployment's signing keys at one moment: all of them are believed, one of them signs.
 *
 * @param signingId the id of the key that signs
 */
public record SigningKeys(List<SigningKey> all, int signingId) {

  public SigningKeys {
    all = List.copyOf(all);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("a keyring needs at least one key");
    }
    if (all.stream().noneMatch(key -> key.id() == signingId)) {
      throw new IllegalArgumentException("signing key %d is missing".formatted(signingId));
    }
  }

  /** Keys of which the newest, the one with the highest id, signs. */
  static SigningKeys newestSigns(List<SigningKey> all) {
    return new SigningKeys(all, all.stream().mapToInt(SigningKey::id).max().orElse(0));
  }
}
