package dev.stampede.bench.turns;

import dev.stampede.bench.Ratio;
import dev.stampede.bench.Report;
import dev.stampede.bench.Row;
import java.util.ArrayList;
import java.util.List;

/** What the parts of a run have found so far, in their order. */
public final class Findings {

  private static final double FOR_THE_RECORD = 0;

  private final List<Row> rows = new ArrayList<>();
  private final List<Ratio> ratios = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  public void row(Row row) {
    rows.add(row);
  }

  public void ratio(String name, double value, double bar) {
    ratios.add(new Ratio(name, value, bar));
  }

  /** A figure that no bar judges. */
  public void figure(String name, double value) {
    ratios.add(new Ratio(name, value, FOR_THE_RECORD));
  }

  /** What is to be read beside the figures. */
  public void note(String note) {
    notes.add(note);
  }

  public Report report(String name) {
    return new Report(name, rows, ratios, notes);
  }
}
