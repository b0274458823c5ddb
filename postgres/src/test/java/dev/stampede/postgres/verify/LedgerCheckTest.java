package dev.stampede.postgres.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.Part;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.postgres.claim.GroupCommitter;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each test plants a difference of its own in a small ledger; the check must name it. */
final class LedgerCheckTest {

  private ClaimsFixture fixture;

  /** A top-up of 500, a booking for 100 that stands, and one for 200 that was cancelled. */
  @BeforeEach
  void open() throws Exception {
    fixture = new ClaimsFixture();
    ShowId show = fixture.show(1, 10);
    Claim.Buy kept = ClaimsFixture.buy(show, "alice", 1);
    Claim.Buy given = ClaimsFixture.buy(show, "alice", 2, 3);
    try (GroupCommitter committer = fixture.committer()) {
      var _ =
          committer.commit(
              List.of(
                  ClaimsFixture.topUp("alice", 500),
                  kept,
                  given,
                  ClaimsFixture.cancel(show, "alice", given.id())));
    }
    assertThat(check()).isEqualTo(new LedgerCheck.Report(1, 8, List.of()));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aBalanceThatItsEntriesDoNotExplainIsFound() {
    run("UPDATE wallet SET balance = balance + 1");

    assertThat(check().differences())
        .containsExactly(
            "the wallet of alice has 401 points after 4 entries; its 4 entries sum to 400");
  }

  @Test
  void aWalletThatIsMissingIsFound() {
    run("DELETE FROM wallet");

    assertThat(check().differences()).hasSize(1).allMatch(line -> line.contains("has 0 points"));
  }

  @Test
  void aChangedEntryIsFoundInItsTransferItsStatementAndTheSum() {
    evenSo("entry", "UPDATE entry SET amount = amount + 7 WHERE account = 'w' AND number = 2");

    assertThat(check().isBalanced()).isFalse();
    assertThat(check().differences())
        .anyMatch(line -> line.equals("all entries sum to 7, not to zero"))
        .anyMatch(line -> line.startsWith("the wallet of alice"))
        .anyMatch(line -> line.startsWith("entry 2 of the wallet of alice says 400"))
        .anyMatch(line -> line.startsWith("transfer "));
  }

  @Test
  void anEntryOnTheWrongAccountIsFoundThoughTheSumIsRight() {
    evenSo("entry", "UPDATE entry SET account = 'h' WHERE account = 'p'");

    assertThat(check().differences()).hasSize(1).allMatch(line -> line.contains("1 of them right"));
  }

  @Test
  void aBookingThatWasNotPaidIsFound() {
    run("ALTER TABLE transfer DROP CONSTRAINT payment_bears_its_booking");
    evenSo("transfer", "UPDATE transfer SET booking_id = gen_random_uuid() WHERE kind = 'p'");

    assertThat(check().differences())
        .filteredOn(line -> line.contains("has 0 payments and"))
        .hasSize(4); // two bookings without, two payments for nothing
  }

  @Test
  void aCancelledBookingWithoutItsRefundIsFound() {
    evenSo(
        "entry",
        "DELETE FROM entry e USING transfer t WHERE t.id = e.transfer_id AND t.kind = 'r'");
    evenSo("transfer", "DELETE FROM transfer WHERE kind = 'r'");
    run("UPDATE wallet SET balance = 200, version = 3");

    assertThat(check().differences())
        .hasSize(1)
        .allMatch(line -> line.contains("over 200 points has 1 payments and 0 refunds"));
  }

  @Test
  void theDatabaseRefusesToChangeWhatIsWrittenOrToWriteHalfATransfer() {
    for (String wrong :
        List.of(
            "UPDATE entry SET amount = 1",
            "DELETE FROM entry",
            "UPDATE transfer SET amount = 1",
            "DELETE FROM transfer")) {
      assertThatThrownBy(() -> run(wrong)).hasMessageContaining("never changed or deleted");
    }
    assertThatThrownBy(
            () ->
                run(
                    "INSERT INTO entry (transfer_id, account, amount) VALUES (gen_random_uuid(), 'h', 5)"))
        .hasMessageContaining("sum to 5, not to zero");
    assertThatThrownBy(() -> run("UPDATE wallet SET balance = -1"))
        .hasMessageContaining("wallet_balance_check");
  }

  /** Failed while {@code ./stampede verify} used the job's limit of ten minutes. */
  @Test
  void aStatementTimesOutAfterTenMinutesInTheJobAndAfterADayInVerify() {
    // Seen through a view whose names of wallets are the limit of the statement that reads them.
    run("ALTER TABLE wallet RENAME TO real_wallet");
    run(
        """
        CREATE VIEW wallet AS
        SELECT balance, version, current_setting('statement_timeout') AS buyer
        FROM real_wallet""");
    try {
      assertThat(check().differences())
          .anyMatch(line -> line.startsWith("the wallet of 10min has"));
      assertThat(
              new PostgresDriftSearch(fixture.database, PostgresDriftSearch.THOROUGH)
                  .search(Part.LEDGER, DriftSearch.START, 1)
                  .found())
          .extracting(Drift::detail)
          .anyMatch(line -> line.startsWith("the wallet of 1d has"));
    } finally {
      run("DROP VIEW wallet");
      run("ALTER TABLE real_wallet RENAME TO wallet");
    }
  }

  @Test
  void aCheckThatTakesTooLongIsNamed() throws Exception {
    try (Connection other = fixture.database.connection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("LOCK TABLE booking IN ACCESS EXCLUSIVE MODE");

      assertThatThrownBy(() -> new LedgerCheck(fixture.database, Duration.ofSeconds(3)).run())
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("the ledger could not be checked: check 5 of 5 failed")
          .hasMessageContaining("statement timeout");
      other.rollback();
    }
  }

  private LedgerCheck.Report check() {
    return new LedgerCheck(fixture.database).run();
  }

  private void run(String sql) {
    fixture.database.jdbi().useHandle(handle -> handle.execute(sql));
  }

  /** Changes rows past their triggers, as a user with too many rights could. */
  private void evenSo(String table, String sql) {
    run("ALTER TABLE " + table + " DISABLE TRIGGER USER");
    run(sql);
    run("ALTER TABLE " + table + " ENABLE TRIGGER USER");
  }
}
