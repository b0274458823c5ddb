package dev.stampede.redis.news;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatBoard.Update;
import dev.stampede.redis.SharedTestRedis;
import dev.stampede.redis.SilentRedis;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** News of seats, on one server, and without it. */
final class RedisSeatNewsTest extends SeatNewsContract {

  private static final Duration WITHIN = Duration.ofSeconds(1);
  private static final Duration SOON = Duration.ofSeconds(30);

  RedisSeatNewsTest() {
    super(SharedTestRedis.single());
  }

  @Test
  void withoutRedisABoardGoesOnAloneAndComesBack() throws Exception {
    try (SilentRedis way = new SilentRedis(TestServices.shared().redisUrl())) {
      OneServer one = server();
      OneServer cutOff = server(way.settings(), Duration.ofSeconds(10));
      Position before = cutOff.board(SHOW).position();
      one.board(SHOW);
      Eventually.within(SOON)
          .until(
              "it trusts the news",
              () -> cutOff.boards().seenFree(SHOW, List.of(1), Duration.ZERO));

      way.cut();
      one.boards().committed(List.of(held(1, "ann")));
      cutOff.boards().committed(List.of(held(2, "ben")));

      Eventually.within(SOON)
          .until("layer 0 knows nothing", () -> cutOff.news().silence().compareTo(WITHIN) > 0);
      assertThat(cutOff.boards().takenFrom(SHOW, List.of(2), new Buyer("ann"))).isEmpty();
      Eventually.within(SOON).until("it reads what the others did", () -> letter(cutOff, 1) == 'h');
      Position alone =
          Eventually.within(SOON)
              .until(
                  "it goes on alone",
                  () -> cutOff.board(SHOW).position(),
                  at -> !at.epoch().equals(before.epoch()));
      cutOff.boards().committed(List.of(held(3, "ben")));
      assertThat(cutOff.board(SHOW).since(alone, clock().instant()))
          .isInstanceOfSatisfying(
              Update.Changes.class, changes -> assertThat(changes.seats()).isNotEmpty());

      way.restore();

      Eventually.within(SOON)
          .until(
              "it is back", () -> cutOff.board(SHOW).position().equals(one.board(SHOW).position()));
      Eventually.within(SOON)
          .until("what it did alone is told", () -> letter(one, 2) == 'h' && letter(one, 3) == 'h');
      assertThat(cutOff.board(SHOW).position().epoch()).isEqualTo(before.epoch());
    }
  }
}
