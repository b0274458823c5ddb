package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.acceptance.storm.ClaimRequest.Told;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.verify.LedgerCheck;
import dev.stampede.testkit.SeatLedger;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads a sale past the servers and compares it with what buyers were told. */
final class SaleAudit implements AutoCloseable {

  private final String url;
  private final Database database;

  SaleAudit(String url) {
    this.url = url;
    this.database =
        Database.open(new PostgresSettings(DatabaseUrl.parse(url), 2, Duration.ofSeconds(10)));
  }

  /** In one snapshot: all accounts sum to zero, no wallet is below it, all balances are right. */
  void mustBalance() {
    assertThat(new LedgerCheck(database).run().differences()).isEmpty();
  }

  /** The seats too: nothing is sold twice, and the events replay to the table. */
  void mustBalance(String show) {
    mustBalance();
    new SeatLedger(url).mustBalance(ShowId.parse(show).orElseThrow());
  }

  /** Asserts that every promised booking and top-up is there, and none that was not promised. */
  void mustBeWhatWasTold(Collection<Told> told) {
    mustHaveOneEffectForEachKey(told);
    assertThat(ids("SELECT id FROM booking")).isEqualTo(promised(told, Told::isBooking));
    assertThat(ids("SELECT id FROM transfer WHERE kind = 't'"))
        .isEqualTo(promised(told, Told::isTopUp));
  }

  private static void mustHaveOneEffectForEachKey(Collection<Told> told) {
    Map<String, String> effects = new HashMap<>();
    Set<String> two = new HashSet<>();
    for (Told one : told) {
      String key = one.order().who() + one.order().path() + one.order().key();
      // 200 is "it is yours already": nothing was done, and the next time something may be.
      boolean stored = one.answer().status() == 201 && (one.isBooking() || one.isTopUp());
      if (stored && !one.id().equals(effects.computeIfAbsent(key, _ -> one.id()))) {
        two.add(key);
      }
    }
    assertThat(two).as("keys with two effects").isEmpty();
  }

  private static Set<String> promised(Collection<Told> told, Predicate<Told> kind) {
    return told.stream()
        .filter(Told::succeeded)
        .filter(kind)
        .map(Told::id)
        .collect(Collectors.toSet());
  }

  private Set<String> ids(String query) {
    Set<String> ids = new HashSet<>();
    DatabaseRows.of(url, query, row -> ids.add(row.getString(1)));
    return ids;
  }

  @Override
  public void close() {
    database.close();
  }
}
