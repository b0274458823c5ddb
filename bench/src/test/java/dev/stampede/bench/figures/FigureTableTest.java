package dev.stampede.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FigureTableTest {

  private static final String PAGE =
      """
      before
      <!-- figures: written by ./stampede bench table -->
      | old |
      <!-- end of figures -->
      after
      """;

  @TempDir private Path results;

  @Test
  void eachLineIsOfTheNewestRunAndSaysWhenAndAtWhichCommit() throws IOException {
    record("2026-01-02", 80_874.9, 10.666, "");
    record("2026-01-01", 1, 1, "");

    String filled = FigureTable.filled(PAGE, results);

    assertThat(filled).startsWith("before\n").endsWith("after\n").doesNotContain("| old |");
    assertThat(filled)
        .contains(
            "| jobs on PostgreSQL against db-scheduler, 20 threads"
                + " | 80,900/s against 8,280/s: **10.7 ×**"
                + " | [2026-01-02](bench/results/2026-01-02-jobs.json) at `0123456` |")
        .contains("| `jobs` | 50 ms / p99 of enqueue to start | 0.23 | 1.00 | [2026-01-02]")
        .doesNotContain("Helidon");
    assertThat(FigureTable.filled(filled, results)).isEqualTo(filled);
  }

  @Test
  void aRunInWhichACaseBrokeIsPassedOver() throws IOException {
    record("2026-01-01", 80_874.9, 10.666, "");
    record("2026-01-02", 1, 1, ", \"failed\": [\"db-scheduler\"]");

    assertThat(FigureTable.filled(PAGE, results)).contains("80,900/s").contains("2026-01-01-jobs");
  }

  @Test
  void aPageWithoutAPlaceForThemIsRefused() {
    assertThatThrownBy(() -> FigureTable.filled("nothing", results))
        .hasMessageContaining("no place for figures");
  }

  private void record(String date, double rate, double ratio, String more) throws IOException {
    Files.writeString(
        results.resolve(date + "-jobs.json"),
        """
        {"name": "jobs", "commit": "0123456789abcdef", "cpus": 2,
         "rows": [{"case": "stampede", "ratePerSecond": %s},
                  {"case": "db-scheduler", "ratePerSecond": 8279.6}],
         "ratios": [{"name": "stampede / db-scheduler", "value": %s, "bar": 8, "holds": true},
                    {"name": "50 ms / p99 of enqueue to start", "value": 0.226, "bar": 1,
                     "holds": false}]%s}
        """
            .formatted(rate, ratio, more));
  }
}
