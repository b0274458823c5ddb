package dev.stampede.acceptance.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.WaitingRoomSettings;
import dev.stampede.engine.waitingroom.LineRooms;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.engine.waitingroom.QueueOutcome;
import dev.stampede.engine.waitingroom.WaitingRooms.LeaveOutcome;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers remove a line from Redis when nobody can stand in it any more. */
final class LineRemovalTest {

  private static final Duration PATIENCE = TwoLineRooms.LIMITS.patience();

  private final TwoLineRooms servers = new TwoLineRooms();
  private final LineRooms first = servers.first();

  @AfterEach
  void close() throws Exception {
    servers.close();
  }

  @Test
  void theLineOfAClosedShowIsRemovedAfterAWhile() throws Exception {
    ShowId show = lineOfTwo();
    servers.patch(show, saleSwitch(SaleSwitch.CLOSED));

    first.remove();
    servers.clock.advance(PATIENCE.minusSeconds(1));
    first.remove();
    assertThat(servers.lineKeys()).as("closed by mistake, perhaps").isNotEmpty();
    servers.clock.advance(Duration.ofSeconds(1));
    first.remove();

    assertThat(servers.lineKeys()).isEmpty();
    first.remove();
    assertThat(first.leave(show, new Buyer("ann"))).isEqualTo(new LeaveOutcome.NotInLine());
  }

  @Test
  void theLineOfAShowWithoutItsRoomIsRemoved() throws Exception {
    ShowId show = lineOfTwo();
    servers.patch(show, LineRemovalTest::withoutRoom);

    removeAfterAWhile();

    assertThat(servers.lineKeys()).isEmpty();
  }

  @Test
  void theLineOfAShowThatIsOverIsRemoved() throws Exception {
    ShowId show = lineOfTwo();
    servers.data().run("UPDATE show SET starts_at = now() - interval '2 days' WHERE id = " + show);

    removeAfterAWhile();

    assertThat(servers.lineKeys()).isEmpty();
  }

  @Test
  void aShowThatIsOpenedAgainInTimeKeepsItsLine() throws Exception {
    ShowId show = lineOfTwo();
    servers.patch(show, saleSwitch(SaleSwitch.CLOSED));
    first.remove();
    servers.clock.advance(PATIENCE.minusSeconds(1));
    servers.patch(show, saleSwitch(SaleSwitch.OPEN));
    first.remove();
    servers.patch(show, saleSwitch(SaleSwitch.CLOSED));
    first.remove();
    servers.clock.advance(Duration.ofSeconds(2));
    first.remove();
    servers.patch(show, saleSwitch(SaleSwitch.OPEN));

    assertThat(TwoLineRooms.join(first, show, "ben").position()).isEqualTo(2);
  }

  @Test
  void afterTheLineWasRemovedAPlaceComesBackWithItsTokenAndNoNumberIsGivenTwice() throws Exception {
    ShowId show = servers.open(0, 10);
    String ann = TwoLineRooms.join(first, show, "ann").placeToken();
    String ben = TwoLineRooms.join(first, show, "ben").placeToken();
    first.leave(show, new Buyer("ann"));
    servers.patch(show, saleSwitch(SaleSwitch.CLOSED));
    removeAfterAWhile();
    servers.patch(show, saleSwitch(SaleSwitch.OPEN));

    assertThat(TwoLineRooms.join(first, show, "new").position()).isEqualTo(1);
    assertThat(TwoLineRooms.back(first, show, "ben", ben).position()).isEqualTo(1);
    servers.lookAll();
    assertThat(TwoLineRooms.join(first, show, "new").position()).isEqualTo(2);
    first.mend();
    assertThat(first.look(show, new Buyer("ann"), Optional.of(ann)))
        .as("who left")
        .isEqualTo(new QueueOutcome.NotInLine());
  }

