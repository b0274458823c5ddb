package dev.stampede.postgres.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftStore;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Patrol;
import dev.stampede.engine.verify.Reconciliation;
import dev.stampede.engine.verify.Scope;
import dev.stampede.engine.verify.Slice;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.claim.HoldReaper;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The search as such: its scope, its slices, its memory, and shows that are being sold. */
final class DriftSearchTest extends DriftFixture {

  @Test
  void aDatabaseInOrderHasNoDrift() throws Exception {
    assertThat(found()).isEmpty();
    // Nor has one whose expired holds were tidied up.
    new HoldReaper(fixture.database, ClaimNews.NONE).tick();
    assertThat(found()).isEmpty();
    assertThat(rows(Part.SEATS)).isEqualTo(25);
    assertThat(rows(Part.BOOKINGS)).isEqualTo(4);
    assertThat(rows(Part.WALLETS)).isEqualTo(1);
  }

  /** Drift of another show is not named; what belongs to no show is not looked for. */
  @Test
  void oneShowIsSearchedAlone() {
    plant("DELETE FROM seat_event WHERE number = 5 AND version = 2 AND show_id = %s");
    fixture.run("UPDATE hold SET seats = '{1, 7}' WHERE state = 'l' AND buyer = 'alice'");
    fixture.run(
        "UPDATE booking SET total = total + 1 WHERE buyer = 'frank' AND reference = 'card-1'");

    assertThat(foundOf(new ShowId(show.value() + 1)))
        .extracting(Drift::kind)
        .containsOnly("booking-payment");
    assertThat(foundOf(show))
        .extracting(Drift::kind)
        .containsExactly("seat-events", "hold-seats", "outbox-unknown");
    assertThat(rowsOf(show, Part.SEATS)).isEqualTo(20);
    assertThat(rowsOf(show, Part.BOOKINGS)).isEqualTo(2);
    assertThat(rowsOf(new ShowId(999), Part.SEATS)).isZero();
  }

  private static List<Drift> foundOf(ShowId one) {
    Scope scope = new Scope.OneShow(one);
    List<Part> parts = PARTS.stream().filter(scope.parts()::contains).toList();
    return new Reconciliation(
            new PostgresDriftSearch(fixture.database, PostgresDriftSearch.IN_PASSING, scope), 3, 50)
        .run(parts, Reconciliation.Listener.NONE).stream()
            .flatMap(result -> result.named().stream())
            .toList();
  }

  private static long rowsOf(ShowId one, Part part) {
    return new Reconciliation(
            new PostgresDriftSearch(
                fixture.database, PostgresDriftSearch.IN_PASSING, new Scope.OneShow(one)),
            3,
            50)
        .run(List.of(part), Reconciliation.Listener.NONE)
        .getFirst()
        .rows();
  }

  @Test
  void thereIsAboutAsMuchAsIsSaid() {
    PostgresPartSizes whole = new PostgresPartSizes(fixture.database, new Scope.Everything());
    assertThat(whole.rows(Part.SHOWS)).hasValue(2);
    assertThat(whole.rows(Part.SEATS)).hasValue(25);
    assertThat(whole.rows(Part.OUTBOX)).isEmpty();
    PostgresPartSizes one = new PostgresPartSizes(fixture.database, new Scope.OneShow(show));
    assertThat(one.rows(Part.SEATS)).hasValue(20);
    assertThat(one.rows(Part.HOLDS)).isEmpty();
    assertThat(
            new PostgresPartSizes(fixture.database, new Scope.OneShow(new ShowId(999)))
                .rows(Part.SHOWS))
        .hasValue(0);
  }

  @Test
  void inSlicesTheSameIsFoundAsInOne() {
    plant("UPDATE seat SET version = version + 1 WHERE show_id = %s");
    List<Drift> whole = found();
    assertThat(whole).hasSizeGreaterThan(20);
    for (int limit : new int[] {1, 3, 7}) {
      assertThat(found(limit)).containsExactlyElementsOf(whole);
    }
  }

