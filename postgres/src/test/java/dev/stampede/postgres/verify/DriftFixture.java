package dev.stampede.postgres.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Reconciliation;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.testkit.DatabaseClock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * A small database of shows, bookings and points without drift. Each test plants a drift; the
 * search must report exactly that drift, with its rows. The fixture removes the drift after the
 * test.
 */
abstract class DriftFixture {

  private static final List<String> TABLES =
      List.of(
          "seat",
          "seat_event",
          "hold",
          "booking",
          "outside_payment",
          "transfer",
          "entry",
          "wallet",
          "outbox",
          "section");

  /** Without Redis, which is not a matter of the database. */
  static final List<Part> PARTS =
      List.of(
          Part.SHOWS,
          Part.SEATS,
          Part.HOLDS,
          Part.BOOKINGS,
          Part.TRANSFERS,
          Part.WALLETS,
          Part.OUTBOX);

  static ClaimsFixture fixture;
  static ShowId show;
  static DriftSearch search;

  /**
   * Seat 1 is held by alice, 2 and 3 are sold to bob, 4 was sold to bob and given back, 5 was held
   * by carol, whose time is over, and is held by dave now, 6 was held and released. In another show
   * frank has paid seats 1 and 2 outside, and given 2 back.
   */
  @BeforeAll
  static void open() throws Exception {
    fixture = new ClaimsFixture();
    show = fixture.show(2, 10);
    ShowId outside = fixture.show(1, 5);
    // On a busy machine a statement may take longer than in passing.
    search = new PostgresDriftSearch(fixture.database, PostgresDriftSearch.THOROUGH);
    DatabaseClock clock = DatabaseClock.of(fixture.data.url());
    Claim.Hold left = ClaimsFixture.hold(show, "erin", 6);
    Claim.Hold paid = ClaimsFixture.hold(show, "bob", 2, 3);
    Claim.Buy given = ClaimsFixture.buy(show, "bob", 4);
    Claim.Hold franks = ClaimsFixture.hold(outside, "frank", 1);
    Claim.Hold franksToo = ClaimsFixture.hold(outside, "frank", 2);
    Claim.Book cancelled = ClaimsFixture.paidOutside(franksToo, "card-2");
    try (GroupCommitter committer = fixture.committer()) {
      var _ =
          committer.commit(
              List.of(
                  ClaimsFixture.topUp("bob", 1_000),
                  ClaimsFixture.hold(show, "carol", 5),
                  left,
                  paid,
                  given,
                  franks,
                  franksToo));
      var _ =
          committer.commit(
              List.of(
                  ClaimsFixture.book(paid),
                  ClaimsFixture.paidOutside(franks, "card-1"),
                  cancelled,
                  ClaimsFixture.cancel(outside, "frank", cancelled.id()),
                  ClaimsFixture.cancel(show, "bob", given.id()),
                  new Claim.Release(show, left.buyer(), Optional.empty(), left.id())));
      clock.advance(ClaimsFixture.HOLD.plusSeconds(1));
      var _ =
          committer.commit(
              List.of(ClaimsFixture.hold(show, "alice", 1), ClaimsFixture.hold(show, "dave", 5)));
    }
    TABLES.forEach(table -> fixture.run("CREATE TABLE kept_%1$s AS TABLE %1$s".formatted(table)));
  }

  /** Planted drift is out again by then: the outbox equals the history. */
  @AfterAll
  static void close() {
    fixture.close();
  }

  @AfterEach
  void mend() {
    fixture.run("TRUNCATE drift, patrol, sold_seat, " + String.join(", ", TABLES));
    TABLES.forEach(
        table ->
            fixture.run(
                "INSERT INTO %1$s OVERRIDING SYSTEM VALUE TABLE kept_%1$s".formatted(table)));
  }

  static void plant(String sql) {
    fixture.run(sql.formatted(show));
  }

  /** Changes rows past their triggers, as a user with too many rights could. */
  static void evenSo(String table, String sql) {
    fixture.run("ALTER TABLE " + table + " DISABLE TRIGGER USER");
    fixture.run(sql);
    fixture.run("ALTER TABLE " + table + " ENABLE TRIGGER USER");
  }

  static void assertFound(String kind, String what, String more) {
    assertThat(found())
        .as("only what was planted")
        .hasSize(1)
        .allSatisfy(
            drift -> {
              assertThat(drift.kind()).isEqualTo(kind);
              assertThat(drift.detail()).contains(what.formatted(show)).contains(more);
            });
  }

  static List<String> kinds() {
    return found().stream().map(Drift::kind).toList();
  }

  static List<Drift> found() {
    return found(1_000);
  }

  static List<Drift> found(int limit) {
    return new Reconciliation(search, limit, 1_000)
        .run(PARTS, Reconciliation.Listener.NONE).stream()
            .flatMap(result -> result.named().stream())
            .toList();
  }

  static long rows(Part part) {
    return new Reconciliation(search, 3, 10)
        .run(List.of(part), Reconciliation.Listener.NONE)
        .getFirst()
        .rows();
  }
}
