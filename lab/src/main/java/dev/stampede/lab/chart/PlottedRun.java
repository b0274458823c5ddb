package dev.stampede.lab.chart;

import java.util.List;

/**
 * One run in a plot.
 *
 * @param name as it is written beside its mark
 * @param classes its colour
 */
public record PlottedRun(String name, String classes, Shape shape) {

  /**
   * The figures of a run that plots draw.
   *
   * @param rate tickets a second
   * @param millis how long each buyer who got a ticket waited for it
   * @param outcomes how many came to each end, in the order of the legend
   * @param order for each buyer, in the order of arrival: their rank among those served
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

  /** Returns the wait that this share of the buyers with a ticket did not exceed. */
  double percentile(double share) {
    List<Double> sorted = shape.millis();
    return sorted.get((int) Math.min(sorted.size() - 1L, (long) (share * sorted.size())));
  }
}
