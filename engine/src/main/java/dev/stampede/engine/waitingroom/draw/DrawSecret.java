package dev.stampede.engine.waitingroom.draw;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;

/**
 * The secret that decides the order of a draw. The server makes it before anybody joins, publishes
 * its {@link #commitment} at once, and the secret itself only when the order is fixed: nobody can
 * know the order before, and the server cannot choose another secret once it knows who is there.
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

  /** Empty unless the text is exactly 64 hexadecimal digits. */
  public static Optional<DrawSecret> parse(String hex) {
    return Hex.parse(hex, BYTES).map(DrawSecret::new);
  }

  /** The hash of the secret, public from the beginning. */
  public Hash commitment() {
    return Hash.of(Digests.sha256().digest(bytes));
  }

  /** The secret in the form in which it is stored. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** The secret in the form in which it is published after the draw. */
  public String reveal() {
    return HexFormat.of().formatHex(bytes);
  }

  Mac mac() {
    return Digests.hmac(bytes);
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
