package dev.stampede.lab;

import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.plan.WrongOptionException;
import dev.stampede.lab.report.LabEnvironment;
import dev.stampede.lab.report.Page;
import dev.stampede.lab.report.RunsJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The files that results go to besides the terminal. A file that cannot be written is refused
 * before the run.
 */
final class OutputOptions {

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  @Option(
      names = "--out",
      paramLabel = "PATH",
      description =
          "write the report: to a file that ends with .html, or else to a new folder with the page, its plots as SVG and runs.json")
  private @Nullable Path out;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "write the figures to this file as JSON")
  private @Nullable Path json;

  void refuseUnwritable() {
    if (out != null) {
      if (Files.exists(out)) {
        throw new WrongOptionException(
            "--out %s exists already; name another, or delete it".formatted(out));
      }
      refuseUnwritableFolder("--out", out);
    }
    if (json != null) {
      if (Files.isDirectory(json)) {
        throw new WrongOptionException("--json %s is a folder; name a file".formatted(json));
      }
      refuseUnwritableFolder("--json", json);
    }
  }

  private static void refuseUnwritableFolder(String option, Path path) {
    Path folder = path.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new WrongOptionException(
          "%s %s: its folder does not exist or cannot be written to; create it first"
              .formatted(option, path));
    }
  }

  /** A page nobody named gets a name of its own. */
  void nameOut() {
    if (out == null) {
      out =
          Path.of(
              "stampede-lab-%s.html"
                  .formatted(LocalDateTime.now(ZoneId.systemDefault()).format(STAMP)));
    }
  }

  void write(List<RunResult> runs, Optional<String> swept, PrintWriter terminal)
      throws IOException {
    if (runs.isEmpty()) {
      return;
    }
    LabEnvironment environment = LabEnvironment.here();
    String figures = RunsJson.render(runs, environment);
    if (json != null) {
      Files.writeString(json, figures);
      terminal.println("figures: " + json);
    }
    if (out != null) {
      Page page = new Page(runs, environment, swept);
      if (out.toString().endsWith(".html")) {
        Files.writeString(out, page.html());
        terminal.println("report: " + out);
      } else {
        page.writeTo(Files.createDirectory(out));
        Files.writeString(out.resolve("runs.json"), figures);
        terminal.println("report: " + out.resolve("index.html"));
      }
    }
  }
}
