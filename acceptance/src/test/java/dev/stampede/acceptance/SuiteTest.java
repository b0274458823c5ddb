package dev.stampede.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * In a whole run, most modules leave their tests to the module {@code suite}. One that is missing
 * there would not be tested at all, and nothing would turn red.
 *
 * <p>Seen to fail with the line of {@code consumer} removed.
 */
final class SuiteTest {

  private static final Pattern GATHERED =
      Pattern.compile("<directory>\\.\\./(.+)/target/test-classes</directory>");
  private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");

  /** In the pom of a module that always runs its tests itself. */
  private static final String BY_ITSELF = "<skipTests>false</skipTests>";

  @Test
  void aWholeRunTestsEveryModuleThatHasTests() throws IOException {
    List<String> left = new ArrayList<>();
    for (String module : matches(MODULE, "pom.xml")) {
      if (Files.isDirectory(Repository.file(module).resolve("src/test/java"))
          && !Repository.read(module + "/pom.xml").contains(BY_ITSELF)) {
        left.add(module);
      }
    }

    assertThat(left).contains("engine", "matchmaking/core").doesNotContain("acceptance");
    assertThat(matches(GATHERED, "suite/pom.xml")).containsExactlyInAnyOrderElementsOf(left);
  }

  private static List<String> matches(Pattern pattern, String file) throws IOException {
    return pattern.matcher(Repository.read(file)).results().map(match -> match.group(1)).toList();
  }
}