  /** It failed when the line was written off before it was removed. */
  @Test
  void aServerThatDiesWhileItRemovesALineLeavesItToTheNext() throws Exception {
    ShowId show = lineOfTwo();
    servers.patch(show, saleSwitch(SaleSwitch.CLOSED));

    assertThatThrownBy(
            () ->
                servers
                    .journal()
                    .remove(
                        show,
                        () -> {
                          throw new LineUnavailableException("dies before");
                        }))
        .isInstanceOf(LineUnavailableException.class);
    assertThat(servers.journal().unused(10)).containsExactly(show);
    assertThatThrownBy(
            () ->
                servers
                    .journal()
                    .remove(
                        show,
                        () -> {
                          servers.state().remove(show);
                          throw new LineUnavailableException("dies after");
                        }))
        .isInstanceOf(LineUnavailableException.class);
    assertThat(servers.journal().unused(10)).containsExactly(show);
    removeAfterAWhile();
    first.remove();

    assertThat(servers.lineKeys()).isEmpty();
    assertThat(servers.journal().unused(10)).isEmpty();
  }

  /** The keys were seen to stay for ever while the first removal wrote the line off. */
  @Test
  void aLineThatRedisBringsBackIsRemovedAgain() throws Exception {
    ShowId show = lineOfTwo();
    Map<String, byte[]> before = servers.copy();
    servers.patch(show, saleSwitch(SaleSwitch.CLOSED));
    removeAfterAWhile();
    assertThat(servers.lineKeys()).isEmpty();

    servers.rewind(before);
    assertThat(servers.lineKeys()).isNotEmpty();
    first.remove();

    assertThat(servers.lineKeys()).isEmpty();
    assertThat(servers.journal().unused(10)).as("they were there").containsExactly(show);
    first.remove();
    assertThat(servers.journal().unused(10)).isEmpty();
  }

  /** Another server's tick may come before Redis has kept the removal. */
  @Test
  void aServerDoesNotWriteOffALineThatAnotherHasJustRemoved() throws Exception {
    ShowId show = lineOfTwo();
    servers.patch(show, saleSwitch(SaleSwitch.CLOSED));
    servers.second().remove();
    removeAfterAWhile();

    servers.second().remove();
    assertThat(servers.journal().unused(10)).as("found empty once").containsExactly(show);

    servers.second().remove();
    assertThat(servers.journal().unused(10)).as("and a tick later").isEmpty();
  }

  /** The line behind the one that failed was seen to stay. */
  @Test
  void aLineThatCannotBeRemovedDoesNotKeepTheOthers() throws Exception {
    ShowId stuck = lineOfTwo();
    ShowId behind = lineOfTwo();
    servers.patch(stuck, saleSwitch(SaleSwitch.CLOSED));
    servers.patch(behind, saleSwitch(SaleSwitch.CLOSED));
    servers.irremovable.add(stuck);
    first.remove();
    servers.clock.advance(PATIENCE);

    assertThatThrownBy(first::remove).hasMessage("the line of show " + stuck + " is stuck");
    assertThatThrownBy(first::remove).hasMessage("the line of show " + stuck + " is stuck");
    assertThat(servers.journal().unused(10)).containsExactly(stuck);

    servers.irremovable.clear();
    first.remove();
    assertThat(servers.lineKeys()).isEmpty();
  }

  private void removeAfterAWhile() {
    first.remove();
    servers.clock.advance(PATIENCE);
    first.remove();
  }

  private ShowId lineOfTwo() throws Exception {
    ShowId show = servers.open(0, 10);
    TwoLineRooms.join(first, show, "ann");
    TwoLineRooms.join(first, show, "ben");
    assertThat(servers.lineKeys()).isNotEmpty();
    return show;
  }

  private static UnaryOperator<ShowSettings> saleSwitch(SaleSwitch saleSwitch) {
    return before ->
        new ShowSettings(
            before.saleOpensAt(),
            saleSwitch,
            before.maxSeatsPerHold(),
            before.maxSeatsPerBuyer(),
            before.holdFor(),
            before.waitingRoom());
  }

  private static ShowSettings withoutRoom(ShowSettings before) {
    return new ShowSettings(
        before.saleOpensAt(),
        before.saleSwitch(),
        before.maxSeatsPerHold(),
        before.maxSeatsPerBuyer(),
        before.holdFor(),
        before
            .waitingRoom()
            .map(
                room ->
                    new WaitingRoomSettings(
                        false,
                        room.admitPerSecond(),
                        room.maxActive(),
                        room.passFor(),
                        room.shuffleEarly())));
  }
}
