package dev.stampede.acceptance.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.engine.waitingroom.LineRooms;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.engine.waitingroom.QueueOutcome.NotInLine;
import dev.stampede.engine.waitingroom.QueueOutcome.Waiting;
import dev.stampede.engine.waitingroom.WaitingRooms.LeaveOutcome;
import dev.stampede.testkit.Sql;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lines that Redis loses twice, and what servers do between the losses. */
final class LineLostTwiceTest {

  private static final Buyer BEN = new Buyer("ben");

  private final TwoLineRooms servers = new TwoLineRooms();
  private final LineRooms first = servers.first();
  private final LineRooms second = servers.second();

  @AfterEach
  void close() throws Exception {
    servers.afterStep = (_, _) -> {};
    servers.close();
  }

  /**
   * The epoch of a line is not used twice, however soon Redis loses the line again:
   *
   * <ol>
   *   <li>Redis loses the line of epoch 1.
   *   <li>The first server begins epoch 2 in Redis and does not hear so; it records nothing.
   *   <li>Ben shows his token to the second server, which puts him back.
   *   <li>Redis loses the line again, before the second server looks at it.
   *   <li>The second server begins the line once more, and answers ben with a token.
   * </ol>
   *
   * <p>It failed while a line put people back before its epoch was recorded: the line of step 5 was
   * of epoch 2 too, so that ben's token was not of an earlier one, and he was not in line.
   */
  @Test
  void aPlaceThatWasPutBackInALineThatIsLostAtOnceIsKept() throws Exception {
    ShowId show = servers.open(0, 10);
    String token = TwoLineRooms.join(first, show, "ben").placeToken();
    servers.lookAll();

    servers.loseEverything();
    servers.afterStep =
        (step, _) -> {
          if (step.equals("begin")) {
            throw new LineUnavailableException("Redis is killed as it answers");
          }
        };
    assertThatThrownBy(first::look).isInstanceOf(LineUnavailableException.class);
    servers.afterStep =
        (step, arguments) -> {
          if (step.equals("find") && !arguments.get(2).equals(0L)) {
            servers.afterStep = (_, _) -> {};
            servers.loseEverything();
          }
        };
    String later = TwoLineRooms.back(second, show, "ben", token).placeToken();
    servers.lookAll();
    first.mend();
    servers.lookAll();

    assertThat(TwoLineRooms.look(second, show, BEN.sub(), Optional.of(later)))
        .isInstanceOf(Waiting.class);
  }

  /**
   * A record that comes too late voids nothing:
   *
   * <ol>
   *   <li>A server takes ben out of the line, to be let in or because he was silent, and stalls.
   *   <li>Redis loses the line. Another server begins epoch 2 and rebuilds it; of ben nothing is
   *       recorded.
   *   <li>Ben shows his token and stands in line again.
   *   <li>The first server goes on, and records that ben is gone.
   *   <li>Redis loses the line again.
   * </ol>
   *
   * <p>It failed while the journal took records of an epoch that was over: the silent ben's place
   * counted as gone, and none of his tokens was worth anything; the other ben was inside, though
   * nobody had let him in.
   */
  @Test
  void aRecordOfAnEpochThatIsOverVoidsNoToken() throws Exception {
    mustVoidNothing(
        taken ->
            LineExit.away(LineExit.Kind.EXPIRED, taken.number(), taken.epoch(), taken.buyer()));
    mustVoidNothing(taken -> taken);
  }

  private void mustVoidNothing(UnaryOperator<LineExit> asRecorded) throws Exception {
    ShowId show = servers.open(0, 10);
    String token = TwoLineRooms.join(first, show, "ben").placeToken();
    LineExit taken = asRecorded.apply(servers.dieWhileAdmitting(show, 1).getFirst());
    lose();
    String later = TwoLineRooms.back(second, show, "ben", token).placeToken();

    recordTooLate(show, taken);
    lose();

    assertThat(TwoLineRooms.look(second, show, BEN.sub(), Optional.of(later)))
        .as("%s", taken.kind())
        .isInstanceOf(Waiting.class);
  }

  /** It failed while the departure from the lost line was recorded: ben stayed in the next one. */
  @Test
  void aBuyerWhoseLineIsLostAsTheyLeaveIsTakenOutOfTheNextOne() throws Exception {
    ShowId show = servers.open(0, 10);
    String token = TwoLineRooms.join(first, show, "ben").placeToken();
    servers.afterStep =
        (step, _) -> {
          if (step.equals("leave")) {
            servers.afterStep = (_, _) -> {};
            lose();
            assertThat(TwoLineRooms.back(second, show, "ben", token).position()).isEqualTo(1);
          }
        };

    assertThat(first.leave(show, BEN)).isEqualTo(new LeaveOutcome.Left());

    assertThat(servers.left(show)).containsExactly("ben");
    servers.lookAll();
    assertThat(TwoLineRooms.look(second, show, BEN.sub(), Optional.empty()))
        .isEqualTo(new NotInLine());
  }

  /**
   * The database may be in a later epoch than the line: one server began the line while another
   * raised the epochs of a rewound database. Such a database refuses records of the line.
   *
   * <p>It failed while a line was compared with the database only when its numbers ran low: until
   * then nobody could leave, and nobody was let in.
   */
  @Test
  void aLineThatTheDatabaseHasLeftBehindBeginsAgain() throws Exception {
    ShowId show = servers.open(0, 10);
    String token = TwoLineRooms.join(first, show, "ben").placeToken();
    servers.lookAll();

    new Sql(servers.data().url())
        .run("UPDATE queue SET epoch = epoch + 1000 WHERE show_id = " + show);
    assertThat(first.leave(show, BEN)).isInstanceOf(LeaveOutcome.Unavailable.class);
    servers.lookAll();
    first.mend();
    servers.lookAll();

    assertThat(TwoLineRooms.look(second, show, BEN.sub(), Optional.of(token)))
        .isInstanceOf(Waiting.class);
    assertThat(first.leave(show, BEN)).isEqualTo(new LeaveOutcome.Left());
  }

  /** The server that comes too late may hear that its line is lost. */
  private void recordTooLate(ShowId show, LineExit taken) {
    try {
      servers.journal().gone(show, List.of(taken));
    } catch (LineLostException lost) {
      assertThat(lost).hasMessageContaining(show.toString());
    }
  }

  private void lose() throws Exception {
    servers.loseEverything();
    servers.lookAll();
    first.mend();
    servers.lookAll();
  }
}
