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

/** Comments and test names name their subject, so that a newcomer reads them once. */
final class LanguageTest {

  private static final double MOST = 0.03;

  private static final String HEADLESS = "What|Who|Whoever|Whose|Whom|How|Whether|That|Whatever";

  /** The first words of a Javadoc. */
  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*\\s+(?:\\*\\s+)?([A-Za-z]+)");

  private static final Pattern TEST = Pattern.compile("@Test\\s+(?:@\\w+\\s+)*void (\\w+)\\(");

  @Test
  void commentsOpenWithTheirSubject() throws IOException {
    assertFewAreHeadless(JAVADOC, "(?:" + HEADLESS + ")");
  }

  @Test
  void testNamesOpenWithTheirSubject() throws IOException {
    assertFewAreHeadless(TEST, "(?i:" + HEADLESS + ")(?-i:[A-Z]).*");
  }

  private static void assertFewAreHeadless(Pattern openings, String headless) throws IOException {
    Pattern refused = Pattern.compile(headless);
    int all = 0;
    List<String> found = new ArrayList<>();
    for (Path source : sources()) {
      Matcher opening = openings.matcher(Files.readString(source, UTF_8));
      while (opening.find()) {
        all++;
        if (refused.matcher(opening.group(1)).matches()) {
          found.add(source.getFileName() + ": " + opening.group(1));
        }
      }
    }
    assertThat(all).isGreaterThan(1_000);
    assertThat(found).as("of %d", all).hasSizeLessThan((int) (all * MOST));
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Repository.ROOT)) {
      for (Path module : modules.filter(each -> Files.exists(each.resolve("src"))).toList()) {
        try (Stream<Path> files = Files.walk(module.resolve("src"))) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
      }
    }
    return sources;
  }
}
