package dev.stampede.engine.waitingroom.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MerkleTreeTest {

  private static final byte[] NOTHING = {};

  @Test
  void theRootIsWhatTheRuleSaysForEverySize() {
    Set<Hash> roots = new HashSet<>();
    for (int size = 0; size <= 70; size++) {
      List<byte[]> leaves = leaves(size);
      Hash expected =
          Hash.of(
              sha(
                  new byte[] {2},
                  ByteBuffer.allocate(4).putInt(size).array(),
                  size == 0 ? NOTHING : top(leaves)));

      assertThat(root(leaves)).as("%d leaves", size).isEqualTo(expected);
      roots.add(expected);
    }
    assertThat(roots).hasSize(71);
  }

  @Test
  void aLeafTwiceIsNotTheSameAsALeafWithoutANeighbour() {
    List<byte[]> three = leaves(3);
    List<byte[]> four = new ArrayList<>(three);
    four.add(three.getLast());

    assertThat(root(four)).isNotEqualTo(root(three));
  }

  @Test
  void aNodeCannotStandInForTheTwoLeavesBelowIt() {
    List<byte[]> four = leaves(4);
    List<byte[]> nodes =
        List.of(
            sha(new byte[] {1}, four.get(0), four.get(1)),
            sha(new byte[] {1}, four.get(2), four.get(3)));

    assertThat(top(nodes)).isEqualTo(top(four));
    assertThat(root(nodes)).isNotEqualTo(root(four));
  }

  /** The same rule, written in the slow way for lists. */
  private static byte[] top(List<byte[]> level) {
    if (level.size() == 1) {
      return level.getFirst();
    }
    List<byte[]> above = new ArrayList<>();
    for (int i = 0; i + 1 < level.size(); i += 2) {
      above.add(sha(new byte[] {1}, level.get(i), level.get(i + 1)));
    }
    if (level.size() % 2 == 1) {
      above.add(level.getLast());
    }
    return top(above);
  }

  private static List<byte[]> leaves(int size) {
    return IntStream.range(0, size).mapToObj(i -> sha(new byte[] {(byte) i})).toList();
  }

  private static Hash root(List<byte[]> leaves) {
    ByteBuffer flat = ByteBuffer.allocate(leaves.size() * Hash.BYTES);
    leaves.forEach(flat::put);
    return MerkleTree.root(flat.array(), leaves.size());
  }

  private static byte[] sha(byte[]... parts) {
    MessageDigest sum = Digests.sha256();
    for (byte[] part : parts) {
      sum.update(part);
    }
    return sum.digest();
  }
}
