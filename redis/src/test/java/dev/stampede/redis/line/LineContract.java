package dev.stampede.redis.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.waitingroom.Line;
import dev.stampede.engine.waitingroom.Line.Admitting;
import dev.stampede.engine.waitingroom.LineAnswer;
import dev.stampede.engine.waitingroom.LineAnswer.How;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.engine.waitingroom.LineSnapshot;
import dev.stampede.engine.waitingroom.LineState.Numbered;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The contract of a line, whatever the shape of the Redis that keeps it: its numbers, its
 * admissions and its exits.
 */
abstract class LineContract extends LineFixture {

  LineContract(RedisSettings settings) {
    super(settings);
  }

  @Test
  void aLineThatNeverBeganIsLost() {
    assertThatThrownBy(() -> line.join(SHOW, ANN, 0)).isInstanceOf(LineLostException.class);
    assertThatThrownBy(() -> lines.snapshot(SHOW, 0)).isInstanceOf(LineLostException.class);
  }

  @Test
  void numbersAreGivenOutInOrderAndNoneTwiceToABuyer() {
    begin(1, 0, 100);

    assertThat(line.join(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.InLine(1, How.NEW));
    assertThat(line.join(SHOW, BEN, 0).answer()).isEqualTo(new LineAnswer.InLine(2, How.NEW));
    assertThat(line.join(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.InLine(1, How.THERE));
    assertThat(line.find(SHOW, BEN, 0).answer()).isEqualTo(new LineAnswer.InLine(2, How.THERE));
    assertThat(line.find(SHOW, EVE, 0).answer()).isEqualTo(new LineAnswer.Absent());
  }

  @Test
  void aBuyerTwiceInAGroupKeepsThePlaceOfTheFirstRequest() throws Exception {
    begin(2, 9, 11);

    assertThat(
            together(
                asks(ANN, true, 0),
                asks(ANN, true, 0),
                asks(EVE, false, 0),
                asks(BEN, true, 0),
                asks(EVE, true, 0),
                asks(ANN, false, 4),
                asks(ANN, true, 4),
                asks(EVE, false, 0)))
        .containsExactly(
            new LineAnswer.InLine(10, How.NEW),
            new LineAnswer.InLine(10, How.THERE),
            new LineAnswer.Absent(),
            new LineAnswer.InLine(11, How.NEW),
            new LineAnswer.NoNumbers(),
            new LineAnswer.InLine(4, How.BACK),
            new LineAnswer.InLine(4, How.THERE),
            new LineAnswer.Absent());
    assertThat(lines.numbered(SHOW, 0, 10))
        .containsExactly(new Numbered(4, ANN), new Numbered(11, BEN));
    assertThat(together(asks(ANN, false, 0), asks(ANN, false, 2), asks(ANN, false, 3)))
        .containsExactly(
            new LineAnswer.InLine(4, How.THERE),
            new LineAnswer.InLine(2, How.BACK),
            new LineAnswer.InLine(2, How.THERE));
  }

  private static JoinRequest asks(Buyer buyer, boolean joins, long putBackTo) {
    return new JoinRequest(SHOW, buyer, joins, putBackTo);
  }

  private List<LineAnswer> together(JoinRequest... group) throws Exception {
    return new JoinScript(own.redis(), own.prefix(), MAX_WAITING)
        .run(SHOW, List.of(group)).get(5, TimeUnit.SECONDS).stream()
            .map(Line.Answered::answer)
            .toList();
  }

  @Test
  void manyWhoJoinAtOnceOnTwoConnectionsGetOneNumberEach() throws Exception {
    begin(1, 0, 10_000);
    int buyers = 500;
    int tries = 3;
    List<Future<LineAnswer>> answers = new ArrayList<>();
    try (Redis second = Redis.open(own.settings());
        ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      Line other = new RedisLine(second, own.prefix(), MAX_WAITING);
      for (int i = 0; i < buyers * tries; i++) {
        Buyer buyer = new Buyer("buyer-" + i % buyers);
        Line asked = i % 2 == 0 ? line : other;
        answers.add(crowd.submit(() -> asked.join(SHOW, buyer, 0).answer()));
      }
      Set<Long> numbers = new HashSet<>();
      int fresh = 0;
      for (Future<LineAnswer> answer : answers) {
        LineAnswer.InLine inLine = (LineAnswer.InLine) answer.get();
        numbers.add(inLine.number());
        fresh += inLine.how() == How.NEW ? 1 : 0;
      }
      assertThat(fresh).isEqualTo(buyers);
      assertThat(numbers)
          .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, buyers).boxed().toList());
    }
  }

