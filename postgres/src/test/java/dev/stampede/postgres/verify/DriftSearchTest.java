package dev.stampede.postgres.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.verify.CheckProgress;
import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.DriftStore;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Patrol;
import dev.stampede.engine.verify.Reconciliation;
import dev.stampede.engine.verify.Scope;
import dev.stampede.engine.verify.Slice;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.claim.HoldReaper;
import dev.stampede.testkit.DatabaseClock;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Each test plants a disagreement of its own in a small house; the search must name it, with the
 * rows, and nothing else. The disagreement is taken out again afterwards.
 */
final class DriftSearchTest {

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
  private static final List<Part> PARTS =
      List.of(
          Part.SHOWS,
          Part.SEATS,
          Part.HOLDS,
          Part.BOOKINGS,
          Part.TRANSFERS,
          Part.WALLETS,
          Part.OUTBOX);

  private static ClaimsFixture fixture;
  private static ShowId show;
  private static DriftSearch search;

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
    search = new PostgresDriftSearch(fixture.database, PostgresDriftSearch.IN_PASSING);
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

  @Test
  void aHouseInOrderHasNone() throws Exception {
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
  void aSaleOfASeatThatIsNotThereIsNamed() {
    fixture.run("INSERT INTO sold_seat VALUES (%s, 77, gen_random_uuid())".formatted(show));
    assertFound("seat-sold", "seat 77 of show %s is in state none by hold none", "names booking");
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
  void aSeatThatItsShowPromisesIsMissing() {
    fixture.run("DELETE FROM seat WHERE show_id = %s AND number = 19".formatted(show));
    assertFound("show-seats", "show %s has 19 seats", "sections promise 20");
  }

  @Test
  void anEventIsMissingOrOneTooMany() {
    plant("DELETE FROM seat_event WHERE number = 5 AND version = 2 AND show_id = %s");
    // The event was to be told as well, and now there is nothing to tell.
    assertThat(kinds()).containsExactly("seat-events", "outbox-unknown");
    assertThat(found())
        .anyMatch(
            drift ->
                drift
                    .detail()
                    .equals(
                        "seat 5 of show %s is at version 3; it has 2 events, the last of version 3"
                            .formatted(show)));
  }

  @Test
  void aSeatWasChangedWithoutAnEvent() {
    plant(
        "UPDATE seat SET state = 'f', buyer = NULL, hold_id = NULL, held_until = NULL WHERE number = 3 AND show_id = %s");
    assertThat(kinds()).containsExactly("seat-state", "seat-sold", "booking-seats");
    assertThat(found().getFirst().detail())
        .startsWith("seat 3 of show %s is in state f for nobody".formatted(show))
        .contains("says s for bob");
  }

  @Test
  void theSeatsThatMayNotBeSoldAgainAreNotThoseThatAreSold() {
    plant("UPDATE sold_seat SET booking_id = gen_random_uuid() WHERE number = 3 AND show_id = %s");
    assertFound("seat-sold", "seat 3 of show %s is in state s by hold", "sold_seat names booking");
    mend();
    plant("DELETE FROM sold_seat WHERE number = 3 AND show_id = %s");
    assertFound("seat-sold", "seat 3 of show %s is in state s", "sold_seat names booking none");
    mend();
    plant("INSERT INTO sold_seat VALUES (%s, 9, gen_random_uuid())");
    assertFound("seat-sold", "seat 9 of show %s is in state f by hold none", "");
  }

  @Test
  void aSeatWasGivenToAnother() {
    plant("UPDATE seat SET buyer = 'mallory' WHERE number = 2 AND show_id = %s");
    assertThat(kinds()).containsExactly("seat-state", "seat-booking", "booking-seats");
    assertThat(found()).anyMatch(drift -> drift.detail().contains("is sold to mallory"));
  }

  @Test
  void aSeatsVersionWasMoved() {
    plant("UPDATE seat SET version = version + 1 WHERE number = 1 AND show_id = %s");
    assertThat(kinds()).containsExactly("seat-events", "outbox-gap");
  }

  @Test
  void eventsOfASeatThatDoesNotExistAreFoundBehindTheLastSeatToo() {
    fixture.run(
        "UPDATE seat_event SET show_id = 77 WHERE show_id = %s AND number = 6".formatted(show));
    assertThat(found())
        .anyMatch(
            drift ->
                drift.kind().equals("events-without-seat")
                    && drift.detail().equals("seat 6 of show 77 does not exist, and has 2 events"));
  }

  @Test
  void aHeldSeatsHoldIsGoneOrSaysSomethingElse() {
    plant("DELETE FROM hold WHERE buyer = 'alice' AND show_id = %s");
    assertFound("seat-hold", "seat 1 of show %s is held for alice", "which does not exist");
    mend();
    plant(
        "UPDATE hold SET expires_at = expires_at + interval '1 hour' WHERE buyer = 'alice' AND show_id = %s");
    assertFound("seat-hold", "seat 1 of show %s is held for alice", "is in state l for alice");
    mend();
    plant("UPDATE hold SET state = 'r' WHERE buyer = 'alice' AND show_id = %s");
    assertFound("seat-hold", "seat 1 of show %s", "is in state r");
  }

  @Test
  void aLiveHoldHasLostASeat() {
    plant("UPDATE hold SET seats = '{1,9}' WHERE buyer = 'alice' AND show_id = %s");
    assertFound("hold-seats", "in show %s", "9 is in state f by hold none");
  }

  @Test
  void aSoldSeatsBookingIsGone() {
    plant("DELETE FROM booking WHERE cancelled_at IS NULL AND show_id = %s");
    assertThat(kinds())
        .containsExactly("seat-booking", "seat-booking", "transfer-booking", "outbox-unknown");
  }

  @Test
  void aBookingThatStandsHasLostItsSeat() {
    evenSo(
        "booking",
        "UPDATE booking SET seats = '{2,3,8}' WHERE cancelled_at IS NULL AND show_id = " + show);
    assertFound("booking-seats", "has not all of its seats {2,3,8} of show %s", "8 is in state f");
  }

  @Test
  void aPaidHoldSaysThatItIsNot() {
    plant("UPDATE hold SET state = 'e' WHERE buyer = 'bob' AND seats = '{2,3}' AND show_id = %s");
    assertFound("booking-hold", "", "which is in state e");
  }

  @Test
  void aBookingWasNotPaidOrPaidSomethingElse() {
    evenSo("transfer", "UPDATE transfer SET amount = 1 WHERE kind = 'p' AND amount = 200");
    assertThat(kinds()).containsExactly("booking-payment", "transfer-entries", "transfer-booking");
    assertThat(found())
        .anyMatch(drift -> drift.detail().endsWith("has a payment of 1 points by bob"));
  }

  @Test
  void aCancelledBookingWasNotPaidBack() {
    evenSo(
        "entry",
        "DELETE FROM entry e USING transfer t WHERE t.id = e.transfer_id AND t.kind = 'r'");
    evenSo("transfer", "DELETE FROM transfer WHERE kind = 'r'");
    fixture.run("UPDATE wallet SET balance = 700, version = 3");
    // The statement itself has lost nothing: the refund was its last line but one.
    assertThat(kinds()).contains("booking-refund");
    assertThat(found()).anyMatch(drift -> drift.detail().contains("has 0 refunds of that"));
  }

  @Test
  void aBookingPaidOutsideHasNoPaymentOrOneThatWasRefused() {
    fixture.run("DELETE FROM outside_payment WHERE reference = 'card-1'");
    assertFound("booking-payment", "booking ", "of frank over 100 points was not paid");
    mend();
    fixture.run(
        """
        UPDATE outside_payment SET booking_id = NULL, refund_id = gen_random_uuid(),
          due_at = now(), reason = 'e' WHERE reference = 'card-1'""");
    assertFound(
        "booking-payment", "was paid outside by payment card-1 of shop", "for booking none");
  }

  @Test
  void aRefundIsDueForABookingThatStandsOrMissingForACancelledOne() {
    fixture.run(
        """
        UPDATE outside_payment SET refund_id = gen_random_uuid(), due_at = now(), reason = 'c'
        WHERE reference = 'card-1'""");
    assertFound("booking-refund", "was paid outside and stands", "is due since");
    mend();
    fixture.run(
        """
        UPDATE outside_payment SET refund_id = NULL, due_at = NULL, reason = NULL
        WHERE reference = 'card-2'""");
    assertFound("booking-refund", "was paid outside and was cancelled", "is not noted");
  }

  @Test
  void aRefundWasMadeForABookingThatStands() {
    plant(
        "UPDATE booking SET cancelled_at = NULL, refunded_balance = NULL WHERE cancelled_at IS NOT NULL AND show_id = %s");
    assertThat(kinds()).contains("booking-seats", "transfer-booking");
  }

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

  @Test
  void theOutboxNamesABookingThatDoesNotExist() {
    fixture.run(
        "UPDATE outbox o SET bookings = array_replace(o.bookings, b.id, gen_random_uuid()) FROM booking b WHERE b.id = ANY (o.bookings) AND b.cancelled_at IS NULL AND b.buyer = 'bob'");
    assertFound("outbox-unknown", "names booking ", "version 1, which does not exist");
  }

  /** Takes events out of the rows that hold them, and rows that hold no others with them. */
  private void forget(String events) {
    String others = "(%s) IS NOT TRUE".formatted(events);
    fixture.run(
        """
        DELETE FROM outbox o
        WHERE NOT EXISTS (SELECT FROM outbox_event w WHERE w.id = o.id AND %s)"""
            .formatted(others));
    fixture.run(
        """
        UPDATE outbox o
        SET versions = w.versions,
          numbers = CASE WHEN o.numbers IS NOT NULL THEN w.numbers END,
          bookings = CASE WHEN o.bookings IS NOT NULL THEN w.bookings END
        FROM (
          SELECT id, array_agg(version ORDER BY place) AS versions,
            array_agg(number ORDER BY place) AS numbers,
            array_agg(booking_id ORDER BY place) AS bookings
          FROM outbox_event w
          WHERE %s
          GROUP BY id) AS w
        WHERE o.id = w.id"""
            .formatted(others));
  }

  /** The relay deletes from the front; here rows are lost from the end, or in the middle. */
  @Test
  void theOutboxLacksAnEventThatIsNotSentYet() {
    forget("number = 5 AND version = 1 AND show_id = " + show);
    assertThat(found()).as("told, as it should be").isEmpty();
    forget("number = 5 AND version = 3 AND show_id = " + show);
    assertFound("outbox-gap", "seat 5 of show %s is at version 3", "there are 1, the last is 2");
    mend();
    forget("number = 5 AND version = 2 AND show_id = " + show);
    assertFound("outbox-gap", "seat 5 of show %s", "from 1 on that wait to be told there are 2");
    mend();
    forget("version = 2 AND booking_id IN (SELECT id FROM booking WHERE buyer = 'bob')");
    assertFound("outbox-gap", "", "has versions 1 to 1 waiting to be told, 1 of them");
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
    DriftStore.Known known = new PostgresDriftStore(fixture.database).known(5);
    assertThat(known.rows()).isEqualTo(1);
    assertThat(known.first().getFirst().kind()).isEqualTo("wallet-balance");
    assertThat(fixture.one("SELECT rounds FROM patrol WHERE part = 'wallets'", Long.class))
        .isEqualTo(2);

    fixture.run("UPDATE wallet SET balance = balance - 1");
    patrol.tick();
    assertThat(store.known(5)).isEqualTo(DriftStore.Known.NOTHING);
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

  private static void plant(String sql) {
    fixture.run(sql.formatted(show));
  }

  /** Changes rows past their triggers, as a user with too many rights could. */
  private static void evenSo(String table, String sql) {
    fixture.run("ALTER TABLE " + table + " DISABLE TRIGGER USER");
    fixture.run(sql);
    fixture.run("ALTER TABLE " + table + " ENABLE TRIGGER USER");
  }

  private static void assertFound(String kind, String what, String more) {
    assertThat(found())
        .as("only what was planted")
        .hasSize(1)
        .allSatisfy(
            drift -> {
              assertThat(drift.kind()).isEqualTo(kind);
              assertThat(drift.detail()).contains(what.formatted(show)).contains(more);
            });
  }

  private static List<String> kinds() {
    return found().stream().map(Drift::kind).toList();
  }

  private static List<Drift> found() {
    return found(1_000);
  }

  private static List<Drift> found(int limit) {
    return new Reconciliation(search, limit, 1_000)
        .run(PARTS, Reconciliation.Listener.NONE).stream()
            .flatMap(result -> result.named().stream())
            .toList();
  }

  private static long rows(Part part) {
    return new Reconciliation(search, 3, 10)
        .run(List.of(part), Reconciliation.Listener.NONE)
        .getFirst()
        .rows();
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
