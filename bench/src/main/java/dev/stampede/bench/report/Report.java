package dev.stampede.bench.report;

import java.util.List;

/**
 * The results of a benchmark.
 *
 * @param notes for the table alone: remarks to read beside it, which were not measured
 * @param failed cases that could not be measured; all others were
 */
public record Report(
    String name, List<Row> rows, List<Ratio> ratios, List<String> notes, List<Failed> failed) {

  public Report {
    rows = List.copyOf(rows);
    ratios = List.copyOf(ratios);
    notes = List.copyOf(notes);
    failed = List.copyOf(failed);
  }

  public Report(String name, List<Row> rows, List<Ratio> ratios, List<String> notes) {
    this(name, rows, ratios, notes, List.of());
  }

  public Report(String name, List<Row> rows, List<Ratio> ratios) {
    this(name, rows, ratios, List.of());
  }
}
