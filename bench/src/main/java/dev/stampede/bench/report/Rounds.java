package dev.stampede.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Measures cases in turns, A B C A B C, because a shared machine has good and bad minutes: a bad
 * one then falls on all cases, and the median leaves it out.
 */
public final class Rounds {

  /** One measurement of one case. */
  public interface Measurement<C, M> {
    M of(C subject) throws Exception;
  }

  private Rounds() {}

  /** Each case with its measurements, as many as there are rounds. */
  public static <C, M> Map<C, List<M>> alternate(
      List<C> cases, int rounds, Measurement<C, M> measurement) throws Exception {
    Map<C, List<M>> measured = new LinkedHashMap<>();
    cases.forEach(subject -> measured.put(subject, new ArrayList<>()));
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<C, List<M>> entry : measured.entrySet()) {
        entry.getValue().add(measurement.of(entry.getKey()));
      }
    }
    return measured;
  }

  /** The middle value; of an even number of values the mean of the two in the middle. */
  public static <M> double median(List<M> measured, ToDoubleFunction<M> value) {
    if (measured.isEmpty()) {
      throw new IllegalArgumentException(
          "no measurement to take the median of; run one round or more");
    }
    double[] sorted = measured.stream().mapToDouble(value).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
