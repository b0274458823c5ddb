package dev.stampede.bench.cost;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts by name, as they stood at a moment; two of these around a run tell what the run used. */
public record Counters(SortedMap<String, Double> values) {

  static Counters none() {
    return new Counters(new TreeMap<>());
  }

  void add(String name, double value) {
    values.merge(name, value, Double::sum);
  }

  public double of(String name) {
    return values.getOrDefault(name, 0.0);
  }

  public double sum() {
    return values.values().stream().mapToDouble(value -> value).sum();
  }

  /** Returns the increase since then; a name that was not there before counted nothing. */
  public Counters since(Counters before) {
    Counters difference = none();
    values.forEach((name, value) -> difference.add(name, value - before.of(name)));
    return difference;
  }

  /** The largest few, and all others as one. */
  public Counters largest(int count, String others) {
    Counters kept = none();
    List<Map.Entry<String, Double>> sorted =
        values.entrySet().stream()
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .toList();
    for (int i = 0; i < sorted.size(); i++) {
      kept.add(i < count ? sorted.get(i).getKey() : others, sorted.get(i).getValue());
    }
    return kept;
  }
}
