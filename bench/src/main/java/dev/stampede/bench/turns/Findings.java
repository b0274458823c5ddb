package dev.stampede.bench.turns;

import dev.stampede.bench.report.Failed;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Ratio;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.report.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The findings of the parts of a run so far, in their order. */
public final class Findings {

  private static final double FOR_THE_RECORD = 0;

  private final List<Row> rows = new ArrayList<>();
  private final List<Ratio> ratios = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, Failed> failed = new LinkedHashMap<>();

  /** A part of a run that others do not need. */
  @FunctionalInterface
  public interface Part {
    void run() throws Exception;
  }

  /** Runs a part; if it breaks, that is noted and the other parts go on. */
  public void part(String name, ProgressPrinter journal, Part part) throws InterruptedException {
    try {
      part.run();
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception e) {
      Failed broken = new Failed(name, String.valueOf(e.getMessage()));
      journal.say(broken.toString());
      failed(broken);
    }
  }

  /** Notes what could not be measured; the run goes on and ends as failed. */
  void failed(Failed broken) {
    failed.putIfAbsent(broken.name(), broken);
  }

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

  /** Adds a remark to read beside the figures. */
  public void note(String note) {
    notes.add(note);
  }

  public Report report(String name) {
    return new Report(name, rows, ratios, notes, List.copyOf(failed.values()));
  }
}