  @Test
  void noNumberIsGivenOutThatIsNotReserved() {
    begin(1, 0, 1);
    line.join(SHOW, ANN, 0);

    assertThat(line.join(SHOW, BEN, 0).answer()).isEqualTo(new LineAnswer.NoNumbers());
    assertThat(lines.extend(SHOW, 1, 2)).isEqualTo(2);
    assertThat(line.join(SHOW, BEN, 0).answer()).isEqualTo(new LineAnswer.InLine(2, How.NEW));
    assertThat(lines.extend(SHOW, 2, 9)).as("another epoch's").isEqualTo(2);
  }

  @Test
  void aFullLineTakesNobodyMore() {
    begin(1, 0, 100);
    Line small = new RedisLine(own.redis(), own.prefix(), 1);
    small.join(SHOW, ANN, 0);

    assertThat(small.join(SHOW, BEN, 0).answer()).isEqualTo(new LineAnswer.Full());
    assertThat(small.join(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.InLine(1, How.THERE));
  }

  @Test
  void aBuyerWhoRejoinsGetsANewNumberAtTheEnd() {
    begin(1, 0, 100);
    join(ANN, BEN);

    assertThat(line.leave(SHOW, ANN)).contains(LineExit.away(LineExit.Kind.LEFT, 1, 1, ANN));
    assertThat(line.leave(SHOW, ANN)).isEmpty();
    assertThat(line.join(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.InLine(3, How.NEW));
    LineSnapshot snapshot = lines.snapshot(SHOW, 0);
    assertThat(snapshot.changes().numbers()).containsExactly(-1);
    assertThat(snapshot.counts().waiting()).isEqualTo(2);
    assertThat(snapshot.numbers().first()).isEqualTo(2);
  }

  @Test
  void theFirstAreLetInOnceItIsWrittenDown() {
    begin(1, 0, 100);
    join(ANN, BEN, EVE);
    Instant until = inAMinute();

    List<LineExit> first = admit(2, 10, until);

    assertThat(first)
        .containsExactly(
            new LineExit(LineExit.Kind.ADMITTED, 1, 1, until, ANN),
            new LineExit(LineExit.Kind.ADMITTED, 2, 1, until, BEN));
    assertThat(line.find(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.Entering(1));
    assertThat(line.join(SHOW, BEN, 0).answer())
        .as("no second place")
        .isEqualTo(new LineAnswer.Entering(2));
    assertThatThrownBy(() -> line.leave(SHOW, ANN)).isInstanceOf(LineUnavailableException.class);
    assertThat(line.settle(SHOW, first)).isEqualTo(2);
    assertThat(line.settle(SHOW, first)).as("again").isZero();
    assertThat(line.find(SHOW, BEN, 0).answer()).isEqualTo(new LineAnswer.Inside(2, until));
    assertThat(line.join(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.Inside(1, until));
    assertThat(lines.snapshot(SHOW, 0).counts().inside()).isEqualTo(2);
    assertThat(lines.snapshot(SHOW, 0).counts().admitted()).isEqualTo(2);
  }

  @Test
  void notMoreAreInsideThanMayBeThoseOnTheirWayCounted() {
    begin(1, 0, 100);
    join(ANN, BEN, EVE);
    Instant until = inAMinute();

    List<LineExit> first = admit(100, 1, until);
    assertThat(first).hasSize(1);
    assertThat(admit(100, 1, until)).as("one is on the way").isEmpty();
    line.settle(SHOW, first);
    assertThat(admit(100, 1, until)).as("one is inside").isEmpty();
    assertThat(line.leave(SHOW, ANN))
        .contains(LineExit.away(LineExit.Kind.PASS_GIVEN_UP, 1, 1, ANN));
    assertThat(admit(100, 1, until)).as("it is not written down that one left").isEmpty();
    assertThat(line.settle(SHOW, List.of(LineExit.away(LineExit.Kind.PASS_GIVEN_UP, 1, 1, ANN))))
        .as("nobody was let in by that")
        .isZero();
    assertThat(admit(100, 1, until)).extracting(LineExit::buyer).containsExactly(BEN);
  }

  @Test
  void anEndedPassMakesRoom() {
    begin(1, 0, 100);
    join(ANN, BEN, EVE);
    settleAll(admit(100, 2, Instant.now().minusSeconds(1)));

    assertThat(line.find(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.Absent());
    assertThat(admit(100, 2, inAMinute())).extracting(LineExit::buyer).containsExactly(EVE);
    assertThat(line.end(SHOW, List.of(), 10)).isEqualTo(2);
    assertThat(lines.snapshot(SHOW, 0).counts().ended()).isEqualTo(2);
    assertThat(lines.snapshot(SHOW, 0).counts().booked()).isZero();
  }

  @Test
  void aSpentPassMakesRoomAndIsCounted() {
    begin(1, 0, 100);
    join(ANN, BEN);
    settleAll(admit(100, 2, inAMinute()));

    int ended =
        line.end(
            SHOW, List.of(new BookedPass(SHOW, ANN, 1, 3), new BookedPass(SHOW, EVE, 9, 1)), 10);

    assertThat(ended).isEqualTo(1);
    LineSnapshot.Counts counts = lines.snapshot(SHOW, 0).counts();
    assertThat(counts.inside()).isEqualTo(1);
    assertThat(counts.booked()).isEqualTo(1);
    assertThat(counts.bookedSeats()).isEqualTo(3);
  }

  @Test
  void nobodyIsLetInFasterThanTheRate() {
    // From the beginning of the line: the allowance grows while people join.
    long start = System.nanoTime();
    begin(1, 0, 1_000);
    join(IntStream.range(0, 50).mapToObj(i -> new Buyer("b" + i)).toArray(Buyer[]::new));
    int admitted = 0;
    while (admitted < 20) {
      admitted += line.admit(SHOW, new Admitting(10, 1_000, 1_000, inAMinute())).size();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    assertThat(admitted).isLessThanOrEqualTo((int) (10 * seconds) + 1);
  }

  @Test
  void theLineExpiresABuyerWithoutASignOfLife() throws Exception {
    begin(1, 0, 100);
    join(ANN, BEN);
    own.redis().commands().zadd(own.prefix() + "{show:17}:line:alive", 1.0, ANN.sub()).get();
    own.redis().commands().hset(own.prefix() + "{show:17}:line", "grace", "0").get();

    List<LineExit> silent = line.expire(SHOW, Duration.ofMinutes(5), 10);

    assertThat(silent).containsExactly(LineExit.away(LineExit.Kind.EXPIRED, 1, 1, ANN));
    line.touch(SHOW, List.of(ANN, BEN));
    assertThat(line.expire(SHOW, Duration.ofMinutes(5), 10)).isEmpty();
    assertThat(lines.snapshot(SHOW, 0).counts().waiting()).isEqualTo(1);
  }

  @Test
  void theLineFindsExitsThatAreNotSettled() {
    begin(1, 0, 100);
    join(ANN, BEN);
    Instant until = inAMinute();
    List<LineExit> first = admit(1, 10, until);
    LineExit left = line.leave(SHOW, BEN).orElseThrow();

    assertThat(line.unsettled(SHOW, Duration.ofMinutes(1), 10)).isEmpty();
    assertThat(line.unsettled(SHOW, Duration.ZERO, 10))
        .containsExactlyInAnyOrder(first.getFirst(), left);
  }

  private void settleAll(List<LineExit> moved) {
    assertThat(line.settle(SHOW, moved)).isEqualTo(moved.size());
  }
}
