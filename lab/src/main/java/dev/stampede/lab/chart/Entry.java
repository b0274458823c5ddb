package dev.stampede.lab.chart;

import java.util.List;

/**
 * One run in a plot.
 *
 * @param name as it is written beside its mark
 * @param classes its colour
 */
public record Entry(String name, String classes, Shape shape) {

  /**
   * What is drawn of it.
   *
   * @param rate tickets a second
   * @param millis how long each waited who got one
   * @param outcomes how many came to each end, in the order of the legend
   * @param order in the order of arrival: who was served how many-th
   */
  public record Shape(
      double rate,
      List<Double> millis,
      List<Outcome> outcomes,
      long retries,
      List<Integer> order,
      double inOrder) {
    public Shape {
      millis = millis.stream().sorted().toList();
      outcomes = List.copyOf(outcomes);
      order = List.copyOf(order);
    }
  }

  /** So many came to this end. */
  public record Outcome(String name, int count) {}

  /** What this share of those who got a ticket did not exceed. */
  double percentile(double share) {
    List<Double> sorted = shape.millis();
    return sorted.get((int) Math.min(sorted.size() - 1L, (long) (share * sorted.size())));
  }
}