  @Test
  void thePatrolRemembersWhatItFoundForAllServersAndForgetsWhatWasMended() {
    DriftStore store = new PostgresDriftStore(fixture.database);
    List<Part> looked = new ArrayList<>();
    Patrol patrol =
        new Patrol(
            search,
            store,
            PARTS,
            new Patrol.Listener() {
              @Override
              public void looked(Part part, Slice slice, Duration took) {
                looked.add(part);
              }
            });
    fixture.run("UPDATE wallet SET balance = balance + 1");
    patrol.tick();
    patrol.tick();

    assertThat(looked).hasSize(2 * PARTS.size());
    DriftStore.KnownDrifts known = new PostgresDriftStore(fixture.database).known(5);
    assertThat(known.rows()).isEqualTo(1);
    assertThat(known.first().getFirst().kind()).isEqualTo("wallet-balance");
    assertThat(fixture.one("SELECT rounds FROM patrol WHERE part = 'wallets'", Long.class))
        .isEqualTo(2);

    fixture.run("UPDATE wallet SET balance = balance - 1");
    patrol.tick();
    assertThat(store.known(5)).isEqualTo(DriftStore.KnownDrifts.NONE);
  }

  /** With a settling that does not ask how far the patrol has come meanwhile this was red. */
  @Test
  void aSliceThatAnotherServerHasSettledIsNotSettledAgain() {
    DriftStore store = new PostgresDriftStore(fixture.database);
    Slice first = search.search(Part.SEATS, store.reached(Part.SEATS), 10);
    Drift drift = new Drift(Part.SEATS, first.upTo(), "seat-state", "planted");
    Slice wrong = new Slice(first.rows(), first.upTo(), false, List.of(drift));

    assertThat(store.settle(Part.SEATS, "", wrong)).containsExactly(drift);
    assertThat(store.settle(Part.SEATS, "", first)).isEmpty();

    assertThat(store.known(5).rows()).as("the late one changed nothing").isEqualTo(1);
    assertThat(store.reached(Part.SEATS)).isEqualTo(first.upTo());
    Slice rest = search.search(Part.SEATS, first.upTo(), 100);
    assertThat(store.settle(Part.SEATS, first.upTo(), rest)).isEmpty();
    assertThat(store.known(5).rows()).as("it is not in the rest").isEqualTo(1);
    assertThat(store.settle(Part.SEATS, "", first)).isEmpty();
    assertThat(store.known(5).rows()).isZero();
  }

  /** A concurrent transaction is either wholly in a slice's snapshot or not at all. */
  @Test
  void whileItIsSoldFromNothingDrifts() throws Exception {
    ShowId busy = fixture.show(10, 20);
    try (GroupCommitter committer = fixture.committer();
        GroupCommitter other = fixture.committer()) {
      Thread seller = Thread.ofVirtual().start(() -> sell(committer, busy, 0));
      Thread second = Thread.ofVirtual().start(() -> sell(other, busy, 100));
      while (seller.isAlive() || second.isAlive()) {
        assertThat(found(50)).isEmpty();
      }
      seller.join(Duration.ofSeconds(10));
      second.join(Duration.ofSeconds(10));
    }
    assertThat(found()).isEmpty();
    fixture.run("DELETE FROM seat WHERE show_id = " + busy);
    fixture.run("DELETE FROM section WHERE show_id = " + busy);
    fixture.run("DELETE FROM show WHERE id = " + busy);
  }

  private static void sell(GroupCommitter committer, ShowId show, int from) {
    try {
      for (int seat = from; seat < from + 100; seat++) {
        String buyer = "buyer-" + seat;
        Claim.Hold hold = ClaimsFixture.hold(show, buyer, seat);
        var _ = committer.commit(List.of(ClaimsFixture.topUp(buyer, 500), hold));
        var _ = committer.commit(List.of(ClaimsFixture.book(hold)));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
