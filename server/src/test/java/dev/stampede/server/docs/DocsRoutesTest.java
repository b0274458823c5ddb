package dev.stampede.server.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleServer;
import dev.stampede.server.ServerClient;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Route;
import dev.stampede.server.pages.PageRoutes;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class DocsRoutesTest {

  private static final Pattern PATH_OR_METHOD =
      Pattern.compile("(?m)^  (/\\S*):$|^    (get|post|put|patch|delete):$");

  private static SaleServer sale;
  private static ServerClient server;

  @BeforeAll
  static void start() {
    sale = SaleServer.start();
    server = sale.http();
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  @Test
  void theDescriptionAndTheRoutesAreTheSame() throws Exception {
    Set<String> described = new TreeSet<>();
    String description = server.get("/openapi.yaml").body();
    Matcher line =
        PATH_OR_METHOD.matcher(description.substring(0, description.indexOf("\ncomponents:")));
    String path = "";
    while (line.find()) {
      if (line.group(1) != null) {
        path = line.group(1);
      } else {
        described.add(line.group(2) + " " + path);
      }
    }
    Set<String> offered =
        sale.routes().stream()
            .filter(route -> !isPartOfAPage(route))
            .map(
                route -> route.method().toLowerCase(java.util.Locale.ROOT) + " " + route.template())
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(described).isEqualTo(offered).isNotEmpty();
  }

  /** The description names the pages of buyers and of operators by their first address alone. */
  private static boolean isPartOfAPage(Route route) {
    return PageRoutes.ADDRESSES.stream().skip(1).anyMatch(route.template()::equals)
        || PageRoutes.CONSOLE_ADDRESSES.stream().skip(1).anyMatch(route.template()::equals)
        || route.template().equals(PageRoutes.FILES)
        || route.template().endsWith(".css")
        || route.template().endsWith(".js");
  }

  @Test
  void everyProblemHasItsOwnAddress() {
    assertThat(ProblemType.values()).extracting(ProblemType::uri).doesNotHaveDuplicates();
    assertThat(ProblemType.SEAT_TAKEN.uri()).isEqualTo("/problems/seat-taken");
  }

  @Test
  void pagesLoadNothingFromOutsideAndHaveNoScriptInThem() throws Exception {
    for (String page : new String[] {"/", "/console", "/docs"}) {
      HttpResponse<String> answer = server.get(page);
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
      assertThat(answer.body())
          .doesNotContain("http:", "https:", "//", " style=", " onclick")
          .doesNotContainPattern("<script(?![^>]* src=)");
      Matcher link = Pattern.compile("(?:href|src)=\"(/[^\"]*)\"").matcher(answer.body());
      while (link.find()) {
        assertThat(server.get(link.group(1)).statusCode()).as(link.group(1)).isEqualTo(200);
      }
    }
    assertThat(server.get("/docs/swagger-ui-bundle.js").body()).hasSizeGreaterThan(1_000_000);
  }

  @Test
  void aFileIsNotSentAgainToWhoHasIt() throws Exception {
    HttpResponse<String> first = server.get("/openapi.yaml");
    String tag = first.headers().firstValue("ETag").orElseThrow();
    HttpResponse<String> again =
        server.send(server.to("/openapi.yaml").header("If-None-Match", tag));

    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(again.headers().firstValue("ETag")).hasValue(tag);
    for (String kept : new String[] {"*", "\"other\", W/" + tag}) {
      assertThat(server.send(server.to("/openapi.yaml").header("If-None-Match", kept)).statusCode())
          .as(kept)
          .isEqualTo(304);
    }
    assertThat(
            server
                .send(server.to("/openapi.yaml").header("If-None-Match", "\"other\""))
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void aClientThatAcceptsGzipGetsTheSameFileCompressed() throws Exception {
    String plain = server.get("/openapi.yaml").body();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> zipped =
          client.send(
              server.to("/openapi.yaml").header("Accept-Encoding", "br, gzip").build(),
              BodyHandlers.ofByteArray());
      assertThat(zipped.headers().firstValue("Content-Encoding")).hasValue("gzip");
      assertThat(zipped.headers().firstValue("Vary")).hasValue("Accept-Encoding");
      assertThat(zipped.body().length).isLessThan(plain.length() / 2);
      byte[] unzipped = new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes();
      assertThat(new String(unzipped, UTF_8)).isEqualTo(plain);
    }
    HttpResponse<String> refused =
        server.send(server.to("/openapi.yaml").header("Accept-Encoding", "gzip;q=0, *"));
    assertThat(refused.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(refused.body()).isEqualTo(plain);
  }
}
