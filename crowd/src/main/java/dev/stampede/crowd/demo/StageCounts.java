package dev.stampede.crowd.demo;

import java.util.EnumMap;
import java.util.Map;

/** Counts the buyers at each stage; a buyer who moves is never in two, nor in none. */
final class StageCounts {

  private final Map<BuyerStage, Integer> counts = new EnumMap<>(BuyerStage.class);

  StageCounts(int people) {
    counts.put(BuyerStage.ON_THE_WAY, people);
  }

  synchronized void move(BuyerStage from, BuyerStage to) {
    counts.merge(from, -1, Integer::sum);
    counts.merge(to, 1, Integer::sum);
  }

  synchronized Headcount headcount() {
    return new Headcount(
        at(BuyerStage.WAITING),
        at(BuyerStage.CHOOSING),
        at(BuyerStage.HOLDING),
        at(BuyerStage.PAID),
        at(BuyerStage.ABANDONED),
        at(BuyerStage.TURNED_AWAY),
        at(BuyerStage.FAILED));
  }

  private int at(BuyerStage stage) {
    return counts.getOrDefault(stage, 0);
  }
}
