package dev.stampede.engine.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The progress of a reconciliation as its watcher sees it, with a clock that the test moves. */
final class ReconciliationProgressTest {

  private final AtomicLong nanos = new AtomicLong();
  private final Scope all = new Scope.Everything();
  private final ReconciliationProgress progress =
      new ReconciliationProgress(
          all.parts(),
          part ->
              part == Part.SEATS || part == Part.LEDGER
                  ? OptionalLong.of(90_000_000)
                  : OptionalLong.empty(),
          nanos::get);

  @Test
  void itSaysWhatIsComparedHowFarAndAboutHowLongTheRestTakes() {
    assertThat(progress.line()).isEmpty();
    progress.begins(Part.SEATS);
    assertThat(progress.line()).as("nobody wonders yet").isEmpty();

    pass(Duration.ofSeconds(30));
    assertThat(progress.line())
        .contains("part 2 of 9, seats: 0 of about 90,000,000 rows (0 %), 30 s so far");

    progress.compared(Part.SEATS, 9_000_000);
    pass(Duration.ofSeconds(30));
    assertThat(progress.line())
        .contains(
            "part 2 of 9, seats: 9,000,000 of about 90,000,000 rows (10 %), 150,000 a second,"
                + " 60 s so far, about 9 min left for it");

    progress.ended(new Reconciliation.Result(Part.SEATS, 9_000_000, 0, List.of()));
    assertThat(progress.line()).isEmpty();
  }

  @Test
  void aPartOfUnknownSizeHasNoEstimate() {
    progress.begins(Part.OUTBOX);
    progress.compared(Part.OUTBOX, 2_000);
    pass(Duration.ofHours(3));

    assertThat(progress.line())
        .contains("part 7 of 9, outbox: 2,000 rows, 0 a second, 3 h 0 min so far");
  }

  /** If progress counted rows, the ledger would be at 0 % until it is done. */
  @Test
  void ofAPartThatIsLookedAtInOneGoItSaysHowManyChecksAreThrough() {
    progress.begins(Part.LEDGER);
    progress.checked(Part.LEDGER, new CheckProgress(0, 5, 0));
    pass(Duration.ofSeconds(30));
    assertThat(progress.line())
        .contains("part 9 of 9, ledger: 0 of 5 checks of about 90,000,000 rows, 30 s so far");

    progress.checked(Part.LEDGER, new CheckProgress(2, 5, 0.01));
    pass(Duration.ofMinutes(40));
    assertThat(progress.line())
        .contains(
            "part 9 of 9, ledger: 2 of 5 checks of about 90,000,000 rows, 40 min so far,"
                + " about 9 min left for it");

    pass(Duration.ofMinutes(20));
    assertThat(progress.line())
        .as("the estimate has been passed")
        .contains("part 9 of 9, ledger: 2 of 5 checks of about 90,000,000 rows, 60 min so far");

    progress.ended(new Reconciliation.Result(Part.LEDGER, 90_000_000, 0, List.of()));
    progress.begins(Part.OUTBOX);
    pass(Duration.ofSeconds(2));
    assertThat(progress.line()).contains("part 7 of 9, outbox: 0 rows, 2 s so far");
  }

  @Test
  void moreThanWasThoughtIsAllOfItAndHasNoRest() {
    progress.begins(Part.SEATS);
    progress.compared(Part.SEATS, 90_000_001);
    pass(Duration.ofSeconds(90));

    assertThat(progress.line().orElseThrow()).contains("(100 %)").doesNotContain("left");
  }

  @Test
  void aReconciliationTellsOfEverySliceOfEveryPart() {
    List<String> heard = new ArrayList<>();
    DriftSearch search =
        (_, after, limit) -> new Slice(limit, after + "x", after.length() == 1, List.of());

    var _ =
        new Reconciliation(search, 10, 5)
            .run(
                List.of(Part.SHOWS, Part.SEATS),
                new Reconciliation.Listener() {
                  @Override
                  public void begins(Part part) {
                    heard.add(part.label());
                  }

                  @Override
                  public void compared(Part part, long rows) {
                    heard.add(part.label() + " " + rows);
                  }

                  @Override
                  public void ended(Reconciliation.Result result) {
                    heard.add(result.part().label() + " ended");
                  }
                });

    assertThat(heard)
        .containsExactly(
            "shows",
            "shows 10",
            "shows 20",
            "shows ended",
            "seats",
            "seats 10",
            "seats 20",
            "seats ended");
  }

  @Test
  void ofOneShowNothingIsComparedThatBelongsToBuyers() {
    assertThat(new Scope.OneShow(new ShowId(1)).parts())
        .doesNotContain(Part.TRANSFERS, Part.WALLETS, Part.LEDGER)
        .hasSize(all.parts().size() - 3);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
