package dev.stampede.redis.news;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.layer.SeatGate.Verdict;
import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatBoard;
import dev.stampede.engine.seats.SeatBoard.Update;
import dev.stampede.engine.seats.SeatNotice;
import dev.stampede.engine.seats.SharedNews.Begun;
import dev.stampede.engine.seats.SharedNews.Log;
import dev.stampede.engine.show.ShowId;
import dev.stampede.redis.PatientGate;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.SharedTestRedis;
import dev.stampede.redis.ShowKeys;
import dev.stampede.redis.gate.RedisSeatGate;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of the news of seats, whatever the shape of the Redis that carries it. */
abstract class SeatNewsContract {

  static final ShowId SHOW = new ShowId(23);
  private static final Duration WITHIN = Duration.ofSeconds(1);
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Buyer BEN = new Buyer("ben");

  private final ManualClock clock = ManualClock.at(Instant.parse("2030-01-01T00:00:00Z"));
  private final SharedTestRedis own;
  private final ShowKeys keys;
  private final MemorySeatSource table = new MemorySeatSource(SHOW, 100, clock);
  private final List<OneServer> servers = new ArrayList<>();

  SeatNewsContract(RedisSettings settings) {
    own = new SharedTestRedis(settings);
    keys = new ShowKeys(own.prefix(), SHOW);
  }

  @AfterEach
  void close() throws Exception {
    servers.forEach(OneServer::close);
    own.end();
  }

  /**
   * Fails without turns: planted, each of the six servers read the table. One that has waited a
   * second for its turn reads too, as it may on a busy machine; then others try.
   */
  @Test
  void ofManyServersThatNeedAShowAtOnceOneReadsItAndTheOthersCopyIt() {
    AtomicInteger tries = new AtomicInteger();
    Eventually.within(SOON)
        .until(
            "one has read for all",
            () -> readsOfManyServers(own.prefix() + tries.incrementAndGet() + ":"),
            reads -> reads == 1);
  }

