package dev.stampede.acceptance.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.Inventory.Stock;
import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.engine.waitingroom.LineRooms;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.engine.waitingroom.QueueOutcome;
import dev.stampede.engine.waitingroom.QueueOutcome.Admitted;
import dev.stampede.engine.waitingroom.QueueOutcome.NotInLine;
import dev.stampede.engine.waitingroom.QueueOutcome.Waiting;
import dev.stampede.engine.waitingroom.RoomStats;
import dev.stampede.engine.waitingroom.WaitingRooms.LeaveOutcome;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting rooms on real stores, on two servers that tick when the test says so. */
final class LineRoomsTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final TwoLineRooms servers = new TwoLineRooms();
  private final LineRooms first = servers.first();
  private final LineRooms second = servers.second();

  @AfterEach
  void close() throws Exception {
    servers.close();
  }

  @Test
  void aBuyerWhoJoinsAThousandTimesAtOnceHasOnePlace() throws Exception {
    ShowId show = servers.open(0, 10);
    TwoLineRooms.join(first, show, "somebody else");

    List<Waiting> answers =
        atOnce(1_000, i -> () -> TwoLineRooms.join(servers.any(i), show, "ann"));

    assertThat(answers).extracting(Waiting::position).containsOnly(2L);
    assertThat(answers).filteredOn(Waiting::joined).hasSize(1);
  }

  /**
   * It failed when each buyer who came since the last look was told to be next, whatever their
   * number.
   */
  @Test
  void buyersWhoJoinAtOnceOnTwoServersStandInOneOrder() throws Exception {
    ShowId show = servers.open(0, 10);
    int buyers = 2_000;

    List<Waiting> answers =
        atOnce(buyers, i -> () -> TwoLineRooms.join(servers.any(i), show, "buyer-" + i));

    assertThat(answers)
        .extracting(Waiting::position)
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, buyers).boxed().toList());
    servers.lookAll();
    for (int i = 0; i < buyers; i += 97) {
      Waiting again = TwoLineRooms.join(servers.any(i + 1), show, "buyer-" + i);
      assertThat(again.position()).isEqualTo(answers.get(i).position());
      assertThat(again.joined()).isFalse();
    }
  }

  @Test
  void aBuyerMovesUpWhenAnotherAheadLeaves() {
    ShowId show = servers.open(0, 10);
    join(show, "ann", "ben", "eve");

    assertThat(second.leave(show, new Buyer("ben"))).isEqualTo(new LeaveOutcome.Left());
    assertThat(second.leave(show, new Buyer("ben"))).isEqualTo(new LeaveOutcome.NotInLine());
    servers.lookAll();

    assertThat(position(first, show, "eve")).isEqualTo(2);
    assertThat(TwoLineRooms.look(first, show, "ben", Optional.empty())).isEqualTo(new NotInLine());
    assertThat(TwoLineRooms.join(first, show, "ben").position()).isEqualTo(3);
  }

  @Test
  void theFirstAreLetInAndTheOthersMoveUp() {
    ShowId show = servers.open(100, 2);
    join(show, "ann", "ben", "eve");

    Eventually.within(SOON).until("two are in", () -> ticked().stats().getFirst().active() == 2);

    assertThat(TwoLineRooms.look(first, show, "ann", Optional.empty()))
        .isInstanceOf(Admitted.class);
    assertThat(second.join(show, new Buyer("ben"), Optional.empty())).isInstanceOf(Admitted.class);
    assertThat(position(first, show, "eve")).isEqualTo(1);
  }

  /** It failed when those who are on their way in were not counted as inside. */
  @Test
  void twoServersThatAdmitAtOnceNeverExceedTheCapAndSkipNobody() throws Exception {
    int cap = 7;
    int buyers = 300;
    ShowId show = servers.open(10_000, cap);
    for (int i = 0; i < buyers; i++) {
      TwoLineRooms.join(servers.any(i), show, "buyer-" + i);
    }
    Set<String> seen = Collections.synchronizedSet(new HashSet<>());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (int w = 0; w < 2; w++) {
        LineRooms rooms = servers.any(w);
        running.add(
            threads.submit(
                () -> {
                  Instant end = Instant.now().plus(SOON);
                  while (seen.size() < buyers && Instant.now().isBefore(end)) {
                    try {
                      rooms.look();
                      RoomStats stats = rooms.stats().getFirst();
                      assertThat(stats.active()).isLessThanOrEqualTo(cap);
                      rooms.admit();
                    } catch (LineUnavailableException late) {
                      // Redis was slow to answer this tick; the next one comes.
                    }
                  }
                  return null;
                }));
      }
      // Each buyer who is let in leaves, and makes room for the next.
      running.add(
          threads.submit(
              () -> {
                Instant end = Instant.now().plus(SOON);
                for (int i = 0; i < buyers; ) {
                  Buyer buyer = new Buyer("buyer-" + i);
                  if (first.look(show, buyer, Optional.empty()) instanceof Admitted) {
                    first.leave(show, buyer);
                    seen.add(buyer.sub());
                    i++;
                  }
                  assertThat(Instant.now()).isBefore(end);
                }
                return null;
              }));
      for (Future<?> each : running) {
        each.get();
      }
    }
    assertThat(servers.admitted(show))
        .containsExactlyElementsOf(IntStream.range(0, buyers).mapToObj(i -> "buyer-" + i).toList());
  }

  @Test
  void afterALossAllStandWhereTheyStoodAndNewOnesBehind() throws Exception {
    ShowId show = servers.open(0, 10);
    int buyers = 200;
    Map<String, Waiting> before = new HashMap<>();
    for (int i = 0; i < buyers; i++) {
      before.put("buyer-" + i, TwoLineRooms.join(servers.any(i), show, "buyer-" + i));
    }

    lose();

    List<String> returning = new ArrayList<>(before.keySet());
    Collections.shuffle(returning, new Random(1));
    List<Callable<Waiting>> calls = new ArrayList<>();
    for (int i = 0; i < buyers; i++) {
      String buyer = returning.get(i);
      String fresh = "fresh-" + i;
      LineRooms rooms = servers.any(i);
      String token = of(before, buyer).placeToken();
      calls.add(
          i % 3 == 0
              ? () -> (Waiting) rooms.join(show, new Buyer(buyer), Optional.of(token))
              : () -> TwoLineRooms.back(rooms, show, buyer, token));
      calls.add(() -> TwoLineRooms.join(rooms, show, fresh));
    }
    atOnce(calls.size(), calls::get);
    servers.lookAll();

    for (Map.Entry<String, Waiting> was : before.entrySet()) {
      assertThat(position(second, show, was.getKey())).isEqualTo(was.getValue().position());
    }
    Set<Long> behind = new HashSet<>();
    for (int i = 0; i < buyers; i++) {
      behind.add(position(first, show, "fresh-" + i));
    }
    assertThat(behind)
        .containsExactlyInAnyOrderElementsOf(
            LongStream.rangeClosed(buyers + 1, 2L * buyers).boxed().toList());
  }

  @Test
  void nobodyGainsByAnOldToken() throws Exception {
    ShowId show = servers.open(10_000, 1);
    Map<String, String> tokens = new HashMap<>();
    for (String buyer : List.of("in", "left", "ann", "ben")) {
      tokens.put(buyer, TwoLineRooms.join(first, show, buyer).placeToken());
    }
    first.leave(show, new Buyer("left"));
    Eventually.within(SOON).until("one is in", () -> ticked().stats().getFirst().active() == 1);
    first.leave(show, new Buyer("in"));

    lose();

    assertThat(TwoLineRooms.look(second, show, "left", Optional.of(of(tokens, "left"))))
        .as("who left")
        .isEqualTo(new NotInLine());
    assertThat(TwoLineRooms.look(second, show, "in", Optional.of(of(tokens, "in"))))
        .as("who was let in and left")
        .isEqualTo(new NotInLine());
    assertThat(TwoLineRooms.look(second, show, "eve", Optional.of(of(tokens, "ann"))))
        .as("somebody else's")
        .isEqualTo(new NotInLine());
    assertThat(TwoLineRooms.look(second, show, "eve", Optional.of(of(tokens, "ann") + "A")))
        .as("forged")
        .isEqualTo(new NotInLine());
    assertThat(TwoLineRooms.back(second, show, "ben", of(tokens, "ben")).position()).isEqualTo(1);
    servers.lookAll();
    assertThat(TwoLineRooms.join(first, show, "left").position()).isEqualTo(2);
    assertThat(TwoLineRooms.back(first, show, "ann", of(tokens, "ann")).position()).isEqualTo(1);
    servers.lookAll();
    assertThat(position(first, show, "ben")).isEqualTo(2);
  }

  @Test
  void aBuyerWhoRejoinedMayShowTheOldTokenAndLosesTheLaterPlace() throws Exception {
    ShowId show = servers.open(0, 1);
    Waiting ann = TwoLineRooms.join(first, show, "ann");
    TwoLineRooms.join(first, show, "ben");
    lose();
    TwoLineRooms.join(first, show, "eve");
    Waiting again = TwoLineRooms.join(first, show, "ann");
    assertThat(again.position()).isEqualTo(2);

    assertThat(TwoLineRooms.back(second, show, "ann", ann.placeToken()).position()).isEqualTo(1);
    first.leave(show, new Buyer("ann"));
    lose();

    assertThat(TwoLineRooms.look(second, show, "ann", Optional.of(again.placeToken())))
        .isEqualTo(new NotInLine());
    assertThat(TwoLineRooms.look(second, show, "ann", Optional.of(ann.placeToken())))
        .isEqualTo(new NotInLine());
  }

  @Test
  void anOlderCopyBringsBackNobodyWhoIsGoneAndGivesNoNumberTwice() throws Exception {
    ShowId show = servers.open(10_000, 2);
    join(show, "ann", "ben", "eve", "kim");
    Map<String, byte[]> older = servers.copy();
    first.leave(show, new Buyer("eve"));
    Eventually.within(SOON).until("two are in", () -> ticked().stats().getFirst().active() == 2);
    String later = TwoLineRooms.join(second, show, "later").placeToken();

    servers.rewind(older);
    servers.lookAll();
    first.mend();
    servers.lookAll();

    assertThat(TwoLineRooms.look(first, show, "ann", Optional.empty()))
        .isInstanceOf(Admitted.class);
    assertThat(TwoLineRooms.look(first, show, "ben", Optional.empty()))
        .isInstanceOf(Admitted.class);
    assertThat(TwoLineRooms.look(first, show, "eve", Optional.empty())).isEqualTo(new NotInLine());
    assertThat(position(second, show, "kim")).isEqualTo(1);
    assertThat(TwoLineRooms.join(second, show, "new").position()).isEqualTo(2);
    assertThat(TwoLineRooms.back(first, show, "later", later).position()).isEqualTo(2);
    servers.lookAll();
    assertThat(position(second, show, "new")).isEqualTo(3);
  }

  /** The time to return is longer than its steps take, even where the machine stands still. */
  @Test
  void afterALossNobodyIsLetInUntilAllCouldReturn() throws Exception {
    LineLimits usual = TwoLineRooms.LIMITS;
    TwoLineRooms patient =
        new TwoLineRooms(
            new LineLimits(
                usual.patience(),
                Duration.ofSeconds(5),
                usual.shortestPoll(),
                usual.block(),
                usual.maxWaiting()));
    try {
      ShowId show = patient.open(10_000, 1);
      String ann = TwoLineRooms.join(patient.first(), show, "ann").placeToken();
      lose(patient);
      TwoLineRooms.join(patient.first(), show, "eager");

      mendAndAdmit(patient.first());
      assertThat(patient.admitted(show)).isEmpty();
      TwoLineRooms.back(patient.second(), show, "ann", ann);
      Eventually.within(SOON)
          .until(
              "one is in",
              () -> {
                mendAndAdmit(patient.first());
                return !patient.admitted(show).isEmpty();
              });

      assertThat(patient.admitted(show)).containsExactly("ann");
    } finally {
      patient.close();
    }
  }

  @Test
  void earlyBuyersAreDrawnWhenTheSaleOpensAndLaterBuyersStandBehind() throws Exception {
    Instant opens = servers.clock.instant().plusSeconds(60);
    ShowId show = servers.show(0, 10, true, opens);
    servers.lookAll();
    first.mend();
    int early = 100;
    Map<String, Waiting> gathered = new HashMap<>();
    for (int i = 0; i < early; i++) {
      gathered.put("early-" + i, TwoLineRooms.join(servers.any(i), show, "early-" + i));
    }
    assertThat(gathered.values()).allMatch(Waiting::provisional);
    servers.clock.advance(Duration.ofSeconds(61));

    servers.lookAll();
    first.mend();
    servers.lookAll();
    Waiting late = TwoLineRooms.join(second, show, "late");

    assertThat(late.position()).isEqualTo(early + 1);
    assertThat(late.provisional()).isFalse();
    List<Long> drawn =
        IntStream.range(0, early).mapToObj(i -> position(second, show, "early-" + i)).toList();
    assertThat(drawn)
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, early).boxed().toList());
    assertThat(drawn)
        .as("the order in which they came")
        .isNotEqualTo(LongStream.rangeClosed(1, early).boxed().toList());

    lose();
    for (int i = early - 1; i >= 0; i--) {
      TwoLineRooms.back(
          servers.any(i), show, "early-" + i, of(gathered, "early-" + i).placeToken());
    }
    TwoLineRooms.join(first, show, "newest");
    first.mend();
    servers.lookAll();
    for (int i = 0; i < early; i++) {
      assertThat(position(first, show, "early-" + i)).as("after a loss").isEqualTo(drawn.get(i));
    }
    assertThat(position(first, show, "newest")).isEqualTo(early + 1);
    assertThat(TwoLineRooms.back(first, show, "late", late.placeToken()).position())
        .isEqualTo(early + 1);
  }

  @Test
  void notMoreAreLetInThanSeatsCanServeAndMoreWhenSomeComeBack() throws Exception {
    ShowId show = servers.open(10_000, 1_000);
    servers.stock = new Stock(3, 0, 0);
    for (int i = 0; i < 50; i++) {
      TwoLineRooms.join(first, show, "buyer-" + i);
    }
    Eventually.within(SOON).until("three are in", () -> ticked().stats().getFirst().active() == 3);
    for (int i = 0; i < 5; i++) {
      ticked();
      second.admit();
    }
    assertThat(servers.admitted(show)).hasSize(3);

    servers.stock = new Stock(0, 0, 0);
    for (int i = 0; i < 3; i++) {
      servers.spent.tell(List.of(new BookedPass(show, new Buyer("buyer-" + i), 1_000, 1)));
    }
    for (int i = 0; i < 5; i++) {
      ticked();
    }
    assertThat(servers.admitted(show)).as("sold out").hasSize(3);

    servers.stock = new Stock(1, 0, 0);
    Eventually.within(SOON)
        .until(
            "one more is in",
            () -> !ticked().stats().isEmpty() && servers.admitted(show).size() == 4);
  }

  @Test
  void anotherServerAdmitsBuyersWhoseServerDiedWhileAdmittingThem() throws Exception {
    ShowId show = servers.open(0, 10);
    join(show, "ann", "ben");
    servers.dieWhileAdmitting(show, 2);
    servers.lookAll();

    Eventually.within(SOON)
        .until(
            "they are in",
            () -> {
              second.look();
              second.tidy();
              return second.look(show, new Buyer("ben"), Optional.empty()) instanceof Admitted;
            });

    assertThat(servers.admitted(show)).containsExactly("ann", "ben");
  }

  private void join(ShowId show, String... buyers) {
    for (String buyer : buyers) {
      TwoLineRooms.join(first, show, buyer);
    }
  }

  /** Redis is emptied, and found to be. */
  private void lose() throws Exception {
    lose(servers);
  }

  private static void lose(TwoLineRooms servers) throws Exception {
    servers.loseEverything();
    servers.lookAll();
    servers.first().mend();
    servers.lookAll();
  }

  private LineRooms ticked() {
    first.look();
    first.admit();
    first.look();
    second.look();
    return first;
  }

  private static void mendAndAdmit(LineRooms rooms) {
    rooms.mend();
    rooms.look();
    rooms.admit();
  }

  private static long position(LineRooms rooms, ShowId show, String buyer) {
    QueueOutcome outcome =
        TwoLineRooms.answered(rooms, () -> rooms.look(show, new Buyer(buyer), Optional.empty()));
    assertThat(outcome).isInstanceOf(Waiting.class);
    return ((Waiting) outcome).position();
  }

  private static <V> V of(Map<String, V> map, String key) {
    return Objects.requireNonNull(map.get(key));
  }

  private static <T> List<T> atOnce(int count, IntFunction<Callable<T>> call) throws Exception {
    List<T> answers = new ArrayList<>();
    try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<T>> calls = IntStream.range(0, count).mapToObj(call).toList();
      for (Future<T> each : crowd.invokeAll(calls)) {
        answers.add(each.get());
      }
    }
    return answers;
  }
}
