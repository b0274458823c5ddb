package dev.stampede.acceptance.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.show.ShowId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a line whose record in PostgreSQL is rewound: fewer numbers are reserved than were given
 * out. The test has been seen to fail without the raise: the newcomer got the number that ann's
 * token names.
 */
final class RewoundJournalTest {

  private final TwoLineRooms servers = new TwoLineRooms();

  @AfterEach
  void close() throws Exception {
    servers.close();
  }

  @Test
  void aLineThatIsThereGoesOnAndLosesNobody() throws Exception {
    ShowId show = servers.open(0, 10);
    TwoLineRooms.join(servers.first(), show, "ann");
    String ben = TwoLineRooms.join(servers.second(), show, "ben").placeToken();

    servers.rewindDatabase("DELETE FROM queue");
    servers.lookAll();

    assertThat(TwoLineRooms.join(servers.second(), show, "cid").position()).isEqualTo(3);
    servers.loseEverything();
    servers.lookAll();
    assertThat(TwoLineRooms.join(servers.second(), show, "new").position()).isEqualTo(1);
    assertThat(TwoLineRooms.back(servers.first(), show, "ben", ben).position()).isEqualTo(1);
    servers.lookAll();
    assertThat(TwoLineRooms.join(servers.second(), show, "new").position()).isEqualTo(2);
  }

  @Test
  void aLineThatIsLostWithItGivesOutNoNumberThatATokenNames() throws Exception {
    ShowId show = servers.open(0, 10);
    String ann = TwoLineRooms.join(servers.first(), show, "ann").placeToken();
    String ben = TwoLineRooms.join(servers.second(), show, "ben").placeToken();

    servers.loseEverything();
    servers.rewindDatabase("UPDATE queue SET reserved = 0");
    servers.lookAll();

    assertThat(TwoLineRooms.join(servers.first(), show, "new").position()).isEqualTo(1);
    assertThat(TwoLineRooms.back(servers.second(), show, "ben", ben).position()).isEqualTo(1);
    assertThat(TwoLineRooms.back(servers.first(), show, "ann", ann).position()).isEqualTo(1);
    servers.lookAll();
    assertThat(TwoLineRooms.join(servers.second(), show, "ben").position()).isEqualTo(2);
    assertThat(TwoLineRooms.join(servers.first(), show, "new").position()).isEqualTo(3);
  }

  /**
   * It failed while the next epoch was counted from the rewound one: it was that of ann's token.
   */
  @Test
  void aLineThatIsLostWithItBeginsNoEpochThatATokenNames() throws Exception {
    ShowId show = servers.open(0, 10);
    TwoLineRooms.join(servers.first(), show, "ben");
    servers.loseEverything();
    servers.lookAll();
    String ann = TwoLineRooms.join(servers.first(), show, "ann").placeToken();

    servers.loseEverything();
    servers.rewindDatabase("UPDATE queue SET epoch = 1");
    servers.lookAll();
    servers.first().mend();

    assertThat(TwoLineRooms.back(servers.second(), show, "ann", ann).position()).isEqualTo(1);
  }

  /** A server counts and logs a loss only once Redis has begun the line again. */
  @Test
  void aLineThatIsAheadOfItsRecordDoesNotBeginAgain() throws Exception {
    ShowId show = servers.open(0, 10);
    TwoLineRooms.join(servers.first(), show, "ann");
    servers.loseEverything();
    servers.lookAll();
    assertThat(servers.lost).hasValue(1);

    servers.data().run("UPDATE queue SET epoch = 1");
    int enoughToReserveMore = TwoLineRooms.LIMITS.block() / 2 + 1;
    for (int i = 0; i < enoughToReserveMore; i++) {
      TwoLineRooms.join(servers.first(), show, "buyer-" + i);
    }
    servers.lookAll();

    assertThat(servers.lost).as("lines that began again").hasValue(1);
    assertThat(TwoLineRooms.join(servers.second(), show, "new").position())
        .isEqualTo(enoughToReserveMore + 1);
  }
}
