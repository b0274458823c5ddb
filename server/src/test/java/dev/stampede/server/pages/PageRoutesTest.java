package dev.stampede.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.RunningServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the files of the pages, as a browser fetches them. */
final class PageRoutesTest {

  /** All that a buyer loads before the seat map, compressed. */
  private static final int MAX_BYTES_BEFORE_THE_MAP = 120 * 1024;

  /** The scripts of third parties: one file each, without imports. */
  private static final List<String> OTHERS = List.of("/lit-html.js", "/chart.js");

  private static final Pattern LINKED = Pattern.compile("(?:href|src)=\"(/assets/[^\"]*)\"");
  private static final Pattern IMPORTED =
      Pattern.compile("(?:from|import) ?\\(?\"(\\./[^\"]+)\"\\)?");

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void everyAddressAnswersWithTheSameDocument() throws Exception {
    String document = server.get("/").body();

    for (String address : PageRoutes.ADDRESSES) {
      HttpResponse<String> answer = server.get(address.replace("{id}", "17"));
      assertThat(answer.statusCode()).as(address).isEqualTo(200);
      assertThat(answer.body()).as(address).isEqualTo(document);
      assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-cache");
    }
  }

  @Test
  void everyAddressOfTheConsoleAnswersWithItsOwnDocument() throws Exception {
    String document = server.get("/console").body();

    assertThat(document).contains("data-role=\"operator\"").isNotEqualTo(server.get("/").body());
    for (String address : PageRoutes.CONSOLE_ADDRESSES) {
      assertThat(server.get(address.replace("{id}", "17")).body()).as(address).isEqualTo(document);
    }
  }

  @Test
  void theModulesKnowTheSameAddresses() throws Exception {
    assertThat(addressesIn("routes.js")).isEqualTo(PageRoutes.ADDRESSES);
    assertThat(addressesIn("console-routes.js")).isEqualTo(PageRoutes.CONSOLE_ADDRESSES);
  }

  private static List<String> addressesIn(String module) throws Exception {
    return found(Pattern.compile("\\[\"(/[^\"]*)\","), server.get("/assets/any/" + module).body())
        .map(template -> template.replaceAll(":(\\w+)", "{$1}"))
        .toList();
  }

  @Test
  void everyFileThatTheDocumentNeedsIsThereAndMayBeKeptForGood() throws Exception {
    for (String file : all()) {
      HttpResponse<String> answer = server.get(file);
      assertThat(answer.statusCode()).as(file).isEqualTo(200);
      assertThat(answer.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
    }
  }

  @Test
  void theFilesBeforeTheSeatMapStayBelowTheSizeLimit() throws Exception {
    Map<String, Integer> sizes = fetched("/", file -> !file.contains("/seat"));

    assertThat(sizes.keySet())
        .anyMatch(file -> file.endsWith("/wait.js"))
        .anyMatch(file -> file.endsWith("/lit-html.js"))
        .noneMatch(file -> file.endsWith("/seat-map.js"))
        .noneMatch(file -> file.contains("/console"))
        .noneMatch(file -> file.endsWith("/chart.js"));
    assertThat(sizes.values().stream().mapToInt(size -> size).sum())
        .as("bytes of %s", sizes)
        .isLessThan(MAX_BYTES_BEFORE_THE_MAP);
  }

  @Test
  void aServerOfAnotherEditionGivesWhatItHasButNotToBeKept() throws Exception {
    HttpResponse<String> answer = server.get("/assets/another/app.js");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-cache");
    assertThat(server.get("/assets/another/no-such.js").statusCode()).isEqualTo(404);
    assertThat(server.get("/assets/another/index.html").statusCode()).isEqualTo(404);
  }

  @Test
  void everyFileInTheFolderIsServed() throws Exception {
    Path folder = Path.of(PageFiles.class.getClassLoader().getResource("pages").toURI());
    Set<String> served =
        all().stream()
            .map(path -> path.substring(path.lastIndexOf('/') + 1))
            .collect(Collectors.toSet());
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      assertThat(served)
          .contains("lit-html.js", "chart.js")
          .containsAll(names.stream().filter(name -> !name.endsWith(".html")).toList());
    }
  }

  @Test
  void noFileNamesAnotherSiteOrHidesAStyleInAMarkup() throws Exception {
    for (String file : all()) {
      if (OTHERS.stream().anyMatch(file::endsWith)) {
        continue;
      }
      assertThat(server.get(file).body().replace("http://www.w3.org/2000/svg", ""))
          .as(file)
          .doesNotContain("http:", "https:", " style=\"", "innerHTML", "eval(");
    }
  }

  /** All that either document leads to. */
  private static Set<String> all() throws IOException, InterruptedException {
    Set<String> files = new LinkedHashSet<>(fetched("/", file -> true).keySet());
    files.addAll(fetched("/console", file -> true).keySet());
    return files;
  }

  /** Follows the document and its modules as a browser does: paths with their compressed sizes. */
  private static Map<String, Integer> fetched(String document, Predicate<String> wanted)
      throws IOException, InterruptedException {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    Deque<String> open = new ArrayDeque<>();
    found(LINKED, server.get(document).body()).forEach(open::add);
    while (!open.isEmpty()) {
      String path = open.remove();
      if (!wanted.test(path) || sizes.containsKey(path)) {
        continue;
      }
      sizes.put(path, compressedSize(path));
      if (path.endsWith(".js") && OTHERS.stream().noneMatch(path::endsWith)) {
        found(IMPORTED, server.get(path).body())
            .forEach(name -> open.add(URI.create(path).resolve(name).toString()));
      }
    }
    return sizes;
  }

  private static Stream<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult result) -> result.group(1));
  }

  private static int compressedSize(String path) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              server.to(path).header("Accept-Encoding", "gzip").build(), BodyHandlers.ofByteArray())
          .body()
          .length;
    }
  }
}
