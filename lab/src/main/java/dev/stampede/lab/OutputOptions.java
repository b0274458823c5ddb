package dev.stampede.lab;

import dev.stampede.harness.JsonFile;
import dev.stampede.harness.RunEnvironment;
import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.plan.WrongOptionException;
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
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The file or folder of the report; one that cannot be written is refused before the run. */
final class OutputOptions {

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  @Option(
      names = "--out",
      paramLabel = "PATH",
      description =
          "write the report: to a file that ends with .html, or else to a new folder with the page, its plots as SVG and runs.json")
  private @Nullable Path out;

  void refuseUnwritable(CommandLine command) {
    if (out == null) {
      return;
    }
    if (Files.exists(out)) {
      throw new WrongOptionException(
          "--out %s exists already; name another, or delete it".formatted(out));
    }
    JsonFile.refuseUnwritableFolder(command, "--out " + out, out.toAbsolutePath().getParent());
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

  void write(List<RunResult> runs, Optional<String> swept, JsonFile json, PrintWriter terminal)
      throws IOException {
    if (runs.isEmpty()) {
      return;
    }
    RunEnvironment environment = RunEnvironment.here();
    String figures = RunsJson.render(runs, environment);
    json.write(() -> figures).ifPresent(file -> terminal.println("figures: " + file));
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
