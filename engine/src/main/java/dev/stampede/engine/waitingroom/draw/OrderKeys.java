package dev.stampede.engine.waitingroom.draw;

import javax.crypto.Mac;

/**
 * What a draw sorts by: {@code HMAC-SHA256(secret, root ‖ leaf)}. The root is in it so that nobody
 * who knew the secret too early could tell a leaf's key before all leaves are known.
 */
final class OrderKeys {

  private final Mac mac;
  private final byte[] root;

  /** For many, by one thread. */
  OrderKeys(DrawSecret secret, Hash root) {
    this.mac = secret.mac();
    this.root = root.bytes();
  }

  /** Reads the leaf that lies here, and puts its key there. */
  void make(byte[] leaves, int from, byte[] keys, int at) {
    mac.update(root);
    mac.update(leaves, from, Hash.BYTES);
    Sums.finish(mac, keys, at);
  }
}
