package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.cancel;
import static dev.stampede.postgres.ClaimsFixture.hold;
import static dev.stampede.postgres.ClaimsFixture.paidOutside;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyBooked;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.HoldExpired;
import dev.stampede.engine.claim.ClaimOutcome.ReferenceUsed;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.RefundId;
import dev.stampede.engine.claim.Refunds;
import dev.stampede.engine.claim.Refunds.Settled;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Commit;
import dev.stampede.lane.Decision;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.CuttingProxy;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.booking.PostgresRefunds;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Money captured outside for nothing is noted by the commit that refuses it, once. */
final class RefundCommitTest {

  private static final Refund.State DUE = Refund.State.DUE;

  private static ClaimsFixture fixture;
  private static Refunds refunds;

  private GroupCommitter committer;
  private ShowId show;

  @BeforeAll
  static void openAll() {
    fixture = new ClaimsFixture();
    refunds = new PostgresRefunds(fixture.database);
  }

  @AfterAll
  static void closeAll() {
    fixture.close();
  }

  @BeforeEach
  void open() {
    fixture.run("TRUNCATE outside_payment");
    committer = fixture.committer();
    show = fixture.show(10, 10);
  }

  @AfterEach
  void close() {
    committer.close();
  }

  @Test
  void aRefusedPaymentIsDueBackOnceAndPaysNothingLater() throws Exception {
    Claim.Hold released = released("ann", 1);
    Claim.Hold live = hold(show, "ann", 2);
    Claim.Book refused = paidOutside(released, "card");
    var _ = answers(live);

    assertThat(answers(refused, paidOutside(released, "card"))).containsOnly(new HoldExpired());
    assertThat(answers(paidOutside(released, "card"))).containsOnly(new HoldExpired());
    assertThat(answers(paidOutside(live, "card")))
        .containsOnly(new ReferenceUsed(new Payment.Outside("shop", "card")));

    Refund due = due().getFirst();
    assertThat(due())
        .containsExactly(
            new Refund(
                new RefundId(refused.id().value()),
                released.buyer(),
                released.id(),
                Optional.empty(),
                new Payment.Outside("shop", "card"),
                100,
                Refund.Reason.HOLD_EXPIRED,
                due.at(),
                Optional.empty()));
  }

  @Test
  void aSecondPaymentOfAHoldAndACancelledBookingAreDueBack() throws Exception {
    Claim.Hold held = hold(show, "ben", 1);
    Claim.Book paid = paidOutside(held, "first");
    var _ = answers(held, paid);

    assertThat(answers(paidOutside(held, "second"), paidOutside(held, "first")))
        .hasOnlyElementsOfType(AlreadyBooked.class);
    assertThat(due())
        .extracting(refund -> refund.payment().reference(), Refund::reason)
        .containsExactly(tuple("second", Refund.Reason.HOLD_ALREADY_PAID));

    Claim.Cancel cancelled = cancel(show, "ben", paid.id());
    var _ = answers(cancelled, cancel(show, "ben", paid.id()));
    var _ = answers(cancel(show, "ben", paid.id()));
    assertThat(due()).hasSize(2);
    assertThat(due().getFirst())
        .satisfies(
            refund -> {
              assertThat(refund.id()).isEqualTo(new RefundId(cancelled.refund().value()));
              assertThat(refund.booking()).contains(paid.id());
              assertThat(refund.payment().reference()).isEqualTo("first");
              assertThat(refund.reason()).isEqualTo(Refund.Reason.BOOKING_CANCELLED);
            });
  }

  @Test
  void paidAndCancelledInOneGroupIsOneRefund() throws Exception {
    Claim.Hold held = hold(show, "cid", 1);
    Claim.Book paid = paidOutside(held, "card");

    var _ = answers(held, paid, cancel(show, "cid", paid.id()));

    assertThat(due()).extracting(Refund::booking).containsExactly(Optional.of(paid.id()));
  }

