package dev.stampede.crowd.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SeatPictureTest {

  private static final SeatPicture PICTURE =
      SeatPicture.of(
          JsonBody.of(
              """
              {"sections": [
                {"name": "A", "rows": 10, "seatsPerRow": 4, "states": "%s"},
                {"name": "GA", "capacity": 300}]}"""
                  .formatted("fshf" + "ffff".repeat(9))));

  @Test
  void aWishIsForFreeSeatsSideBySide() {
    SplittableRandom chance = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      List<String> wish = PICTURE.wish(2, chance);
      if (!wish.isEmpty()) {
        assertThat(wish).hasSize(2).allMatch(seat -> seat.matches("A-([2-9]|10)-[1-4]"));
        assertThat(number(wish.getLast())).isEqualTo(number(wish.getFirst()) + 1);
      }
    }
  }

  @Test
  void theFrontIsWantedMost() {
    SplittableRandom chance = new SplittableRandom(1);
    Map<String, Integer> rows = new HashMap<>();
    for (int i = 0; i < 1_000; i++) {
      PICTURE.wish(1, chance).forEach(seat -> rows.merge(row(seat), 1, Integer::sum));
    }

    assertThat(rows.get("1")).isGreaterThan(300);
    assertThat(rows.getOrDefault("10", 0)).isBetween(1, 100);
  }

  @Test
  void aPictureWithTooFewSeatsGivesNoWish() {
    SplittableRandom chance = new SplittableRandom(1);

    assertThat(PICTURE.wish(5, chance)).isEmpty();
    assertThat(new SeatPicture(List.of()).wish(1, chance)).isEmpty();
    assertThat(SeatPicture.of(JsonBody.of("not JSON")).wish(1, chance)).isEmpty();
  }

  private static int number(String seat) {
    return Integer.parseInt(seat.substring(seat.lastIndexOf('-') + 1));
  }

  private static String row(String seat) {
    return seat.substring(2, seat.lastIndexOf('-'));
  }
}
