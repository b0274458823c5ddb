package dev.stampede.engine.waitingroom.draw;

import static dev.stampede.engine.waitingroom.draw.Fixture.KEYS;
import static dev.stampede.engine.waitingroom.draw.Fixture.SHOW;
import static dev.stampede.engine.waitingroom.draw.Fixture.draw;
import static dev.stampede.engine.waitingroom.draw.Fixture.leaf;
import static dev.stampede.engine.waitingroom.draw.Fixture.leaves;
import static dev.stampede.engine.waitingroom.draw.Fixture.proof;
import static dev.stampede.engine.waitingroom.draw.Fixture.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.waitingroom.draw.DrawProof.Published;
import dev.stampede.engine.waitingroom.draw.ProofVerdict.Honest;
import dev.stampede.engine.waitingroom.draw.ProofVerdict.LeafTwice;
import dev.stampede.engine.waitingroom.draw.ProofVerdict.WrongCount;
import dev.stampede.engine.waitingroom.draw.ProofVerdict.WrongOrder;
import dev.stampede.engine.waitingroom.draw.ProofVerdict.WrongRoot;
import dev.stampede.engine.waitingroom.draw.ProofVerdict.WrongSecret;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The check accepts the honest order, and names every kind of dishonesty we could think of. */
final class ProofCheckTest {

  private static final int SIZE = 2_000;

  private final Draw draw = draw(SIZE);
  private final Published said = proof(draw);
  private final List<Hash> leaves = new ArrayList<>(leaves(draw));

  @Test
  void theHonestOrderIsAccepted() {
    assertThat(verdict(said, leaves)).isEqualTo(new Honest(SIZE));
    for (int size : new int[] {0, 1, 2, 3}) {
      assertThat(verdict(proof(draw(size)), leaves(draw(size)))).isEqualTo(new Honest(size));
    }
  }

  @Test
  void oneSwappedPairIsRejectedWhereverItIs() {
    for (int place : new int[] {1, 2, 1_000, SIZE - 1}) {
      List<Hash> swapped = new ArrayList<>(leaves);
      Collections.swap(swapped, place - 1, place);

      // The leaf that came too early is before it; the leaf that belongs before that is where it
      // was put.
      assertThat(verdict(said, swapped)).isEqualTo(new WrongOrder(place + 1, leaf(draw, place)));
    }
    List<Hash> far = new ArrayList<>(leaves);
    Collections.swap(far, 0, SIZE - 1);
    assertThat(verdict(said, far)).isEqualTo(new WrongOrder(2, leaf(draw, 2)));
  }

  @Test
  void aChangedLeafIsRejected() {
    leaves.set(7, LeafMaker.leaf(new Buyer("a friend"), nonce("a friend")));

    assertThat(verdict(said, leaves)).isInstanceOf(WrongRoot.class);
  }

  @Test
  void aDroppedLeafIsRejectedAndAlsoIfTheNumberIsMadeToFit() {
    leaves.remove(7);

    assertThat(verdict(said, leaves)).isEqualTo(new WrongCount(SIZE, SIZE - 1));
    assertThat(verdict(withLeaves(SIZE - 1), leaves)).isInstanceOf(WrongRoot.class);
  }

  @Test
  void anAddedLeafIsRejectedAndAlsoIfTheNumberIsMadeToFit() {
    leaves.add(7, LeafMaker.leaf(new Buyer("a friend"), nonce("a friend")));

    assertThat(verdict(said, leaves)).isEqualTo(new WrongCount(SIZE, SIZE + 1));
    assertThat(verdict(withLeaves(SIZE + 1), leaves)).isInstanceOf(WrongRoot.class);
  }

  @Test
  void aLeafThatIsThereTwiceIsRejected() {
    leaves.set(8, leaves.get(7));

    assertThat(verdict(said, leaves)).isEqualTo(new LeafTwice(leaf(draw, 8)));
  }

  @Test
  void anotherSecretIsRejectedThoughTheOrderIsTheOneItGives() {
    DrawKeys chosenLater = new DrawKeys(Fixture.secret(9), KEYS.nonceKey());
    Draw other = Draw.of(SHOW, chosenLater, Fixture.arrivals(SIZE));
    Published claimed =
        new Published(
            SHOW, said.commitment(), chosenLater.secret(), other.root(), SIZE, said.drawnAt());

    assertThat(verdict(claimed, leaves(other)))
        .isEqualTo(new WrongSecret(said.commitment(), chosenLater.secret().commitment()));
  }

  @Test
  void anotherRootIsRejected() {
    Hash other = draw(SIZE + 1).root();
    Published claimed =
        new Published(SHOW, said.commitment(), said.secret(), other, SIZE, said.drawnAt());

    assertThat(verdict(claimed, leaves)).isEqualTo(new WrongRoot(other, draw.root()));
  }

  @Test
  void everybodyFindsTheirOwnLeaf() {
    ProofCheck check = new ProofCheck(said);
    leaves.forEach(check::add);

    for (int place : new int[] {1, 2, 1_500, SIZE}) {
      Buyer buyer = new Buyer("buyer-" + draw.arrival(place));
      assertThat(check.place(LeafMaker.leaf(buyer, nonce(buyer.sub())))).hasValue(place);
    }
    assertThat(check.place(LeafMaker.leaf(new Buyer("nobody"), nonce("nobody")))).isEmpty();
  }

  private static Nonce nonce(String buyer) {
    return KEYS.nonceKey().nonce(SHOW, new Buyer(buyer));
  }

  private Published withLeaves(int count) {
    return new Published(
        SHOW, said.commitment(), said.secret(), said.root(), count, said.drawnAt());
  }
}