  @Test
  void aRefundIsSettledOnceByOneReference() throws Exception {
    Claim.Book refused = paidOutside(released("dan", 1), "card");
    var _ = answers(refused);
    RefundId id = due().getFirst().id();

    Settled first = refunds.settle(id, "back-1");
    Refund paid = ((Settled.Paid) first).refund();
    assertThat(paid.settlement().orElseThrow().reference()).isEqualTo("back-1");
    assertThat(refunds.settle(id, "back-1")).isEqualTo(first);
    assertThat(refunds.settle(id, "back-2")).isEqualTo(new Settled.PaidOtherwise(paid));
    assertThat(refunds.settle(new RefundId(UUID.randomUUID()), "back-1"))
        .isEqualTo(new Settled.NoSuchRefund());
    assertThat(due()).isEmpty();
    assertThat(refunds.list(Optional.of(Refund.State.PAID), Optional.empty(), 9).refunds())
        .containsExactly(paid);
    assertThat(answers(paidOutside(hold(show, "dan", 1), "card")))
        .as("nobody has the hold that this names")
        .containsOnly(new ClaimOutcome.NoSuchHold());
    assertThat(answers(refused)).containsOnly(new HoldExpired());
    assertThat(due()).as("refused again after it was paid back").isEmpty();
  }

  @Test
  void pagesGoOnBelowTheLastThoughItWasSettledMeanwhile() throws Exception {
    Claim.Hold released = released("eve", 1);
    for (int i = 0; i < 5; i++) {
      var _ = answers(paidOutside(released, "card-" + i));
    }

    Refunds.Page first = refunds.list(Optional.of(DUE), Optional.empty(), 2);
    var _ = refunds.settle(first.next().orElseThrow(), "back");
    Refunds.Page second = refunds.list(Optional.of(DUE), first.next(), 2);
    Refunds.Page last = refunds.list(Optional.of(DUE), second.next(), 2);

    List<String> all = new ArrayList<>();
    for (Refunds.Page page : List.of(first, second, last)) {
      page.refunds().forEach(refund -> all.add(refund.payment().reference()));
    }
    assertThat(all).containsExactly("card-4", "card-3", "card-2", "card-1", "card-0");
    assertThat(last.next()).isEmpty();
    assertThat(refunds.list(Optional.empty(), Optional.empty(), 9).refunds()).hasSize(5);
    assertThat(
            refunds
                .list(Optional.of(DUE), Optional.of(new RefundId(UUID.randomUUID())), 9)
                .refunds())
        .isEmpty();
  }

  @Test
  void aRefusalWhoseCommitIsCutIsThereOrIsNotAndIsNeverToldBeforeItIs() throws Exception {
    Claim.Hold released = released("fay", 1);
    try (CuttingProxy proxy = new CuttingProxy(fixture.data.url());
        Database database = Database.open(ClaimsFixture.settings(proxy.url()));
        GroupCommitter cut =
            new GroupCommitter(database, new PostgresShows(database), ClaimNews.NONE)) {
      var _ = cut.commit(List.of(hold(show, "gus", 5)));
      proxy.cut(CuttingProxy.Cut.REQUEST, 2);
      assertThat(fate(cut.commit(List.of(paidOutside(released, "never-came")))))
          .isEqualTo(Commit.Fate.ROLLED_BACK);
      assertThat(due()).isEmpty();
      var _ = cut.commit(List.of(hold(show, "gus", 6))); // connects again
      proxy.cut(CuttingProxy.Cut.ANSWER, 2);
      assertThat(fate(cut.commit(List.of(paidOutside(released, "card")))))
          .isEqualTo(Commit.Fate.COMMITTED);
      assertThat(due()).hasSize(1);
    }
  }

