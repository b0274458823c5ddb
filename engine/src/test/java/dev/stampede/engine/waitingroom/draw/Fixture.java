package dev.stampede.engine.waitingroom.draw;

import dev.stampede.engine.show.ShowId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Draws that are the same in every run, and short methods to ask about them. */
final class Fixture {

  static final ShowId SHOW = new ShowId(17);
  static final DrawKeys KEYS = new DrawKeys(secret(1), NonceKey.of(filled(2)));

  private static final Instant AT = Instant.parse("2030-01-31T10:00:00Z");

  private Fixture() {}

  static DrawSecret secret(int filling) {
    return DrawSecret.of(filled(filling));
  }

  private static byte[] filled(int with) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) with);
    return bytes;
  }

  /** Arrivals of this many buyers; the first is buyer-1, who arrived with number 1. */
  static EarlyArrivals arrivals(int count) {
    EarlyArrivals arrivals = new EarlyArrivals();
    IntStream.rangeClosed(1, count).forEach(i -> arrivals.add("buyer-" + i, i));
    return arrivals;
  }

  static Draw draw(int count) {
    return Draw.of(SHOW, KEYS, arrivals(count));
  }

  static List<Hash> leaves(Draw draw) {
    List<Hash> leaves = new ArrayList<>();
    for (int place = 1; place <= draw.size(); place++) {
      leaves.add(leaf(draw, place));
    }
    return leaves;
  }

  static Hash leaf(Draw draw, int place) {
    byte[] leaf = new byte[Hash.BYTES];
    draw.leaf(place).get(leaf);
    return Hash.of(leaf);
  }

  static List<Long> order(Draw draw) {
    return IntStream.rangeClosed(1, draw.size()).mapToObj(draw::arrival).toList();
  }

  /** The proof that an honest server publishes for this draw. */
  static DrawProof.Published proof(Draw draw) {
    return new DrawProof.Published(
        SHOW, KEYS.secret().commitment(), KEYS.secret(), draw.root(), draw.size(), AT);
  }

  static ProofVerdict verdict(DrawProof.Published said, List<Hash> leaves) {
    ProofCheck check = new ProofCheck(said);
    leaves.forEach(check::add);
    return check.verdict();
  }
}
