package dev.stampede.engine.waitingroom.draw;

import static dev.stampede.engine.waitingroom.draw.Fixture.KEYS;
import static dev.stampede.engine.waitingroom.draw.Fixture.SHOW;
import static dev.stampede.engine.waitingroom.draw.Fixture.arrivals;
import static dev.stampede.engine.waitingroom.draw.Fixture.draw;
import static dev.stampede.engine.waitingroom.draw.Fixture.leaf;
import static dev.stampede.engine.waitingroom.draw.Fixture.leaves;
import static dev.stampede.engine.waitingroom.draw.Fixture.order;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class DrawTest {

  private static final int MANY = Boolean.getBoolean("stampede.long") ? 1_000_000 : 100_000;

  @Test
  void everybodyGetsOnePlaceAndNobodyMore() {
    Draw draw = draw(1_000);

    assertThat(draw.size()).isEqualTo(1_000);
    assertThat(order(draw))
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 1_000).boxed().toList());
  }

  @Test
  void thePlaceIsThatOfTheLeafOfItsBuyersToken() {
    Draw draw = draw(100);

    for (int place = 1; place <= draw.size(); place++) {
      Buyer buyer = new Buyer(UTF_8.decode(draw.buyer(place)).toString());
      assertThat(buyer.sub()).isEqualTo("buyer-" + draw.arrival(place));
      assertThat(LeafMaker.leaf(buyer, KEYS.nonceKey().nonce(SHOW, buyer)))
          .isEqualTo(leaf(draw, place));
    }
  }

  @Test
  void theOrderIsTheSameInWhateverOrderTheyAreHandedIn() {
    EarlyArrivals backwards = new EarlyArrivals();
    IntStream.iterate(500, i -> i >= 1, i -> i - 1).forEach(i -> backwards.add("buyer-" + i, i));

    Draw draw = Draw.of(SHOW, KEYS, backwards);

    assertThat(draw.root()).isEqualTo(draw(500).root());
    assertThat(order(draw)).isEqualTo(order(draw(500)));
  }

  @Test
  void anotherSecretAnotherShowOrOneMoreBuyerIsAnotherOrder() {
    Draw usual = draw(100);
    Draw otherSecret =
        Draw.of(SHOW, new DrawKeys(Fixture.secret(9), KEYS.nonceKey()), arrivals(100));
    Draw otherShow = Draw.of(new ShowId(18), KEYS, arrivals(100));
    Draw oneMore = draw(101);

    assertThat(order(otherSecret)).isNotEqualTo(order(usual));
    assertThat(otherSecret.root()).isEqualTo(usual.root());
    assertThat(otherShow.root()).isNotEqualTo(usual.root());
    assertThat(order(oneMore).stream().filter(i -> i != 101)).isNotEqualTo(order(usual));
  }

  @Test
  void aBuyerAddedTwiceHasOneLeafWithTheirLowestNumber() {
    EarlyArrivals arrivals = arrivals(10);
    arrivals.add("buyer-4", 4);
    arrivals.add("buyer-5", 99);
    EarlyArrivals otherWayRound = new EarlyArrivals();
    otherWayRound.add("buyer-5", 99);
    IntStream.rangeClosed(1, 10).forEach(i -> otherWayRound.add("buyer-" + i, i));

    for (EarlyArrivals repeated : List.of(arrivals, otherWayRound)) {
      Draw draw = Draw.of(SHOW, KEYS, repeated);
      assertThat(draw.root()).isEqualTo(draw(10).root());
      assertThat(order(draw)).isEqualTo(order(draw(10)));
    }
  }

  @Test
  void nobodyAndOneAloneCanBeDrawnToo() {
    assertThat(draw(0).size()).isZero();
    assertThat(order(draw(1))).containsExactly(1L);
    assertThat(draw(0).root()).isNotEqualTo(draw(1).root());
  }

  @Test
  void namesOfAnyLengthAndScriptAreKept() {
    EarlyArrivals arrivals = new EarlyArrivals();
    List<String> names = List.of("a", "아이유", "𝔘".repeat(64), "ü".repeat(128), "x".repeat(128));
    names.forEach(name -> arrivals.add(name, names.indexOf(name) + 1L));

    Draw draw = Draw.of(SHOW, KEYS, arrivals);

    for (int place = 1; place <= names.size(); place++) {
      assertThat(UTF_8.decode(draw.buyer(place)).toString())
          .isEqualTo(names.get((int) draw.arrival(place) - 1));
    }
  }

  @Test
  void anArrivalWithoutANameOrAPositiveNumberIsRefused() {
    EarlyArrivals arrivals = new EarlyArrivals();

    assertThatThrownBy(() -> arrivals.add("", 1)).hasMessageContaining("1..128");
    assertThatThrownBy(() -> arrivals.add("alice", 0)).hasMessageContaining("counts from 1");
    assertThat(arrivals.size()).isZero();
  }

  /**
   * Twenty draws of fifty: were the order biased to early or late arrivals, the mean would show.
   */
  @Test
  void toComeEarlierIsNoAdvantage() {
    double sum = 0;
    for (int run = 0; run < 20; run++) {
      DrawKeys keys = new DrawKeys(Fixture.secret(run), KEYS.nonceKey());
      List<Long> order = order(Draw.of(SHOW, keys, arrivals(50)));
      sum += IntStream.rangeClosed(1, 10).mapToDouble(i -> order.indexOf((long) i) + 1).sum() / 10;
    }

    assertThat(sum / 20).isBetween(21.0, 30.0);
  }

  @Test
  void aMillionTakeThreeSecondsOfOneProcessorAtMost() {
    EarlyArrivals arrivals = arrivals(MANY);
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();

    Draw draw = Draw.of(SHOW, KEYS, arrivals);
    Duration drawing = Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);
    assertThat(Fixture.verdict(Fixture.proof(draw), leaves(draw)))
        .isEqualTo(new ProofVerdict.Honest(MANY));

    assertThat(drawing).isLessThan(Duration.ofSeconds(3));
  }
}
