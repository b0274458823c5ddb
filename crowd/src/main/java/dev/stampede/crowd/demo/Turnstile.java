package dev.stampede.crowd.demo;

import java.util.EnumMap;
import java.util.Map;

/** Counts the buyers at each stage; a buyer who moves is never in two, nor in none. */
final class Turnstile {

  private final Map<Stage, Integer> counts = new EnumMap<>(Stage.class);

  Turnstile(int people) {
    counts.put(Stage.ON_THE_WAY, people);
  }

  synchronized void move(Stage from, Stage to) {
    counts.merge(from, -1, Integer::sum);
    counts.merge(to, 1, Integer::sum);
  }

  synchronized Headcount headcount() {
    return new Headcount(
        at(Stage.WAITING),
        at(Stage.CHOOSING),
        at(Stage.HOLDING),
        at(Stage.PAID),
        at(Stage.ABANDONED),
        at(Stage.TURNED_AWAY),
        at(Stage.FAILED));
  }

  private int at(Stage stage) {
    return counts.getOrDefault(stage, 0);
  }
}
