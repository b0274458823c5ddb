package dev.stampede.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.bench.report.ProgressPrinter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
final class AllBenchmarksTest {

  private final StringWriter said = new StringWriter();

  @TempDir private Path folder;

  @Test
  void oneThatFailsDoesNotKeepTheOthersFromBeingRunAndRecorded() throws Exception {
    Path launcher = folder.resolve("launcher");
    Files.writeString(
        launcher,
        """
        #!/bin/sh
        echo "$*" >>"%s/asked"
        [ "$2" != broken ]
        """
            .formatted(folder));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();

    List<String> failed =
        new AllBenchmarks(launcher, true, folder, new ProgressPrinter(new PrintWriter(said)))
            .run(List.of("first", "broken", "last"), LocalDate.of(2026, 1, 2));

    assertThat(failed).containsExactly("broken");
    assertThat(said.toString()).contains("bench broken FAILED");
    assertThat(Files.readAllLines(folder.resolve("asked")))
        .containsExactly(
            "bench first --quick --json %s/2026-01-02-first.json".formatted(folder),
            "bench broken --quick --json %s/2026-01-02-broken.json".formatted(folder),
            "bench last --quick --json %s/2026-01-02-last.json".formatted(folder));
  }
}
