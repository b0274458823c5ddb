package dev.stampede.engine.waitingroom.draw;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.security.MessageDigest;
import javax.crypto.Mac;

/**
 * Makes buyers into leaves, {@code SHA-256(0x00 ‖ length of the name in two bytes ‖ name ‖ nonce)}.
 * The first byte tells a leaf from a node of the tree above it; the length tells where the name
 * ends, so that no other name and nonce give the same bytes.
 */
public final class LeafMaker {

  private static final byte LEAF = 0x00;

  private final MessageDigest sum = Digests.sha256();
  private final Mac nonces;
  private final byte[] show;
  private final byte[] nonce = new byte[Hash.BYTES];

  /** A maker of many leaves, for one thread. */
  LeafMaker(NonceKey key, ShowId show) {
    this.nonces = key.mac();
    this.show = NonceKey.bytesOf(show);
  }

  /** The leaf of one buyer, who can compute it from their own place token. */
  public static Hash leaf(Buyer buyer, Nonce nonce) {
    byte[] name = buyer.sub().getBytes(UTF_8);
    byte[] leaf = new byte[Hash.BYTES];
    make(Digests.sha256(), name, 0, name.length, nonce.bytes(), leaf, 0);
    return Hash.of(leaf);
  }

  /** Derives the nonce of the name at {@code from} and writes the leaf to {@code at}. */
  void make(byte[] names, int from, int length, byte[] leaves, int at) {
    nonces.update(show);
    nonces.update(names, from, length);
    Digests.finish(nonces, nonce, 0);
    make(sum, names, from, length, nonce, leaves, at);
  }

  private static void make(
      MessageDigest sum, byte[] names, int from, int length, byte[] nonce, byte[] leaves, int at) {
    sum.update(LEAF);
    sum.update((byte) (length >>> 8));
    sum.update((byte) length);
    sum.update(names, from, length);
    sum.update(nonce, 0, Nonce.BYTES);
    Digests.finish(sum, leaves, at);
  }
}
