package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Comments, tests and texts name their subject, so that a newcomer reads them once. */
final class LanguageTest {

  private static final String RESOURCES = "server/src/main/resources/";

  private static final Pattern HEADLESS =
      Pattern.compile("(?i)\\s*(?:who|whoever|whose|whom|what|whatever|whether|how|where|that)\\b");

  private static final Pattern QUESTION = Pattern.compile("\\?[\"'\\s}]*$");

  /** The first word of a Javadoc. */
  private static final Pattern JAVADOC =
      Pattern.compile("/\\*\\*\\s+(?:\\*\\s+)?(?<text>[A-Za-z]+)");

  /** A test's name, and the word that it opens with. */
  private static final Pattern TEST =
      Pattern.compile(
          "@(?:Test|ParameterizedTest|Property|RepeatedTest|Example)\\b[^;{]*?\\bvoid"
              + " (?<name>(?<text>[a-z]+)\\w*)\\(");

  /** The first line of a text in the API's description. */
  private static final Pattern API_TEXT =
      Pattern.compile("\\b(?:description|summary):\\s+(?:[|>]-?\\s+)?[\"']?(?<text>[^\\n]+)");

  private static final Pattern PAGE_TEXT =
      Pattern.compile("([\"`])(?<text>(?:\\\\.|(?!\\1)[^\\\\])*+)\\1");

  private static final Pattern LITERAL = Pattern.compile("\"(?<text>(?:\\\\.|[^\"\\\\\\n])*+)\"");

  private static final Pattern LOG_LINE =
      Pattern.compile("\\blog\\s*\\.(?:trace|debug|info|warn|error)\\(\\s*" + LITERAL.pattern());

  /** The heading of an explanation, which readers look for by these words. */
  private static final String EXPLANATION = "How the line works";

  /** Simple names that several types share, each with its reason. */
  private static final Map<String, String> SHARED_NAMES =
      Map.of(
          "ExampleMain",
          "one runnable example for each library",
          "ReadmeTest",
          "one for each library's README");

  @Test
  void testsAreNamedForTheirSubject() throws IOException {
    int all = 0;
    List<String> found = new ArrayList<>();
    for (Path source : sources()) {
      for (MatchResult test : TEST.matcher(Files.readString(source, UTF_8)).results().toList()) {
        all++;
        String word = test.group("text");
        if (isHeadless(word) || word.equals("which")) {
          found.add(source.getFileName() + ": " + test.group("name"));
        }
      }
    }
    assertThat(all).isGreaterThan(1_500);
    assertThat(found).isEmpty();
  }

  @Test
  void commentsOpenWithTheirSubject() throws IOException {
    int all = 0;
    List<String> found = new ArrayList<>();
    for (Path source : sources()) {
      for (String word : texts(JAVADOC, Files.readString(source, UTF_8))) {
        all++;
        if (isHeadless(word)) {
          found.add(source.getFileName() + ": " + word);
        }
      }
    }
    assertThat(all).isGreaterThan(1_000);
    assertThat(found).isEmpty();
  }

  /** Texts of the API's description and of the pages, log lines, and metrics' descriptions. */
  @Test
  void textsOpenWithTheirSubject() throws IOException {
    List<String> all = new ArrayList<>();
    all.addAll(texts(API_TEXT, Repository.read(RESOURCES + "openapi.yaml")));
    for (String file : List.of("texts.en.js", "console-texts.en.js")) {
      all.addAll(texts(PAGE_TEXT, Repository.read(RESOURCES + "pages/" + file)));
    }
    for (Path source : sources()) {
      if (source.toString().contains("/src/main/")) {
        String code = Files.readString(source, UTF_8);
        all.addAll(texts(LOG_LINE, code));
        if (code.contains("MeterRegistry")) {
          all.addAll(texts(LITERAL, code));
        }
      }
    }
    all.removeIf(EXPLANATION::equals);

    assertThat(all).hasSizeGreaterThan(1_000);
    assertThat(all.stream().filter(LanguageTest::isHeadless)).isEmpty();
  }

  @Test
  void noTwoTypesShareANameWithoutAReason() throws IOException {
    Set<String> names = new HashSet<>();
    Set<String> shared = new TreeSet<>();
    for (Path source : sources()) {
      String name = source.getFileName().toString().replace(".java", "");
      if (!name.equals("package-info") && !names.add(name)) {
        shared.add(name);
      }
    }
    assertThat(names).hasSizeGreaterThan(1_000);
    assertThat(shared).isEqualTo(SHARED_NAMES.keySet());
  }

  /** True if the text opens with a pronoun instead of its subject, and asks nothing. */
  private static boolean isHeadless(String text) {
    return HEADLESS.matcher(text).lookingAt() && !QUESTION.matcher(text).find();
  }

  private static List<String> texts(Pattern pattern, String content) {
    return pattern.matcher(content).results().map(found -> found.group("text")).toList();
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
