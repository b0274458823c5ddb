package dev.stampede.redis.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineAnswer;
import dev.stampede.engine.waitingroom.LineAnswer.How;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.engine.waitingroom.LineState.Beginning;
import dev.stampede.engine.waitingroom.LineState.Gone;
import dev.stampede.engine.waitingroom.LineState.Numbered;
import dev.stampede.engine.waitingroom.LineState.Phase;
import dev.stampede.engine.waitingroom.LineState.PhaseChange;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.redis.RedisSettings;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The contract of a line's state, whatever the shape of the Redis that keeps it: the epochs of a
 * line that was lost or rewound, its phases, its changes and its end.
 */
abstract class LineStateContract extends LineFixture {

  LineStateContract(RedisSettings settings) {
    super(settings);
  }

  @Test
  void aLostNumberComesBackOnceInAnEpoch() throws Exception {
    begin(1, 0, 100);
    join(ANN, BEN);
    own.loseEverything();
    begin(2, 100, 200);
    assertThat(line.join(SHOW, EVE, 0).answer()).isEqualTo(new LineAnswer.InLine(101, How.NEW));

    assertThat(line.find(SHOW, BEN, 2).answer()).isEqualTo(new LineAnswer.InLine(2, How.BACK));
    assertThat(line.find(SHOW, BEN, 2).answer()).isEqualTo(new LineAnswer.InLine(2, How.THERE));
    line.leave(SHOW, BEN);
    assertThat(line.find(SHOW, BEN, 2).answer()).isEqualTo(new LineAnswer.Absent());
    assertThat(line.join(SHOW, ANN, 1).answer()).isEqualTo(new LineAnswer.InLine(1, How.BACK));
    assertThat(lines.numbers(SHOW, 0, 10)).containsExactly(1, 101);
  }

