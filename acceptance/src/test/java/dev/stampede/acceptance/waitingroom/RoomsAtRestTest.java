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

  private static final Duration SOON = Duration.ofSeconds(60);

  /** For a round of one server: EVALSHA and the three commands of in-use.lua. */
  private static final int COMMANDS_OF_A_ROUND = 4;

  @TempDir Path folder;
  private OwnRedis redis;
  private TwoLineRooms servers;

  @BeforeEach
  void start() {
    redis = OwnRedis.start(folder);
    servers = new TwoLineRooms(TwoLineRooms.LIMITS, RedisSettings.Single.parse(redis.url()));
  }

  @AfterEach
  void close() throws Exception {
    servers.close();
    redis.close();
  }

  @Test
  void roomsWithNobodyInThemAreNotVisited() throws Exception {
    servers.copies(servers.open(10, 10), ROOMS);
    servers.tickAll();
    long before = servers.commands();

    int rounds = 10;
    for (int i = 0; i < rounds; i++) {
      servers.tickAll();
    }

    assertThat(servers.commands() - before - 1)
        .as("of two servers in %d rounds, which take at least a second each", rounds)
        .isLessThanOrEqualTo(2L * rounds * COMMANDS_OF_A_ROUND);
  }

  @Test
  void withMoreThanAThousandRoomsTheOldestAndTheNewestAdmitBuyers() {
    ShowId oldest = servers.open(100, 10);
    servers.copies(oldest, ROOMS);
    ShowId newest = new ShowId(oldest.value() + ROOMS);
    TwoLineRooms.join(servers.first(), oldest, "ann");
    TwoLineRooms.join(servers.first(), newest, "ben");

    Eventually.within(SOON)
        .until(
            "both are let in",
            () -> {
              servers.tickAll();
              return isIn(servers.first(), oldest, "ann") && isIn(servers.first(), newest, "ben");
            });
  }

  @Test
  void aServerTendsTheLineOfOneThatDied() {
    ShowId show = servers.open(100, 10);
    TwoLineRooms.join(servers.first(), show, "ann");
    servers.first().look();
    LineRooms other = servers.second();

    // A note lasts for a fraction of a second: less than a busy machine may take to read it.
    Eventually.within(SOON)
        .until(
            "the other server has heard of it",
            () -> {
              servers.first().discover();
              other.discover();
              return other.areInUse();
            });
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
    ShowId show = servers.open(0, 10);
    TwoLineRooms.join(servers.first(), show, "ann");
    Eventually.within(SOON)
        .until(
            "the other server has heard of it",
            () -> {
              servers.tickAll();
              return servers.second().stats().size() == 1;
            });
    servers.first().leave(show, new Buyer("ann"));

    Eventually.within(SOON)
        .until(
            "it rests on both servers",
            () -> {
              servers.tickAll();
              return servers.first().stats().isEmpty() && servers.second().stats().isEmpty();
            });
    long before = servers.commands();
    servers.tickAll();
    assertThat(servers.commands() - before - 1).isLessThanOrEqualTo(2 * COMMANDS_OF_A_ROUND);
    assertThat(servers.first().stats(show))
        .hasValueSatisfying(line -> assertThat(line.waiting()).isZero());

    assertThat(TwoLineRooms.join(servers.second(), show, "ben").position()).isEqualTo(1);
  }

  /** It failed when the room began to gather with its first buyer, who came after the opening. */
  @Test
  void aBuyerWhoJoinsARestingRoomAfterTheOpeningIsNotInTheDraw() {
    ShowId show = servers.show(0, 10, true, servers.clock.instant().plus(Duration.ofSeconds(60)));
    servers.clock.advance(Duration.ofSeconds(61));

    assertThat(TwoLineRooms.join(servers.first(), show, "ann").position()).isEqualTo(1);
    assertThat(TwoLineRooms.join(servers.second(), show, "ben").position()).isEqualTo(2);
    servers.tickAll();
    servers.lookAll();

    assertThat(TwoLineRooms.join(servers.first(), show, "ann"))
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
    Instant opens = servers.clock.instant().plusSeconds(60);
    ShowId slow = servers.show(0, 10, true, opens);
    ShowId quick = servers.show(0, 10, true, opens);
    for (ShowId show : List.of(slow, quick)) {
      TwoLineRooms.join(servers.first(), show, "ann");
    }
    servers.tickAll();
    servers.clock.advance(Duration.ofSeconds(61));
    try (Connection connection = new Sql(servers.data().url()).connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      var _ = statement.execute("SELECT FROM draw WHERE show_id = " + slow + " FOR UPDATE");

      Eventually.within(SOON)
          .until(
              "the other line is drawn",
              () -> {
                servers.tickAll();
                return !TwoLineRooms.join(servers.first(), quick, "ann").provisional();
              });
      assertThat(TwoLineRooms.join(servers.first(), slow, "ann").provisional()).isTrue();
      connection.rollback();
    }
    Eventually.within(SOON)
        .until(
            "the slow one is drawn",
            () -> {
              servers.tickAll();
              return !TwoLineRooms.join(servers.first(), slow, "ann").provisional();
            });
  }
}
