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
final class RewoundBookTest {

  private final TwoLineRooms windows = new TwoLineRooms();

  @AfterEach
  void close() throws Exception {
    windows.close();
  }

  @Test
  void aLineThatIsThereGoesOnAndLosesNobody() throws Exception {
    ShowId show = windows.open(0, 10);
    TwoLineRooms.join(windows.first(), show, "ann");
    String ben = TwoLineRooms.join(windows.second(), show, "ben").placeToken();

    windows.rewindDatabase("DELETE FROM queue");
    windows.lookAll();

    assertThat(TwoLineRooms.join(windows.second(), show, "cid").position()).isEqualTo(3);
    windows.loseEverything();
    windows.lookAll();
    assertThat(TwoLineRooms.join(windows.second(), show, "new").position()).isEqualTo(1);
    assertThat(TwoLineRooms.back(windows.first(), show, "ben", ben).position()).isEqualTo(1);
    windows.lookAll();
    assertThat(TwoLineRooms.join(windows.second(), show, "new").position()).isEqualTo(2);
  }

  @Test
  void aLineThatIsLostWithItGivesOutNoNumberThatATokenNames() throws Exception {
    ShowId show = windows.open(0, 10);
    String ann = TwoLineRooms.join(windows.first(), show, "ann").placeToken();
    String ben = TwoLineRooms.join(windows.second(), show, "ben").placeToken();

    windows.loseEverything();
    windows.rewindDatabase("UPDATE queue SET reserved = 0");
    windows.lookAll();

    assertThat(TwoLineRooms.join(windows.first(), show, "new").position()).isEqualTo(1);
    assertThat(TwoLineRooms.back(windows.second(), show, "ben", ben).position()).isEqualTo(1);
    assertThat(TwoLineRooms.back(windows.first(), show, "ann", ann).position()).isEqualTo(1);
    windows.lookAll();
    assertThat(TwoLineRooms.join(windows.second(), show, "ben").position()).isEqualTo(2);
    assertThat(TwoLineRooms.join(windows.first(), show, "new").position()).isEqualTo(3);
  }
}
