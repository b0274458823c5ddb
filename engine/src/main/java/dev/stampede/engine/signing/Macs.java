package dev.stampede.engine.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/** The MACs of all signing keys as they were when last read; immutable. */
final class Macs {

  /**
   * A MAC of each key that has taken in each purpose. Never used itself, but copied: that is what
   * takes the time, and a poll seals a token each.
   */
  private final Map<Integer, Map<Purpose, Mac>> byId;

  private final int signingId;
  private final int highestId;

  Macs(SigningKeys keys) {
    byId =
        keys.all().stream()
            .collect(Collectors.toUnmodifiableMap(SigningKey::id, key -> begun(key.secret())));
    signingId = keys.signingId();
    highestId = keys.all().stream().mapToInt(SigningKey::id).max().orElse(0);
  }

  int signingId() {
    return signingId;
  }

  int highestId() {
    return highestId;
  }

  boolean has(int id) {
    return byId.containsKey(id);
  }

  byte[] mac(int id, Purpose purpose, String signed) {
    Mac begun = Objects.requireNonNull(Objects.requireNonNull(byId.get(id)).get(purpose));
    try {
      return ((Mac) begun.clone()).doFinal(signed.getBytes(UTF_8));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(SigningKey.ALGORITHM + " of this JDK cannot be copied", e);
    }
  }

  private static Map<Purpose, Mac> begun(SecretKey secret) {
    Map<Purpose, Mac> macs = new EnumMap<>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      try {
        Mac mac = Mac.getInstance(SigningKey.ALGORITHM);
        mac.init(secret);
        mac.update(purpose.label().getBytes(UTF_8));
        mac.update((byte) 0);
        macs.put(purpose, mac);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(SigningKey.ALGORITHM + " is missing from this JDK", e);
      }
    }
    return macs;
  }
}
