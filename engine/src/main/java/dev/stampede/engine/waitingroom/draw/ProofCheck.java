package dev.stampede.engine.waitingroom.draw;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Checks a published draw: the caller adds the leaves in the published order, page by page, then
 * asks for the verdict. It trusts only what it computes itself, and keeps 32 bytes a leaf. For one
 * thread.
 */
public final class ProofCheck {

  private static final int FIRST_ROOM = 1_024;

  private final DrawProof.Published said;
  private final OrderKeys keys;
  private byte[] leaves = new byte[FIRST_ROOM * Hash.BYTES];
  private int kept;
  private long handedIn;

  private byte[] lastKey = new byte[Hash.BYTES];
  private byte[] key = new byte[Hash.BYTES];
  private OptionalInt firstMisplaced = OptionalInt.empty();

  public ProofCheck(DrawProof.Published said) {
    this.said = said;
    this.keys = new OrderKeys(said.secret(), said.root());
  }

  /**
   * Adds the leaf at the next place. Leaves beyond the announced number are counted but not kept.
   */
  public void add(Hash leaf) {
    handedIn++;
    if (kept == said.leaves()) {
      return;
    }
    int at = kept * Hash.BYTES;
    if (at == leaves.length) {
      leaves = Arrays.copyOf(leaves, Math.min(2 * at, said.leaves() * Hash.BYTES));
    }
    leaf.copyTo(leaves, at);
    kept++;
    keys.make(leaves, at, key, 0);
    if (kept > 1 && firstMisplaced.isEmpty() && !isBehindTheLast()) {
      firstMisplaced = OptionalInt.of(kept);
    }
    byte[] next = lastKey;
    lastKey = key;
    key = next;
  }

  private boolean isBehindTheLast() {
    int byKey = Arrays.compareUnsigned(lastKey, key);
    return byKey < 0 || (byKey == 0 && KeySorter.compare(leaves, kept - 2, kept - 1) < 0);
  }

  /** The place of a leaf among those added, counted from 1; empty if it is not among them. */
  public OptionalInt place(Hash leaf) {
    byte[] wanted = leaf.bytes();
    for (int i = 0; i < kept; i++) {
      int at = i * Hash.BYTES;
      if (Arrays.equals(leaves, at, at + Hash.BYTES, wanted, 0, Hash.BYTES)) {
        return OptionalInt.of(i + 1);
      }
    }
    return OptionalInt.empty();
  }

  public ProofVerdict verdict() {
    Hash ofSecret = said.secret().commitment();
    if (!ofSecret.equals(said.commitment())) {
      return new ProofVerdict.WrongSecret(said.commitment(), ofSecret);
    }
    if (handedIn != said.leaves()) {
      return new ProofVerdict.WrongCount(said.leaves(), handedIn);
    }
    int[] byLeaf = KeySorter.of(leaves, kept);
    byte[] sorted = new byte[kept * Hash.BYTES];
    for (int i = 0; i < kept; i++) {
      if (i > 0 && KeySorter.compare(leaves, byLeaf[i - 1], byLeaf[i]) == 0) {
        return new ProofVerdict.LeafTwice(Hash.at(leaves, byLeaf[i] * Hash.BYTES));
      }
      System.arraycopy(leaves, byLeaf[i] * Hash.BYTES, sorted, i * Hash.BYTES, Hash.BYTES);
    }
    Hash ofLeaves = MerkleTree.root(sorted, kept);
    if (!ofLeaves.equals(said.root())) {
      return new ProofVerdict.WrongRoot(said.root(), ofLeaves);
    }
    if (firstMisplaced.isPresent()) {
      int place = firstMisplaced.getAsInt();
      return new ProofVerdict.WrongOrder(place, Hash.at(leaves, (place - 1) * Hash.BYTES));
    }
    return new ProofVerdict.Honest(kept);
  }
}
