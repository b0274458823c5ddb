package dev.stampede.acceptance.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineRooms;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.engine.waitingroom.QueueOutcome.Waiting;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lines that Redis loses twice, and what servers do between the losses. */
final class LostAgainTest {

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

    assertThat(second.look(show, BEN, Optional.of(later))).isInstanceOf(Waiting.class);
  }
}
