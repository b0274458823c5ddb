package dev.stampede.engine.waitingroom.draw;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;

/**
 * The key from which the nonces of one show's buyers are derived, so that no nonce has to be
 * stored. The server never publishes it: with it, anybody could find out from the leaves who was in
 * line.
 */
public final class NonceKey {

  static final int BYTES = 32;

  private final byte[] bytes;

  private NonceKey(byte[] bytes) {
    this.bytes = bytes;
  }

  public static NonceKey random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new NonceKey(bytes);
  }

  public static NonceKey of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a nonce key has %d bytes; it has %d".formatted(bytes.length, BYTES));
    }
    return new NonceKey(bytes.clone());
  }

  /** The nonce for the buyer's place token, always the same for the same buyer. */
  public Nonce nonce(ShowId show, Buyer buyer) {
    Mac mac = mac();
    mac.update(bytesOf(show));
    return Nonce.of(Arrays.copyOf(mac.doFinal(buyer.sub().getBytes(UTF_8)), Nonce.BYTES));
  }

  static byte[] bytesOf(ShowId show) {
    return ByteBuffer.allocate(Long.BYTES).putLong(show.value()).array();
  }

  /** The key in the form in which it is stored. */
  public byte[] bytes() {
    return bytes.clone();
  }

  Mac mac() {
    return Digests.hmac(bytes);
  }

  /** The key stays out of logs. */
  @Override
  public String toString() {
    return "NonceKey";
  }
}
