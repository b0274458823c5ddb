package dev.stampede.bench;

import java.util.List;

/**
 * What a benchmark found.
 *
 * @param notes for the table alone: what is to be read beside it and was not measured
 */
public record Report(String name, List<Row> rows, List<Ratio> ratios, List<String> notes) {

  public Report {
    rows = List.copyOf(rows);
    ratios = List.copyOf(ratios);
    notes = List.copyOf(notes);
  }

  public Report(String name, List<Row> rows, List<Ratio> ratios) {
    this(name, rows, ratios, List.of());
  }
}
