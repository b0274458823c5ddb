package dev.stampede.engine.signing;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** One secret and the number that tokens name it by. */
public record SigningKey(int id, SecretKey secret) {

  public static final int MIN_SECRET_BYTES = 32;

  static final String ALGORITHM = "HmacSHA256";

  public SigningKey {
    if (id < 1) {
      throw new IllegalArgumentException("signing key id is " + id + "; it counts from 1");
    }
  }

  public static SigningKey of(int id, byte[] secret) {
    if (secret.length < MIN_SECRET_BYTES) {
      throw new IllegalArgumentException(
          "signing key %d has %d bytes; at least %d are needed"
              .formatted(id, secret.length, MIN_SECRET_BYTES));
    }
    return new SigningKey(id, new SecretKeySpec(secret, ALGORITHM));
  }

  /** The secret stays out of logs. */
  @Override
  public String toString() {
    return "SigningKey[id=" + id + "]";
  }
}
