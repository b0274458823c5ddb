package dev.stampede.bench;

import java.util.List;

/**
 * What a benchmark found.
 *
 * @param notes for the table alone: what is to be read beside it and was not measured
 * @param failed what could not be measured; all else was
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