  /** It failed while a line put people back, and found them, before its epoch was recorded. */
  @Test
  void aLineAnswersNobodyBeforeNumbersAreReservedForItsEpoch() throws Exception {
    begin(1, 0, 100);
    join(ANN, BEN);
    own.redis().commands().hset(own.prefix() + "{show:17}:line", "run", "another").get();
    lines.begin(SHOW, new Beginning(2, 100, Phase.OPEN, 0, Duration.ZERO, Duration.ofMinutes(5)));

    assertThat(line.find(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.NoNumbers());
    assertThat(line.find(SHOW, EVE, 3).answer()).isEqualTo(new LineAnswer.NoNumbers());
    assertThat(line.join(SHOW, EVE, 0).answer()).isEqualTo(new LineAnswer.NoNumbers());
    lines.extend(SHOW, 2, 200);
    assertThat(line.find(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.InLine(1, How.THERE));
    assertThat(line.find(SHOW, EVE, 3).answer()).isEqualTo(new LineAnswer.InLine(3, How.BACK));
  }

  @Test
  void anOlderPlaceIsTakenForALaterOne() throws Exception {
    begin(1, 0, 100);
    join(ANN, BEN);
    own.loseEverything();
    begin(2, 100, 200);
    join(BEN);

    assertThat(line.find(SHOW, BEN, 2).answer()).isEqualTo(new LineAnswer.InLine(2, How.BACK));
    assertThat(lines.numbers(SHOW, 0, 10)).containsExactly(2);
    assertThat(line.unsettled(SHOW, Duration.ZERO, 10))
        .containsExactly(new LineExit(LineExit.Kind.EXCHANGED, 101, 2, Instant.EPOCH, BEN));
  }

  @Test
  void aServerThatIsNotTheOneThatKeptTheLineIsNotBelieved() throws Exception {
    begin(1, 0, 100);
    join(ANN);
    own.redis().commands().hset(own.prefix() + "{show:17}:line", "run", "another").get();

    assertThatThrownBy(() -> line.join(SHOW, BEN, 0)).isInstanceOf(LineLostException.class);
    assertThatThrownBy(() -> admit(1, 1, inAMinute())).isInstanceOf(LineLostException.class);
    assertThatThrownBy(() -> line.leave(SHOW, ANN)).isInstanceOf(LineLostException.class);
    begin(2, 100, 200);
    assertThat(line.find(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.InLine(1, How.THERE));
    assertThat(line.join(SHOW, BEN, 0).answer()).isEqualTo(new LineAnswer.InLine(101, How.NEW));
  }

  @Test
  void aRewoundLineLosesWhoIsGoneAndKnowsWhoIsInside() throws Exception {
    begin(1, 0, 100);
    join(ANN, BEN, EVE);
    own.redis().commands().hset(own.prefix() + "{show:17}:line", "run", "another").get();
    lines.begin(SHOW, new Beginning(2, 100, Phase.OPEN, 0, Duration.ZERO, Duration.ofMinutes(5)));
    lines.extend(SHOW, 2, 200);
    assertThat(admit(10, 10, inAMinute())).as("before it is rebuilt").isEmpty();
    Instant until = inAMinute();

    lines.rebuild(SHOW, 2, List.of(new Gone(1, until, ANN), new Gone(2, Instant.EPOCH, BEN)), true);

    assertThat(line.find(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.Inside(1, until));
    assertThat(line.find(SHOW, BEN, 0).answer()).isEqualTo(new LineAnswer.Absent());
    assertThat(line.find(SHOW, EVE, 0).answer()).isEqualTo(new LineAnswer.InLine(3, How.THERE));
    assertThat(admit(10, 10, until)).extracting(LineExit::buyer).containsExactly(EVE);
  }

  @Test
  void aPassHolderWhoJoinsAfterALossIsInsideAfterTheRebuild() throws Exception {
    begin(1, 0, 100);
    own.redis().commands().hset(own.prefix() + "{show:17}:line", "run", "another").get();
    lines.begin(SHOW, new Beginning(2, 100, Phase.OPEN, 0, Duration.ZERO, Duration.ofMinutes(5)));
    lines.extend(SHOW, 2, 200);
    Instant until = inAMinute();

    assertThat(line.find(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.Unsure());
    assertThat(line.join(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.InLine(101, How.NEW));
    lines.rebuild(SHOW, 2, List.of(new Gone(1, until, ANN)), true);

    assertThat(line.find(SHOW, ANN, 0).answer()).isEqualTo(new LineAnswer.Inside(1, until));
    assertThat(line.find(SHOW, BEN, 0).answer()).isEqualTo(new LineAnswer.Absent());
    assertThat(lines.numbers(SHOW, 0, 10)).isEmpty();
    assertThat(line.unsettled(SHOW, Duration.ZERO, 10))
        .as("the place is void, should the line be lost again")
        .containsExactly(LineExit.away(LineExit.Kind.EXCHANGED, 101, 2, ANN));
  }

  /** Seen to fail while such a buyer was told not to be in line, and the pass stayed behind. */
  @Test
  void aPassCannotBeGivenUpBeforeTheLineIsRebuiltAndCanAfterwards() throws Exception {
    begin(1, 0, 100);
    own.redis().commands().hset(own.prefix() + "{show:17}:line", "run", "another").get();
    lines.begin(SHOW, new Beginning(2, 100, Phase.OPEN, 0, Duration.ZERO, Duration.ofMinutes(5)));

    assertThatThrownBy(() -> line.leave(SHOW, ANN)).isInstanceOf(LineUnavailableException.class);
    lines.rebuild(SHOW, 2, List.of(new Gone(1, inAMinute(), ANN)), true);

    assertThat(line.leave(SHOW, ANN))
        .contains(LineExit.away(LineExit.Kind.PASS_GIVEN_UP, 1, 2, ANN));
    assertThat(line.leave(SHOW, BEN)).isEmpty();
  }

  @Test
  void anAdmissionInterruptedByALossPutsTheBuyerBackInLine() throws Exception {
    begin(1, 0, 100);
    join(ANN, BEN);
    admit(1, 10, inAMinute());
    own.redis().commands().hset(own.prefix() + "{show:17}:line", "run", "another").get();

    begin(2, 100, 200);

    assertThat(lines.numbers(SHOW, 0, 10)).containsExactly(1, 2);
  }

  @Test
  void anEpochThatIsOverDoesNotBeginAgain() {
    begin(3, 100, 200);

    assertThat(
            lines.begin(
                SHOW, new Beginning(2, 50, Phase.OPEN, 0, Duration.ZERO, Duration.ofMinutes(5))))
        .isFalse();
    assertThat(line.join(SHOW, ANN, 0).epoch()).isEqualTo(3);
  }

  @Test
  void afterALossNobodyIsLetInBeforeAllCouldReturn() {
    lines.begin(
        SHOW, new Beginning(2, 100, Phase.OPEN, 0, Duration.ofMinutes(1), Duration.ofMinutes(5)));
    lines.extend(SHOW, 2, 200);
    lines.rebuild(SHOW, 2, List.of(), true);
    join(ANN);

    assertThat(admit(10, 10, inAMinute())).isEmpty();
  }

  @Test
  void theEarlyAreMovedToThePlacesTheyDrewAndWhoCameLaterStandsBehind() {
    lines.begin(
        SHOW, new Beginning(1, 0, Phase.GATHERING, 0, Duration.ZERO, Duration.ofMinutes(5)));
    lines.extend(SHOW, 1, 5);
    lines.rebuild(SHOW, 1, List.of(), true);
    join(ANN, BEN, EVE);
    assertThat(admit(10, 10, inAMinute())).as("while gathering").isEmpty();

    assertThat(lines.change(SHOW, Phase.GATHERING, Phase.DRAWING))
        .isEqualTo(new PhaseChange.NotEnoughNumbers(3));
    lines.extend(SHOW, 1, 100);
    assertThat(lines.change(SHOW, Phase.GATHERING, Phase.DRAWING))
        .isEqualTo(new PhaseChange.Done(3));
    assertThat(lines.change(SHOW, Phase.GATHERING, Phase.DRAWING))
        .isEqualTo(new PhaseChange.InAnotherPhase());
    Buyer late = new Buyer("late");
    join(late);
    line.leave(SHOW, BEN);
    join(BEN);
    lines.place(SHOW, List.of(new Numbered(4, EVE), new Numbered(5, BEN), new Numbered(6, ANN)));
    lines.place(SHOW, List.of(new Numbered(4, EVE)));

    assertThat(lines.numbered(SHOW, 0, 10))
        .containsExactly(
            new Numbered(4, EVE),
            new Numbered(6, ANN),
            new Numbered(7, late),
            new Numbered(8, BEN));
    assertThat(lines.change(SHOW, Phase.DRAWING, Phase.OPEN)).isEqualTo(new PhaseChange.Done(3));
    assertThat(admit(10, 10, inAMinute())).extracting(LineExit::buyer).startsWith(EVE, ANN);
  }

  @Test
  void changesThatAreNoLongerKeptAreNotPretendedToBeWhole() {
    begin(1, 0, 100);
    join(ANN);
    line.leave(SHOW, ANN);

    assertThat(lines.snapshot(SHOW, 0).changes().whole()).isTrue();
    assertThat(lines.snapshot(SHOW, 1).changes().numbers()).isEmpty();
    assertThat(lines.snapshot(SHOW, 1).changes().whole()).isTrue();
    assertThat(lines.snapshot(SHOW, 7).changes().whole()).as("from another time").isFalse();
  }

  @Test
  void theLongWorkOnALineIsLeasedToOneProcess() {
    begin(1, 0, 100);

    assertThat(lines.lease(SHOW, "one", Duration.ofMinutes(1))).isTrue();
    assertThat(lines.lease(SHOW, "other", Duration.ofMinutes(1))).isFalse();
    assertThat(lines.lease(SHOW, "one", Duration.ZERO)).as("given back").isTrue();
    assertThat(lines.lease(SHOW, "other", Duration.ofMillis(1))).isTrue();
    Eventually.within(Duration.ofSeconds(30))
        .until("its lease has ended", () -> lines.lease(SHOW, "one", Duration.ofMinutes(1)));
  }

  @Test
  void aLineThatIsRemovedLeavesNothing() throws Exception {
    begin(1, 0, 100);
    join(ANN, BEN, EVE);
    admit(1, 10, inAMinute());

    assertThat(lines.remove(SHOW)).isTrue();

    assertThat(own.keys()).isEmpty();
    assertThat(lines.remove(SHOW)).as("there is nothing any more").isFalse();
    assertThatThrownBy(() -> lines.snapshot(SHOW, 0)).isInstanceOf(LineLostException.class);
  }

  @Test
  void aLineCountsAsInUseUntilNobodyHasSaidSoForAWhile() {
    ShowId other = new ShowId(18);
    Duration aMinute = Duration.ofMinutes(1);

    assertThat(lines.inUse(List.of(), aMinute)).isEmpty();
    assertThat(lines.inUse(List.of(SHOW, other), aMinute)).containsExactlyInAnyOrder(SHOW, other);
    assertThat(lines.inUse(List.of(), aMinute)).containsExactlyInAnyOrder(SHOW, other);
    Eventually.within(Duration.ofSeconds(30))
        .until(
            "one is forgotten",
            () -> lines.inUse(List.of(SHOW), Duration.ofMillis(1)).equals(Set.of(SHOW)));
  }
}
