package dev.stampede.engine.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.waitingroom.Inventory.Stock;
import org.junit.jupiter.api.Test;

final class AdmissionPlanTest {

  private static final long MANY = 1_000_000;

  @Test
  void atFirstThereIsASeatForEverybodyWhoIsLetIn() {
    assertThat(ceiling(new Stock(100, 0, 0), nothingSeen())).isEqualTo(100);
  }

  @Test
  void buyersWhoHoldSeatsTakeNoRoomFromThoseWaiting() {
    assertThat(ceiling(new Stock(60, 0, 40), nothingSeen())).isEqualTo(100);
  }

  @Test
  void whenHalfOfThemBuyNothingTwiceAsManyAreLetIn() {
    assertThat(ceiling(new Stock(100, 0, 0), seen(100_000, 50_000, 50_000))).isBetween(199L, 200L);
  }

  @Test
  void whenTheyBuyTwoEachHalfAsManyAreLetIn() {
    assertThat(ceiling(new Stock(100, 0, 0), seen(100_000, 100_000, 200_000))).isBetween(50L, 51L);
  }

  @Test
  void ofWhatLapsesSoonThatPartCountsWhichIsNotPaidFor() {
    LineSnapshot.Counts half = seen(100_000, 50_000, 50_000);

    assertThat(ceiling(new Stock(0, 100, 0), half)).isBetween(98L, 100L);
    assertThat(ceiling(new Stock(0, 100, 0), nothingSeen())).isZero();
  }

  @Test
  void nobodyIsLetInWhenAllIsSold() {
    assertThat(ceiling(new Stock(0, 0, 0), seen(10_000, 100, 100))).isZero();
  }

  @Test
  void aSeatThatIsLeftIsForSomebodyThoughTheyMightWantMore() {
    assertThat(ceiling(new Stock(1, 0, 0), seen(100_000, 100_000, 400_000))).isEqualTo(1);
  }

  @Test
  void howeverFewBuyNotAllAreLetInForOneSeat() {
    assertThat(ceiling(new Stock(1, 0, 0), seen(MANY, 0, 0))).isEqualTo(20);
  }

  @Test
  void theOperatorsCapIsAbove() {
    assertThat(AdmissionPlan.ceiling(7, new Stock(100, 0, 0), nothingSeen())).isEqualTo(7);
  }

  private static long ceiling(Stock stock, LineSnapshot.Counts counts) {
    return AdmissionPlan.ceiling(MANY, stock, counts);
  }

  private static LineSnapshot.Counts nothingSeen() {
    return seen(0, 0, 0);
  }

  private static LineSnapshot.Counts seen(long ended, long booked, long seats) {
    return new LineSnapshot.Counts(0, 0, 0, ended, ended, booked, seats);
  }
}