  /**
   * One payment for many holds at once, half of them live and half given back, on two sets of lanes
   * and per-request claims: it buys one seat, or is due back once.
   */
  @Test
  void ofOnePaymentUsedManyTimesAtOnceThereIsABookingOrARefundAndNeverBoth() throws Exception {
    List<GroupCommitter> committers =
        List.of(fixture.committer(), fixture.committer(), fixture.committer());
    try (LaneClaims one = LaneClaims.withDefaults(committers.subList(0, 1));
        LaneClaims two = LaneClaims.withDefaults(committers.subList(1, 3));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Claims> ways = List.of(one, two, plain());
      for (int round = 0; round < 20; round++) {
        String reference = "card-" + round;
        Claim.Hold live = hold(show, "hal", round);
        Claim.Hold released = released("ida", 50 + round);
        var _ = answers(live);
        List<Callable<ClaimOutcome>> rush = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
          Claims way = ways.get(i % 3);
          Claim.Hold hold = i / 3 % 2 == round % 2 ? live : released;
          rush.add(() -> decided(way, paidOutside(hold, reference)));
        }

        List<ClaimOutcome> outcomes = new ArrayList<>();
        for (Future<ClaimOutcome> each : threads.invokeAll(rush)) {
          outcomes.add(each.get());
        }

        assertThat(outcomes)
            .hasOnlyElementsOfTypes(
                Booked.class, AlreadyBooked.class, HoldExpired.class, ReferenceUsed.class);
        long refunded =
            due().stream().filter(due -> due.payment().reference().equals(reference)).count();
        long booked =
            fixture.one(
                "SELECT count(*) FROM booking WHERE show_id = %s AND reference = '%s'"
                    .formatted(show, reference),
                Long.class);
        assertThat(booked + refunded).as("bookings %d, refunds %d", booked, refunded).isOne();
        assertThat(outcomes).filteredOn(Booked.class::isInstance).hasSize((int) booked);
      }
    } finally {
      committers.forEach(GroupCommitter::close);
    }
  }

  @Test
  void theSameRefusalManyTimesAtOnceIsOneRefund() throws Exception {
    Claim.Hold released = released("jim", 1);
    try (GroupCommitter other = fixture.committer();
        LaneClaims one = LaneClaims.withDefaults(List.of(committer));
        LaneClaims two = LaneClaims.withDefaults(List.of(other));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Claims> ways = List.of(one, two, plain());
      List<Callable<ClaimOutcome>> rush = new ArrayList<>();
      for (int i = 0; i < 48; i++) {
        Claims way = ways.get(i % 3);
        rush.add(() -> decided(way, paidOutside(released, "card")));
      }
      for (Future<ClaimOutcome> each : threads.invokeAll(rush)) {
        assertThat(each.get()).isEqualTo(new HoldExpired());
      }
    }
    assertThat(due()).hasSize(1);
  }

  /** As a client does that is told to come back later: comes back. */
  private static ClaimOutcome decided(Claims way, Claim claim) {
    return Eventually.within(Duration.ofSeconds(30))
        .until(
            "the claim is decided",
            () -> way.claim(claim),
            outcome -> !(outcome instanceof ClaimOutcome.Overloaded));
  }

  private static Claims plain() {
    return new PerRequestClaims(fixture.database, fixture.shows, ClaimNews.NONE);
  }

  /** A hold that its buyer has given back. */
  private Claim.Hold released(String buyer, int seat) throws Exception {
    Claim.Hold hold = hold(show, buyer, seat);
    var _ = answers(hold, new Claim.Release(show, hold.buyer(), Optional.empty(), hold.id()));
    return hold;
  }

  private static List<Refund> due() {
    return refunds.list(Optional.of(DUE), Optional.empty(), 100).refunds();
  }

  private List<ClaimOutcome> answers(Claim... claims) throws Exception {
    return committer.commit(List.of(claims)).decisions().stream()
        .map(decision -> ((Decision.Decided<ClaimOutcome>) decision).answer())
        .toList();
  }

  private static Commit.Fate fate(Commit<ClaimOutcome> commit) {
    assertThat(commit).isInstanceOf(Commit.InDoubt.class);
    return ((Commit.InDoubt<ClaimOutcome>) commit).inquiry().fate();
  }
}
