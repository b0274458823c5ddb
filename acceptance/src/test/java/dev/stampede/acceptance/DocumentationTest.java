package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.bench.figures.FigureTable;
import dev.stampede.server.config.Definition;
import dev.stampede.server.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the documentation with the code, so that neither changes without the other. */
final class DocumentationTest {

  private static final Pattern SETTING_ROW =
      Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| [^|]+ \\| ([^|]+) \\| ([^|]+) \\|$");
  private static final Pattern LINK = Pattern.compile("\\[[^]]*]\\(([^)#\\s]+)(?:#[^)]*)?\\)");
  private static final Pattern TEST_NAME = Pattern.compile("`([A-Z][A-Za-z0-9]+Test)\\b");

  @Test
  void everySettingIsDocumentedWithItsLimitsAndDefaultAndNoOther() {
    List<Definition> documented =
        SETTING_ROW
            .matcher(Repository.read("docs/configuration.md"))
            .results()
            .map(row -> new Definition(row.group(1), row.group(2).strip(), row.group(3).strip()))
            .toList();

    assertThat(documented).containsExactlyInAnyOrderElementsOf(Settings.definitions());
  }

  @Test
  void everyLinkInTheDocumentationLeadsToAFile() throws IOException {
    for (Path page : Repository.pages()) {
      for (MatchResult link : LINK.matcher(Files.readString(page, UTF_8)).results().toList()) {
        String target = link.group(1);
        if (!target.contains("://")) {
          assertThat(page.resolveSibling(target)).as("linked from %s", page).exists();
        }
      }
    }
  }

  @Test
  void everyTestThatTheTraceabilityPageNamesExists() {
    Set<String> existing = Repository.javaClasses();
    List<String> missing =
        TEST_NAME
            .matcher(Repository.read("docs/traceability.md"))
            .results()
            .map(name -> name.group(1))
            .distinct()
            .filter(name -> !existing.contains(name))
            .toList();

    assertThat(missing).isEmpty();
  }

  /** {@code ./stampede bench table} writes them. */
  @Test
  void theFiguresOfTheReadmeAreThoseOfTheNewestRecordedRuns() {
    String readme = Repository.read("README.md");

    assertThat(readme).isEqualTo(FigureTable.filled(readme, Repository.file("bench/results")));
  }

  @Test
  void decisionsAreNumberedWithoutGaps() throws IOException {
    try (var files = Files.list(Repository.ROOT.resolve("docs/adr"))) {
      List<Integer> numbers =
          files
              .map(file -> Integer.valueOf(file.getFileName().toString().substring(0, 4)))
              .sorted()
              .toList();

      for (int i = 0; i < numbers.size(); i++) {
        assertThat(numbers.get(i)).isEqualTo(i + 1);
      }
    }
  }
}
