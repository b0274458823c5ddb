package dev.stampede.prove.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordedRunsTest {

  private static final String RUN =
      """
      {"seed": 1, "topology": "%s", "operations": %d, "unknown": 15, "loadSeconds": 100,
       "commit": "0123456", "faults": {"server-kill": %d, "%s": 1},
       "invariants": [{"name": "ledger", "checked": 7, "violations": %d}],
       "impacts": [{"kind": "server-kill", "injected": %d, "noticed": 1,
         "goodputPerSecond": {"before": 10.0, "during": %d, "after": 20},
         "noticedMedianMillis": 500, "recoveredMedianMillis": 1500, "recoveredWorstMillis": %d}]}
      """;

  @TempDir private Path folder;

  @Test
  void runsAreListedAndAddedUp() throws IOException {
    write("a.json", RUN.formatted("single", 1_000, 1, "redis-kill", 0, 1, 4, 9_000));
    write("b.json", RUN.formatted("cluster", 2_000, 3, "kafka-kill", 2, 3, 8, 30_000));
    write("README.md", "no run");

    assertThat(RecordedRuns.in(folder).page())
        .contains(
            "| [`a.json`](a.json) at `0123456` | single | 1,000 | 10 | 1.5 % | 2 | 2 | 0 |",
            "| **all** |  | 3,000 | 15 | 1.0 % | 6 | 3 | 2 |",
            "| `server-kill` | 4 | 10 / 7 / 20 | 50.0 % | 0.5 s | 1.5 s | 30.0 s |");
  }

  @Test
  void aFolderWithoutARunIsRefused() {
    assertThatThrownBy(() -> RecordedRuns.in(folder)).hasMessageContaining("--json FILE");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}
