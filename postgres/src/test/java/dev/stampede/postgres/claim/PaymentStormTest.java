package dev.stampede.postgres.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.verify.LedgerCheck;
import dev.stampede.testkit.SeatLedger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Many buyers pay, cancel, top up and repeat requests at random, through two sets of lanes and
 * per-request claims at once, all in one database.
 *
 * <p>Seen to fail with a planted bug: wallets that are read and not locked (a payment is lost, and
 * the check of the ledger says so while the storm is on).
 */
final class PaymentStormTest {

  private static final int CLIENTS = 48;
  private static final int DEEDS = 40;
  private static final int BUYERS = 12;
  private static final int SEATS = 60;

  /** On a busy machine a row stays locked for longer than a claim waits; not that often. */
  private static final int COME_AGAIN = 20;

  private final ClaimsFixture fixture = new ClaimsFixture();
  private final ShowId show = fixture.show(SEATS / 10, 10);
  private final List<Booking> bookings = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void inEverySnapshotAllAddsUpAndEachKeyHasOneEffect() throws Exception {
    List<GroupCommitter> committers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      committers.add(
          new GroupCommitter(
              fixture.database, new PostgresShows(fixture.database), ClaimNews.NONE));
    }
    Map<String, ClaimOutcome.Success> done = new HashMap<>();
    try (LaneClaims one = LaneClaims.withDefaults(committers.subList(0, 2));
        LaneClaims two = LaneClaims.withDefaults(committers.subList(2, 4));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Claims plain =
          new PerRequestClaims(
              fixture.database, new PostgresShows(fixture.database), ClaimNews.NONE);
      List<Claims> ways = List.of(one, two, one, two, one, plain);
      List<Future<Map<String, ClaimOutcome.Success>>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        Client client = new Client(ways.get(i % ways.size()), i);
        clients.add(threads.submit(client::run));
      }
      while (!clients.stream().allMatch(Future::isDone)) {
        assertThat(new LedgerCheck(fixture.database).run().differences()).isEmpty();
      }
      for (Future<Map<String, ClaimOutcome.Success>> client : clients) {
        done.putAll(client.get());
      }
    } finally {
      committers.forEach(GroupCommitter::close);
    }

    new SeatLedger(fixture.data.url()).mustBalance(show);
    assertThat(new LedgerCheck(fixture.database).run().differences()).isEmpty();
    assertThat(fixture.one("SELECT count(*) FROM operation", Integer.class)).isEqualTo(done.size());
    assertThat(kinds(done)).hasSize(4);
  }

  private static List<Class<?>> kinds(Map<String, ClaimOutcome.Success> done) {
    return done.values().stream().<Class<?>>map(Object::getClass).distinct().toList();
  }

  /** One who does this and that, and remembers what each of its keys has come to. */
  private final class Client {

    private final Claims claims;
    private final int number;
    private final Random random;
    private final List<Claim> keyed = new ArrayList<>();
    private final Map<String, ClaimOutcome.Success> done = new HashMap<>();

    Client(Claims claims, int number) {
      this.claims = claims;
      this.number = number;
      this.random = new Random(number);
    }

    Map<String, ClaimOutcome.Success> run() {
      for (int deed = 0; deed < DEEDS; deed++) {
        boolean repeats = random.nextInt(5) == 0 && !keyed.isEmpty();
        Claim claim = repeats ? keyed.get(random.nextInt(keyed.size())) : fresh(deed);
        keyed.add(claim);
        ClaimOutcome outcome = decided(claim);
        note(claim, outcome);
        if (outcome instanceof ClaimOutcome.Held held && random.nextInt(4) > 0) {
          Claim book = book(deed, held.hold().buyer(), held.hold().id());
          keyed.add(book);
          note(book, decided(book));
        }
      }
      return done;
    }

    /** The claim's outcome; a client that is told to come again does so with the same key. */
    private ClaimOutcome decided(Claim claim) {
      ClaimOutcome outcome = claims.claim(claim);
      for (int again = 0; outcome instanceof ClaimOutcome.Overloaded; again++) {
        assertThat(again).as("times that %s came again: %s", claim, outcome).isLessThan(COME_AGAIN);
        outcome = claims.claim(claim);
      }
      return outcome;
    }

    /**
     * Notes an answer: a retry gets the first success again; a refused claim may be answered anew.
     */
    private void note(Claim claim, ClaimOutcome outcome) {
      String key = claim.operation().orElseThrow().id();
      switch (outcome) {
        case ClaimOutcome.Success success -> {
          boolean alreadyCancelled = claim instanceof Claim.Cancel cancel && isAgain(cancel);
          if (!alreadyCancelled) {
            assertThat(done.put(key, success)).as("effects of %s", claim).isNull();
          }
          if (success instanceof ClaimOutcome.Booked(Booking booking)) {
            bookings.add(booking);
          }
        }
        case ClaimOutcome.Replayed(ClaimOutcome.Success first) ->
            assertThat(first).isEqualTo(done.get(key));
        case ClaimOutcome.OperationMismatch _ -> throw new AssertionError(claim + " mismatched");
        case ClaimOutcome.OutcomeUnknown _ -> throw new AssertionError(claim + " is unknown");
        default ->
            assertThat(done).as("%s was done and is now %s", claim, outcome).doesNotContainKey(key);
      }
    }

    /** True if nothing was written because the booking had been cancelled before. */
    private boolean isAgain(Claim.Cancel claim) {
      return fixture
          .database
          .jdbi()
          .withHandle(
              handle ->
                  handle
                      .createQuery("SELECT count(*) FROM transfer WHERE id = :refund")
                      .bind("refund", claim.refund().value())
                      .mapTo(Long.class)
                      .one()
                      .equals(0L));
    }

    private Buyer me() {
      return new Buyer("client-" + number);
    }

    private Claim fresh(int deed) {
      Buyer buyer = new Buyer("buyer-" + random.nextInt(BUYERS));
      Wanted seat = new Wanted.Seats(List.of(random.nextInt(SEATS)));
      Optional<Operation> key = Optional.of(key("deed", deed));
      long now = System.currentTimeMillis();
      return switch (random.nextInt(6)) {
        case 0, 1 -> new Claim.Hold(show, buyer, key, HoldId.fresh(now), seat);
        case 2 -> new Claim.Buy(show, buyer, key, BookingId.fresh(now), HoldId.fresh(now), seat);
        case 3 -> new Claim.TopUp(buyer, key.orElseThrow(), TransferId.fresh(now), 150, me());
        default -> cancel(key);
      };
    }

    /** One that somebody has made, or, while there is none, what nobody has. */
    private Claim cancel(Optional<Operation> key) {
      long now = System.currentTimeMillis();
      TransferId refund = TransferId.fresh(now);
      if (bookings.isEmpty()) {
        return new Claim.Cancel(show, me(), key, BookingId.fresh(now), refund, me());
      }
      Booking booking = bookings.get(random.nextInt(bookings.size()));
      return new Claim.Cancel(show, booking.buyer(), key, booking.id(), refund, me());
    }

    private Claim book(int deed, Buyer buyer, HoldId hold) {
      BookingId id = BookingId.fresh(System.currentTimeMillis());
      return new Claim.Book(
          show, buyer, Optional.of(key("pay", deed)), id, hold, new Payment.Points());
    }

    private Operation key(String what, int deed) {
      byte[] body = what.getBytes(StandardCharsets.UTF_8);
      return Operation.of(me(), what, Integer.toString(deed), body);
    }
  }
}
