package dev.stampede.engine.waitingroom.draw;

import javax.crypto.Mac;

/**
 * Makes the keys that a draw sorts by: {@code HMAC-SHA256(secret, root ‖ leaf)}. A key contains the
 * root so that somebody who learned the secret too early could not compute a leaf's key before all
 * leaves are known.
 */
final class OrderKeys {

  private final Mac mac;
  private final byte[] root;

  /** A maker of many keys, for one thread. */
  OrderKeys(DrawSecret secret, Hash root) {
    this.mac = secret.mac();
    this.root = root.bytes();
  }

  /** Reads the leaf at {@code from} and writes its key to {@code at}. */
  void make(byte[] leaves, int from, byte[] keys, int at) {
    mac.update(root);
    mac.update(leaves, from, Hash.BYTES);
    Digests.finish(mac, keys, at);
  }
}
