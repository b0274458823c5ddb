package dev.stampede.prove.check;

import dev.stampede.prove.check.judge.SmallHistory;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the checker: {@code generate FOLDER CALLS} writes the record of a sale at random that
 * keeps all promises, and {@code check FOLDER} checks it and prints the time that each query took.
 * The two are apart, so that the checker's memory is measured alone.
 */
public final class CheckerMeasurement {

  private static final int SHOWS = 20;
  private static final int SEATS = 400;
  private static final int BUYERS = 2_000;

  /** 1,000 calls a second, of which a few dozen overlap. */
  private static final ModelClients.Pace PACE = new ModelClients.Pace(10_000_000, 1_000, 40_000, 0);

  private CheckerMeasurement() {}

  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[1]);
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    switch (arguments[0]) {
      case "generate" -> generate(folder, Integer.parseInt(arguments[2]));
      case "check" -> {
        CheckedRecord verdict = Checker.check(folder, out);
        verdict
            .broken()
            .forEach(one -> out.println(one.name() + ": " + one.shown().getFirst().print()));
        out.printf(
            "%,d calls, %d violations, %d s, %d MB of heap%n",
            verdict.calls(),
            verdict.violations(),
            verdict.took().toSeconds(),
            Runtime.getRuntime().totalMemory() >> 20);
      }
      default -> throw new IllegalArgumentException("generate FOLDER CALLS, or check FOLDER");
    }
  }

  private static void generate(Path folder, int count) {
    SaleModel model = new SaleModel(1, SHOWS, SEATS);
    List<String> buyers = new ArrayList<>();
    for (int i = 0; i < BUYERS; i++) {
      buyers.add("h1-b" + i);
    }
    RecordWriter writer = new RecordWriter(folder);
    writer.calls(recorder -> new ModelClients(model, buyers, PACE, 1, recorder::record).run(count));
    SmallHistory rows = model.history(List.of());
    writer.rows(rows);
    if (!Files.isDirectory(writer.close())) {
      throw new IllegalStateException(folder + " was not written");
    }
  }
}
