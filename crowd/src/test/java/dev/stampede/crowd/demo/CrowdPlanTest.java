package dev.stampede.crowd.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CrowdPlanTest {

  private static final CrowdSpeed TEMPO = CrowdSpeed.toWatch(2_000);

  @Test
  void theSameSeedMakesTheSamePeople() {
    assertThat(people(7)).isEqualTo(people(7)).isNotEqualTo(people(8));
  }

  @Test
  void everyKindOfEndingIsAmongThem() {
    assertThat(people(1)).extracting(BuyerTraits::ending).contains(BuyerTraits.Ending.values());
    assertThat(people(1)).extracting(BuyerTraits::seats).contains(1, 2, 3, 4);
    assertThat(people(1)).extracting(BuyerTraits::picksSeats).contains(true, false);
  }

  @Test
  void allHaveComeInTime() {
    Duration all = Duration.ofSeconds(10);
    assertThat(people(1))
        .allSatisfy(person -> assertThat(person.arrivesAfter(all)).isBetween(Duration.ZERO, all));
  }

  @Test
  void aPlanThatCannotBeIsRefusedWithItsLimit() {
    for (int buyers : new int[] {0, -1, 10_001}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new CrowdPlan("1", buyers, "crowd", 1, TEMPO))
          .withMessageContaining("1..10000");
    }
    for (String bad : List.of("", "a b", "a/../b", "\"", "é", "x".repeat(65))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new CrowdPlan(bad, 1, "crowd", 1, TEMPO))
          .withMessageContaining("letters, digits");
      assertThatIllegalArgumentException().isThrownBy(() -> new CrowdPlan("1", 1, bad, 1, TEMPO));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new CrowdSpeed(Duration.ZERO, TEMPO.toSeats(), TEMPO.thought(), TEMPO.atMost()))
        .withMessageContaining("intoLine");
  }

  private static List<BuyerTraits> people(long seed) {
    SplittableRandom chances = new SplittableRandom(seed);
    return Stream.generate(() -> BuyerTraits.of(chances.split())).limit(500).toList();
  }
}
