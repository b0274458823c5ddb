package dev.stampede.acceptance.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineRooms;
import dev.stampede.engine.waitingroom.QueueOutcome.Admitted;
import dev.stampede.redis.RedisSettings;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnRedis;
import dev.stampede.testkit.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rooms that nobody uses cost nothing, however many there are, and no room is forgotten. */
final class RoomsAtRestTest {

  /** More than the thousand that were once the most, beyond which the oldest never moved. */
  private static final int ROOMS = Boolean.getBoolean("stampede.long") ? 10_000 : 1_200;

  private static final Duration SOON = Duration.ofSeconds(20);

  /** For a round of one server: EVALSHA and the three commands of in-use.lua. */
  private static final int COMMANDS_OF_A_ROUND = 4;

  @TempDir Path folder;
  private OwnRedis redis;
  private TwoLineRooms windows;

  @BeforeEach
  void start() {
    redis = OwnRedis.start(folder);
    windows = new TwoLineRooms(TwoLineRooms.LIMITS, RedisSettings.Single.parse(redis.url()));
  }

  @AfterEach
  void close() throws Exception {
    windows.close();
    redis.close();
  }

  @Test
  void roomsWithNobodyInThemAreNotVisited() throws Exception {
    windows.copies(windows.open(10, 10), ROOMS);
    windows.tickAll();
    long before = windows.commands();

    int rounds = 10;
    for (int i = 0; i < rounds; i++) {
      windows.tickAll();
    }

    assertThat(windows.commands() - before - 1)
        .as("of two servers in %d rounds, which take at least a second each", rounds)
        .isLessThanOrEqualTo(2L * rounds * COMMANDS_OF_A_ROUND);
  }

  @Test
  void ofMoreThanAThousandRoomsTheOldestAndTheNewestMove() {
    ShowId oldest = windows.open(100, 10);
    windows.copies(oldest, ROOMS);
    ShowId newest = new ShowId(oldest.value() + ROOMS);
    TwoLineRooms.join(windows.first(), oldest, "ann");
    TwoLineRooms.join(windows.first(), newest, "ben");

    Eventually.within(SOON)
        .until(
            "both are let in",
            () -> {
              windows.tickAll();
              return isIn(windows.first(), oldest, "ann") && isIn(windows.first(), newest, "ben");
            });
  }

  @Test
  void aServerTendsTheLineOfOneThatDied() {
    ShowId show = windows.open(100, 10);
    TwoLineRooms.join(windows.first(), show, "ann");
    windows.first().look();
    windows.first().discover();
    LineRooms other = windows.second();

    other.discover();
    Eventually.within(SOON)
        .until(
            "the other server has let her in",
            () -> {
              other.look();
              other.admit();
              return other.stats().stream().anyMatch(line -> line.active() == 1);
            });
  }

  @Test
  void aRoomThatEverybodyHasLeftRestsOnAllServersAndWakesWithTheNextBuyer() throws Exception {
    ShowId show = windows.open(0, 10);
    TwoLineRooms.join(windows.first(), show, "ann");
    windows.tickAll();
    assertThat(windows.second().stats()).hasSize(1);
    windows.first().leave(show, new Buyer("ann"));

    Eventually.within(SOON)
        .until(
            "it rests on both servers",
            () -> {
              windows.tickAll();
              return windows.first().stats().isEmpty() && windows.second().stats().isEmpty();
            });
    long before = windows.commands();
    windows.tickAll();
    assertThat(windows.commands() - before - 1).isLessThanOrEqualTo(2 * COMMANDS_OF_A_ROUND);
    assertThat(windows.first().stats(show))
        .hasValueSatisfying(line -> assertThat(line.waiting()).isZero());

    assertThat(TwoLineRooms.join(windows.second(), show, "ben").position()).isEqualTo(1);
  }

  /** It failed when the room began to gather with its first buyer, who came after the opening. */
  @Test
  void aBuyerWhoComesAfterTheOpeningIsNotDrawnThoughTheRoomHasRestedUntilThen() {
    ShowId show = windows.show(0, 10, true, windows.clock.instant().plus(Duration.ofSeconds(60)));
    windows.clock.advance(Duration.ofSeconds(61));

    assertThat(TwoLineRooms.join(windows.first(), show, "ann").position()).isEqualTo(1);
    assertThat(TwoLineRooms.join(windows.second(), show, "ben").position()).isEqualTo(2);
    windows.tickAll();
    windows.lookAll();

    assertThat(TwoLineRooms.join(windows.first(), show, "ann"))
        .satisfies(
            place -> {
              assertThat(place.position()).isEqualTo(1);
              assertThat(place.provisional()).isFalse();
            });
  }

  private static boolean isIn(LineRooms rooms, ShowId show, String buyer) {
    return rooms.look(show, new Buyer(buyer), Optional.empty()) instanceof Admitted;
  }

  /** It failed when draws were made one after the other. */
  @Test
  void aDrawThatTakesLongHoldsUpNoOtherLine() throws Exception {
    Instant opens = windows.clock.instant().plusSeconds(60);
    ShowId slow = windows.show(0, 10, true, opens);
    ShowId quick = windows.show(0, 10, true, opens);
    for (ShowId show : List.of(slow, quick)) {
      TwoLineRooms.join(windows.first(), show, "ann");
    }
    windows.tickAll();
    windows.clock.advance(Duration.ofSeconds(61));
    try (Connection connection = new Sql(windows.data().url()).connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      var _ = statement.execute("SELECT FROM draw WHERE show_id = " + slow + " FOR UPDATE");

      Eventually.within(SOON)
          .until(
              "the other line is drawn",
              () -> {
                windows.tickAll();
                return !TwoLineRooms.join(windows.first(), quick, "ann").provisional();
              });
      assertThat(TwoLineRooms.join(windows.first(), slow, "ann").provisional()).isTrue();
      connection.rollback();
    }
    Eventually.within(SOON)
        .until(
            "the slow one is drawn",
            () -> {
              windows.tickAll();
              return !TwoLineRooms.join(windows.first(), slow, "ann").provisional();
            });
  }
}
