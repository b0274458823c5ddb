package dev.stampede.bench.claims;

import dev.stampede.bench.Ratio;
import dev.stampede.bench.Report;
import dev.stampede.bench.Row;
import java.util.ArrayList;
import java.util.List;

/** What the parts of a run have found so far, in their order. */
final class Findings {

  private static final double FOR_THE_RECORD = 0;

  private final List<Row> rows = new ArrayList<>();
  private final List<Ratio> ratios = new ArrayList<>();

  void row(Row row) {
    rows.add(row);
  }

  void ratio(String name, double value, double bar) {
    ratios.add(new Ratio(name, value, bar));
  }

  /** A figure that no bar judges. */
  void figure(String name, double value) {
    ratios.add(new Ratio(name, value, FOR_THE_RECORD));
  }

  Report report(String name) {
    return new Report(name, rows, ratios);
  }
}
