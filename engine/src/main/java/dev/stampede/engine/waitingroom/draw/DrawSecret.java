package dev.stampede.engine.waitingroom.draw;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;

/**
 * What decides the order of a draw. It is made before anybody joins; its {@link #commitment} is
 * published at once, itself only when the order is fixed: nobody can know the order before, and the
 * server cannot choose another secret once it knows who is there.
 */
public final class DrawSecret {

  static final int BYTES = 32;

  private final byte[] bytes;

  private DrawSecret(byte[] bytes) {
    this.bytes = bytes;
  }

  public static DrawSecret random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new DrawSecret(bytes);
  }

  public static DrawSecret of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a secret has %d bytes; it has %d".formatted(bytes.length, BYTES));
    }
    return new DrawSecret(bytes.clone());
  }

  /** Empty for what is not exactly 64 hexadecimal digits. */
  public static Optional<DrawSecret> parse(String hex) {
    return Hex.parse(hex, BYTES).map(DrawSecret::new);
  }

  /** What may be known from the beginning. */
  public Hash commitment() {
    return Hash.of(Sums.sha256().digest(bytes));
  }

  /** To be kept. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** To be published, after the draw. */
  public String reveal() {
    return HexFormat.of().formatHex(bytes);
  }

  Mac mac() {
    return Sums.hmac(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DrawSecret secret && MessageDigest.isEqual(bytes, secret.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The secret stays out of logs. */
  @Override
  public String toString() {
    return "DrawSecret[commitment=" + commitment() + "]";
  }
}
