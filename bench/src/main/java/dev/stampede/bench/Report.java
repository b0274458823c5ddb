package dev.stampede.bench;

import java.util.List;

/** What a benchmark found. */
public record Report(String name, List<Row> rows, List<Ratio> ratios) {

  public Report {
    rows = List.copyOf(rows);
    ratios = List.copyOf(ratios);
  }
}
