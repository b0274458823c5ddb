package dev.stampede.postgres.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.verify.CheckProgress;
import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Reconciliation;
import dev.stampede.engine.verify.Scope;
import dev.stampede.engine.verify.Slice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Transfers against their entries, wallets against theirs, and the ledger as a whole. */
final class PointsDriftTest extends DriftFixture {

  @Test
  void aTransferLacksASide() {
    evenSo("entry", "DELETE FROM entry WHERE account = 'p'");
    assertFound(
        "transfer-entries", "of 1000 points has 1 entries that sum to 1000, 1 of them right", "");
  }

  @Test
  void entriesWithoutATransferAreFound() {
    evenSo("transfer", "DELETE FROM transfer WHERE kind = 't'");
    assertFound("transfer-entries", "of unknown points has 2 entries that sum to 0", "");
  }

  @Test
  void aWalletHasWhatItsEntriesDoNotExplain() {
    fixture.run("UPDATE wallet SET balance = balance + 1");
    assertFound("wallet-balance", "the wallet of bob has 801 points after 4 entries", "sum to 800");
    mend();
    fixture.run("DELETE FROM wallet");
    assertFound("wallet-balance", "the wallet of bob has 0 points after 0 entries", "");
    mend();
    evenSo("entry", "UPDATE entry SET balance = balance + 1 WHERE account = 'w' AND number = 2");
    assertFound("wallet-statement", "1 of 4 entries of the wallet of bob are out of line", "is 2");
  }

  /** One slice had so many wallets, however many entries: 14 % of a processor during a sale. */
  @Test
  void aSliceOfWalletsIsAsLongAsTheirEntriesAreMany() {
    fixture.run("INSERT INTO wallet SELECT 0, 9, 'many' || i FROM generate_series(1, 9) AS i");

    Slice first = search.search(Part.WALLETS, DriftSearch.START, 15);
    Slice second = search.search(Part.WALLETS, first.upTo(), 15);
    Slice all = search.search(Part.WALLETS, DriftSearch.START, 1_000);

    assertThat(first.rows()).as("bob with 4 entries, and one with 9").isEqualTo(2);
    assertThat(first.upTo()).isEqualTo("many1");
    assertThat(second.upTo()).isEqualTo("many3");
    assertThat(List.of(first.last(), second.last(), all.last()))
        .containsExactly(false, false, true);
  }

  @Test
  void theLedgerAsAWholeIsLookedAtInOneGo() {
    assertThat(search.search(Part.LEDGER, DriftSearch.START, 1).rows()).isEqualTo(8);
    fixture.run("UPDATE wallet SET balance = balance + 1");
    assertThat(search.search(Part.LEDGER, DriftSearch.START, 1).found())
        .extracting(Drift::kind)
        .containsExactly("ledger");
  }

  /** Nothing was heard of it before it was through. */
  @Test
  void theLedgerTellsOfEveryCheck() {
    List<String> heard = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    DriftSearch watched =
        new PostgresDriftSearch(
            fixture.database,
            PostgresDriftSearch.THOROUGH,
            new Scope.Everything(),
            new Reconciliation.Listener() {
              @Override
              public void checked(Part part, CheckProgress checks) {
                heard.add("%s %d of %d".formatted(part.label(), checks.done(), checks.all()));
                shares.add(checks.share());
              }
            });

    var _ = watched.search(Part.LEDGER, DriftSearch.START, 1);

    assertThat(heard)
        .containsExactly(
            "ledger 0 of 5",
            "ledger 1 of 5",
            "ledger 2 of 5",
            "ledger 3 of 5",
            "ledger 4 of 5",
            "ledger 5 of 5");
    assertThat(shares).as("each check is a part of the work").isSorted().doesNotHaveDuplicates();
    assertThat(shares.getFirst()).isZero();
    assertThat(shares.getLast()).isEqualTo(1);
  }
}
