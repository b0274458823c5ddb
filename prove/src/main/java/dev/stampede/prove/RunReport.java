package dev.stampede.prove;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.harness.RunEnvironment;
import dev.stampede.prove.check.CheckedRecord;
import dev.stampede.prove.check.Checker;
import dev.stampede.prove.history.RecordedFault;
import dev.stampede.prove.report.ProveJson;
import dev.stampede.prove.report.RecordFigures;
import dev.stampede.prove.report.ReportPage;
import dev.stampede.prove.report.RunFacts;
import dev.stampede.prove.report.RunMoments;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;

/** Checks the record of a run that is over, and writes the report beside it. */
final class RunReport {

  private static final String RECORD = "record";
  private static final String PAGE = "index.html";

  private final Path folder;
  private final PrintWriter out;

  /**
   * A report.
   *
   * @param folder has the record in {@code record}; gets the page
   */
  RunReport(Path folder, PrintWriter out) {
    this.folder = folder;
    this.out = out;
  }

  /** A checked record. */
  record Judged(CheckedRecord verdict, RunFacts run, RecordFigures figures, Path page) {

    String json() {
      return ProveJson.of(run, figures, verdict);
    }
  }

  /** Makes the place for a record in this folder; refuses one that has a record already. */
  static Path emptyRecord(Path folder) throws IOException {
    Path record = folder.resolve(RECORD);
    if (Files.exists(record.resolve("calls.tsv"))) {
      throw new IllegalStateException(
          "%s has the record of an earlier run; move it away or name another folder with --report"
              .formatted(folder));
    }
    return Files.createDirectories(record);
  }

  Judged make() throws IOException {
    Path record = folder.resolve(RECORD);
    CheckedRecord verdict = Checker.check(record, out);
    Properties run = new Properties();
    try (Reader file = Files.newBufferedReader(record.resolve("run.properties"), UTF_8)) {
      run.load(file);
    }
    RunMoments moments =
        new RunMoments(
            number(run, "faultsMicros"),
            number(run, "healedMicros"),
            number(run, "loadEndedMicros"));
    List<RecordedFault> faults = faults(record);
    RunFacts facts =
        new RunFacts(
            number(run, "seed"),
            run.getProperty("topology", ""),
            environment(run.getProperty("commit", "")),
            Duration.ofNanos(moments.loadEndedMicros() * 1000).plus(verdict.took()),
            moments,
            faults);
    RecordFigures figures = RecordFigures.of(record.resolve("calls.tsv"), faults, moments);
    Path page = folder.resolve(PAGE);
    Files.writeString(page, ReportPage.of(facts, figures, verdict), UTF_8);
    return new Judged(verdict, facts, figures, page);
  }

  /** The record may be checked by a later commit than the one that was run. */
  private static RunEnvironment environment(String commit) {
    RunEnvironment here = RunEnvironment.here();
    return commit.isEmpty()
        ? here
        : new RunEnvironment(commit, here.cpus(), here.machine(), here.java(), here.vm());
  }

  private static List<RecordedFault> faults(Path record) throws IOException {
    try (var lines = Files.lines(record.resolve("faults.tsv"), UTF_8)) {
      return lines.map(RecordedFault::parse).toList();
    }
  }

  private static long number(Properties run, String name) {
    return Long.parseLong(run.getProperty(name, "0"));
  }
}
