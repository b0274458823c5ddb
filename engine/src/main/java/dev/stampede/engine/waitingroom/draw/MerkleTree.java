package dev.stampede.engine.waitingroom.draw;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Computes one hash for a whole set of leaves; nobody can find another set with that hash.
 *
 * <p>The leaves, sorted as unsigned bytes, are the lowest level; above two neighbours stands {@code
 * SHA-256(0x01 ‖ left ‖ right)}, and a last one without a neighbour goes up as it is. (To pair it
 * with itself would give a set with a leaf twice the same top.) The root is {@code SHA-256(0x02 ‖
 * number of leaves in four bytes ‖ top)}, without a top where there are no leaves.
 *
 * <p>The number has to be in it: leaves are published as hashes, and nobody can see from a hash
 * whether a name or two nodes were hashed. Without it, the node above two leaves could stand in for
 * both of them, as one leaf of a smaller set. With it a root has one shape, and so one set.
 */
final class MerkleTree {

  private static final byte NODE = 0x01;
  private static final byte ROOT = 0x02;

  private MerkleTree() {}

  /** The leaves lie one after the other, sorted; there may be more room behind them. */
  static Hash root(byte[] sortedLeaves, int count) {
    byte[] level = Arrays.copyOf(sortedLeaves, count * Hash.BYTES);
    MessageDigest sum = Digests.sha256();
    int width = count;
    while (width > 1) {
      int pairs = width / 2;
      for (int i = 0; i < pairs; i++) {
        sum.update(NODE);
        sum.update(level, 2 * i * Hash.BYTES, 2 * Hash.BYTES);
        Digests.finish(sum, level, i * Hash.BYTES);
      }
      if (width % 2 == 1) {
        System.arraycopy(level, (width - 1) * Hash.BYTES, level, pairs * Hash.BYTES, Hash.BYTES);
      }
      width -= pairs;
    }
    sum.update(ROOT);
    sum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, count));
    sum.update(level, 0, width * Hash.BYTES);
    return Hash.of(sum.digest());
  }
}
