package dev.stampede.engine.waitingroom.draw;

import dev.stampede.engine.show.ShowId;
import java.nio.ByteBuffer;

/**
 * Early arrivals in the order that the secret gives them. A pure function of the keys, the show and
 * the arrivals: every computation gives the same order. A draw of a million takes about a second
 * and uses a few arrays.
 */
public final class Draw {

  private final EarlyArrivals arrivals;
  private final byte[] leaves; // sorted
  private final int[] whose; // the index of each leaf's arrival
  private final int[] order; // the index of the leaf at each place
  private final Hash root;

  private Draw(EarlyArrivals arrivals, byte[] leaves, int[] whose, Hash root, int[] order) {
    this.arrivals = arrivals;
    this.leaves = leaves;
    this.whose = whose;
    this.root = root;
    this.order = order;
  }

  public static Draw of(ShowId show, DrawKeys keys, EarlyArrivals arrivals) {
    int handedIn = arrivals.size();
    byte[] unsorted = new byte[handedIn * Hash.BYTES];
    LeafMaker maker = new LeafMaker(keys.nonceKey(), show);
    for (int i = 0; i < handedIn; i++) {
      maker.make(
          arrivals.names(), arrivals.nameFrom(i), arrivals.nameLength(i), unsorted, i * Hash.BYTES);
    }
    int[] byLeaf = KeySorter.of(unsorted, handedIn);
    int count = dropRepeated(unsorted, byLeaf, arrivals);
    byte[] leaves = new byte[count * Hash.BYTES];
    for (int i = 0; i < count; i++) {
      System.arraycopy(unsorted, byLeaf[i] * Hash.BYTES, leaves, i * Hash.BYTES, Hash.BYTES);
    }
    Hash root = MerkleTree.root(leaves, count);
    return new Draw(arrivals, leaves, byLeaf, root, order(keys.secret(), root, leaves, count));
  }

  /** Keeps each buyer's first arrival only, and returns the number of arrivals left. */
  private static int dropRepeated(byte[] leaves, int[] byLeaf, EarlyArrivals arrivals) {
    int kept = 0;
    for (int index : byLeaf) {
      if (kept == 0 || KeySorter.compare(leaves, byLeaf[kept - 1], index) != 0) {
        byLeaf[kept++] = index;
      } else if (arrivals.arrival(index) < arrivals.arrival(byLeaf[kept - 1])) {
        byLeaf[kept - 1] = index;
      }
    }
    return kept;
  }

  /**
   * Sorts the leaves by their keys. Equal keys, should there ever be two, keep the order of the
   * leaves, which are sorted.
   */
  private static int[] order(DrawSecret secret, Hash root, byte[] leaves, int count) {
    byte[] keys = new byte[leaves.length];
    OrderKeys maker = new OrderKeys(secret, root);
    for (int at = 0; at < leaves.length; at += Hash.BYTES) {
      maker.make(leaves, at, keys, at);
    }
    return KeySorter.of(keys, count);
  }

  public Hash root() {
    return root;
  }

  /** The number of buyers drawn; places are 1 to this. */
  public int size() {
    return order.length;
  }

  /** The number that the buyer at this place received when they joined. */
  public long arrival(int place) {
    return arrivals.arrival(whose[order[place - 1]]);
  }

  /** The leaf at this place: 32 bytes, read-only. */
  public ByteBuffer leaf(int place) {
    return ByteBuffer.wrap(leaves, order[place - 1] * Hash.BYTES, Hash.BYTES).asReadOnlyBuffer();
  }

  /** The name of the buyer at this place: UTF-8, read-only. */
  public ByteBuffer buyer(int place) {
    int index = whose[order[place - 1]];
    return ByteBuffer.wrap(arrivals.names(), arrivals.nameFrom(index), arrivals.nameLength(index))
        .asReadOnlyBuffer();
  }
}
