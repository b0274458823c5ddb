package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Comments and tests name their subject, so that a newcomer reads them once. */
final class LanguageTest {

  private static final double MOST = 0.03;

  private static final Pattern HEADLESS =
      Pattern.compile("What|Who|Whoever|Whose|Whom|How|Whether|That|Whatever");

  /** The first words of a Javadoc. */
  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*\\s+(?:\\*\\s+)?([A-Za-z]+)");

  /** A test's name, and the word that it opens with. */
  private static final Pattern TEST =
      Pattern.compile(
          "@(?:Test|ParameterizedTest|Property|RepeatedTest|Example)\\b[^;{]*?\\bvoid (([a-z]+)\\w*)\\(");

  private static final Pattern HEADLESS_TEST =
      Pattern.compile("what|who|whoever|whose|whom|how|whether|that|whatever|which");

  @Test
  void testsAreNamedForTheirSubject() throws IOException {
    int all = 0;
    List<String> found = new ArrayList<>();
    for (Path source : sources()) {
      Matcher test = TEST.matcher(Files.readString(source, UTF_8));
      while (test.find()) {
        all++;
        if (HEADLESS_TEST.matcher(test.group(2)).matches()) {
          found.add(source.getFileName() + ": " + test.group(1));
        }
      }
    }
    assertThat(all).isGreaterThan(1_500);
    assertThat(found).as("of %d", all).hasSizeLessThan((int) (all * MOST));
  }

  @Test
  void commentsOpenWithTheirSubject() throws IOException {
    int all = 0;
    List<String> found = new ArrayList<>();
    for (Path source : sources()) {
      Matcher opening = JAVADOC.matcher(Files.readString(source, UTF_8));
      while (opening.find()) {
        all++;
        if (HEADLESS.matcher(opening.group(1)).matches()) {
          found.add(source.getFileName() + ": " + opening.group(1));
        }
      }
    }
    assertThat(all).isGreaterThan(1_000);
    assertThat(found).as("of %d", all).hasSizeLessThan((int) (all * MOST));
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules =
        Files.find(Repository.ROOT, 2, (each, _) -> Files.exists(each.resolve("src")))) {
      for (Path module : modules.toList()) {
        try (Stream<Path> files = Files.walk(module.resolve("src"))) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
      }
    }
    return sources;
  }
}