  private int readsOfManyServers(String prefix) throws InterruptedException {
    MemorySeatSource slow = new MemorySeatSource(SHOW, 100, clock);
    slow.slowly(Duration.ofMillis(100));
    List<OneServer> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(new OneServer(own.settings(), prefix, slow, clock, Duration.ofSeconds(60)));
      servers.add(all.getLast());
    }
    List<Thread> fills = new ArrayList<>();
    for (OneServer one : all) {
      fills.add(Thread.startVirtualThread(() -> one.board(SHOW)));
    }
    for (Thread fill : fills) {
      assertThat(fill.join(SOON)).isTrue();
    }
    assertThat(all).allSatisfy(one -> assertThat(one.boards().size()).isEqualTo(1));
    return slow.loads();
  }

  @Test
  void aChangeIsSeenByTheOtherProcessWithinASecond() {
    OneServer one = server();
    OneServer two = server();
    assertThat(letter(one, 7)).isEqualTo('f');
    Eventually.within(SOON).until("the copy is shared", () -> own.value(keys.copy()) != null);
    assertThat(letter(two, 7)).isEqualTo('f');

    int seat = 7;
    Duration took = untilSeen(one, two, seat);
    // A busy machine may stop both servers for longer, but not again and again.
    while (took.compareTo(WITHIN) > 0 && seat < 12) {
      seat++;
      took = untilSeen(one, two, seat);
    }

    assertThat(took).isLessThanOrEqualTo(WITHIN);
    int changes = seat - 6;
    Eventually.within(SOON)
        .until(
            "both are at the same position",
            () ->
                one.board(SHOW).position().equals(two.board(SHOW).position())
                    && one.board(SHOW).position().n() == changes);
    Eventually.within(SOON)
        .until(
            "the other refuses it without asking",
            () -> two.boards().takenFrom(SHOW, List.of(6, 7), BEN).equals(List.of(7)));
    assertThat(two.boards().takenFrom(SHOW, List.of(7), new Buyer("ann"))).isEmpty();
    assertThat(table.loads()).as("the second was filled from the copy").isEqualTo(1);
  }

  /** Returns how long it took until the other server showed a change. */
  private Duration untilSeen(OneServer one, OneServer two, int seat) {
    long begun = System.nanoTime();
    one.boards().committed(List.of(held(seat, "ann")));
    assertThat(letter(one, seat)).as("at once where it happened").isEqualTo('h');
    Eventually.within(SOON).until("the other sees it", () -> letter(two, seat) == 'h');
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  @Test
  void newsIsNumberedInOrderAndWhatIsOlderIsDropped() {
    OneServer one = server();
    Position start = one.board(SHOW).position();
    SeatChange first = held(1, "ann");
    SeatChange second = table.commit(1, SeatState.FREE, Optional.empty());
    SeatChange other = held(2, "ben");

    one.boards().committed(List.of(second));
    one.boards().committed(List.of(first));
    one.boards().committed(List.of(other, other));

    Log.Continued log =
        (Log.Continued)
            Eventually.within(SOON)
                .until(
                    "all is told",
                    () -> one.news().since(SHOW, Optional.of(start)),
                    found -> found instanceof Log.Continued(Position now, _) && now.n() == 2);
    assertThat(log.notices()).containsExactly(SeatNotice.of(second), SeatNotice.of(other));
    assertThat(letter(one, 1)).isEqualTo('f');
    assertThat(since(one, new Position("other", 0))).isEqualTo(new Log.Broken(log.now()));
  }

  @Test
  void onlyTheLastPiecesOfNewsAreKept() {
    OneServer one = server();
    Position start = one.board(SHOW).position();
    for (int i = 0; i < 60; i++) {
      List<SeatChange> changes = new ArrayList<>();
      for (int seat = 0; seat < 100; seat++) {
        changes.add(held(seat, "buyer-" + i));
      }
      one.boards().committed(changes);
      // Who falls behind by more than is kept reads the table again, and has no log of its own.
      long told = 100L * (i + 1);
      Eventually.within(SOON)
          .until("most is heard", () -> one.board(SHOW).position().n() >= told - 1_000);
    }
    Eventually.within(SOON).until("all is heard", () -> one.board(SHOW).position().n() == 6_000);
    assertThat(since(one, start)).isInstanceOf(Log.Broken.class);
    assertThat(since(one, new Position(start.epoch(), 1_000))).isInstanceOf(Log.Continued.class);
    assertThat(one.board(SHOW).since(start, clock.instant())).isInstanceOf(Update.Reset.class);
    assertThat(one.board(SHOW).since(new Position(start.epoch(), 1_000), clock.instant()))
        .isInstanceOfSatisfying(
            Update.Changes.class, changes -> assertThat(changes.seats()).hasSize(100));
  }

  @Test
  void aSeatsKeyGoesWithTheNewsThatItsClaimIsDecided() throws Exception {
    OneServer one = server();
    one.board(SHOW);
    RedisSeatGate gate =
        new RedisSeatGate(own.redis(), own.prefix(), () -> 1, Duration.ofSeconds(30));
    HoldId bens = HoldId.fresh(1);
    Verdict entered =
        PatientGate.enter(
            own.redis(), keys.seat(5), () -> gate.enter(SHOW, List.of(5, 6, 7), BEN, bens));
    assertThat(entered).isInstanceOf(Verdict.Passed.class);
    SeatChange held = held(5, "ben");
    SeatChange sold =
        table.commit(6, SeatState.SOLD, Optional.of(OneServer.owner("ben", clock.instant())));

    one.boards().committed(List.of(held, sold));

    Eventually.within(SOON)
        .until(
            "their keys are gone",
            () -> own.value(keys.seat(5)) == null && own.value(keys.seat(6)) == null);
    assertThat(own.value(keys.seat(7))).as("not decided yet").isNotNull();
    List<Integer> asked = List.of(5, 6, 7);
    Eventually.within(SOON)
        .until(
            "the board refuses them from here on",
            () -> one.boards().takenFrom(SHOW, asked, new Buyer("ann")).equals(List.of(5, 6)));
  }

  @Test
  void lateNewsOfAReleaseLeavesTheNextBuyersKeyAlone() throws Exception {
    OneServer one = server();
    Position start = one.board(SHOW).position();
    RedisSeatGate gate =
        new RedisSeatGate(own.redis(), own.prefix(), () -> 1, Duration.ofSeconds(30));
    one.boards().committed(List.of(held(5, "ann")));
    SeatChange freed = table.commit(5, SeatState.FREE, Optional.empty());
    Eventually.within(SOON)
        .until("it is told", () -> one.board(SHOW).position().n() == start.n() + 1);
    SharedTestRedis.now(own.redis().commands().del(keys.seat(5)));
    HoldId bens = HoldId.fresh(1);
    Verdict entered =
        PatientGate.enter(own.redis(), keys.seat(5), () -> gate.enter(SHOW, List.of(5), BEN, bens));
    assertThat(entered).isInstanceOf(Verdict.Passed.class);

    one.boards().committed(List.of(freed));

    Eventually.within(SOON)
        .until("the release is told", () -> one.board(SHOW).position().n() == start.n() + 2);
    assertThat(own.value(keys.seat(5))).isEqualTo("0\n" + bens + "\nben");
  }

  @Test
  void aLapsedHoldIsToldOnceAndEverywhere() {
    OneServer one = server();
    OneServer two = server();
    one.board(SHOW);
    two.board(SHOW);
    one.boards().committed(List.of(held(9, "ann")));
    Eventually.within(SOON).until("it is held", () -> letter(two, 9) == 'h');
    Position held = two.board(SHOW).position();

    clock.advance(Duration.ofSeconds(301));

    assertThat(letter(two, 9)).as("read as free at once").isEqualTo('f');
    Eventually.within(SOON)
        .until("it is told", () -> two.board(SHOW).position().n() == held.n() + 1);
    assertThat(two.board(SHOW).since(held, clock.instant()))
        .isEqualTo(
            new Update.Changes(
                two.board(SHOW).position(), List.of(new SeatBoard.Shown(9, SeatState.FREE))));
    one.boards().committed(List.of(held(9, "ben")));
    Eventually.within(SOON).until("it is taken over", () -> letter(two, 9) == 'h');
    assertThat(two.board(SHOW).position().n()).as("published expiries").isEqualTo(held.n() + 2);
  }

  @Test
  void whenRedisHasLostEverythingANewEpochBegins() throws Exception {
    OneServer one = server();
    OneServer two = server();
    Position before = one.board(SHOW).position();
    two.board(SHOW);
    one.boards().committed(List.of(held(1, "ann")));
    Eventually.within(SOON).until("it is seen", () -> letter(two, 1) == 'h');

    own.loseEverything();
    one.boards().committed(List.of(held(2, "ann")));

    Eventually.within(SOON)
        .until(
            "both are in the same new epoch",
            () ->
                !one.board(SHOW).position().epoch().equals(before.epoch())
                    && one.board(SHOW)
                        .position()
                        .epoch()
                        .equals(two.board(SHOW).position().epoch()));
    assertThat(two.board(SHOW).since(before, clock.instant())).isInstanceOf(Update.Reset.class);
    Eventually.within(SOON).until("nothing was missed", () -> letter(two, 2) == 'h');
    one.boards().committed(List.of(held(3, "ann")));
    Eventually.within(SOON).until("and news goes on", () -> letter(two, 3) == 'h');
  }

  @Test
  void aComparisonFindsACommitThatWasNeverPublished() {
    OneServer one = serverCheckingEvery(Duration.ofMillis(200));
    Position start = one.board(SHOW).position();
    SeatChange untold = held(4, "ann");
    Eventually.within(SOON)
        .until(
            "the copy has ended",
            () -> {
              SharedTestRedis.now(own.redis().commands().del(keys.copy()));
              return one.board(SHOW).position().n() == start.n() + 1;
            });
    assertThat(since(one, start))
        .isEqualTo(new Log.Continued(one.board(SHOW).position(), List.of(SeatNotice.of(untold))));
    assertThat(letter(one, 4)).isEqualTo('h');
  }

  @Test
  void aShowThatDoesNotExistHasNoBoardAndNoKeys() throws Exception {
    OneServer one = server();

    assertThat(one.boards().board(new ShowId(999))).isEmpty();

    assertThat(own.keys()).noneMatch(key -> key.contains("999"));
  }

  @Test
  void aLogIsBegunOnce() {
    OneServer one = server();
    assertThat(one.news().begin(SHOW, new int[100])).isInstanceOf(Begun.Started.class);
    assertThat(one.news().begin(SHOW, new int[100])).isInstanceOf(Begun.Existed.class);
  }

  /** On a busy machine an answer may take longer than a server waits for it. */
  private static Log since(OneServer server, Position after) {
    return Eventually.within(SOON)
        .until(
            "Redis answers",
            () -> server.news().since(SHOW, Optional.of(after)),
            log -> !(log instanceof Log.Away));
  }

  OneServer server() {
    return serverCheckingEvery(Duration.ofSeconds(60));
  }

  private OneServer serverCheckingEvery(Duration pause) {
    return server(own.settings(), pause);
  }

  /** One that reaches it another way. */
  OneServer server(RedisSettings settings, Duration checksEvery) {
    OneServer server = new OneServer(settings, own.prefix(), table, clock, checksEvery);
    servers.add(server);
    return server;
  }

  ManualClock clock() {
    return clock;
  }

  char letter(OneServer server, int seat) {
    return server.letter(SHOW, seat, clock.instant());
  }

  SeatChange held(int seat, String buyer) {
    SeatRow.Owner owner = OneServer.owner(buyer, clock.instant().plusSeconds(300));
    return table.commit(seat, SeatState.HELD, Optional.of(owner));
  }
}
