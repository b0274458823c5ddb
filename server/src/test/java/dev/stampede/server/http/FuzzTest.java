package dev.stampede.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.RawHttp;
import dev.stampede.server.RunningServer;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Sends over a thousand random requests: no answer is a 500 or betrays anything of the inside,
 * every refusal is a problem, and the server goes on. The seeds are fixed.
 */
final class FuzzTest {

  private static final Pattern INSIDE =
      Pattern.compile(
          "Exception|Error:|\\bat [a-z]+\\.|dev\\.stampede|helidon|jackson|nimbus|java\\.|\\.java");

  private static final String GOOD_BODY = "{\"sub\":\"alice\",\"roles\":[\"buyer\",\"operator\"]}";

  private static final RunningServer server = RunningServer.start();

  @AfterContainer
  static void stop() throws Exception {
    assertThat(server.echo("[1]").body()).isEqualTo("[1]");
    server.close();
  }

  @Property(tries = 400, seed = "1", shrinking = ShrinkingMode.OFF)
  void brokenBodies(@ForAll("bodies") byte[] body, @ForAll("bodyRoutes") String path)
      throws Exception {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(
        RawHttp.head(
                "POST " + path, "Content-Type: application/json", "Content-Length: " + body.length)
            .getBytes(ISO_8859_1));
    request.writeBytes(body);
    assertCivil(request.toByteArray());
  }

  @Property(tries = 150, seed = "2", shrinking = ShrinkingMode.OFF)
  void fieldsOfWrongTypes(@ForAll("values") String sub, @ForAll("values") String roles)
      throws Exception {
    String body = "{\"sub\":%s,\"roles\":%s}".formatted(sub, roles);
    var answer = server.post("/api/v1/dev/tokens", body);
    assertThat(answer.statusCode()).as(body).isIn(201, 400, 422);
    assertThat(INSIDE.matcher(answer.body()).find()).as(answer.body()).isFalse();
  }

  @Property(tries = 400, seed = "3", shrinking = ShrinkingMode.OFF)
  void brokenRequestLinesAndHeaders(@ForAll("requests") byte[] request) throws Exception {
    assertCivil(request);
  }

  @Property(tries = 200, seed = "4", shrinking = ShrinkingMode.OFF)
  void oddPaths(@ForAll("methods") String method, @ForAll("paths") String path) throws Exception {
    assertCivil(RawHttp.head(method + " " + path).getBytes(UTF_8));
  }

  @Property(tries = 200, seed = "5", shrinking = ShrinkingMode.OFF)
  void badChunks(@ForAll("chunks") String chunks) throws Exception {
    assertCivil(RawHttp.echo("Transfer-Encoding: chunked").concat(chunks).getBytes(ISO_8859_1));
  }

  private static void assertCivil(byte[] request) throws Exception {
    RawHttp answer = RawHttp.exchange(server, request);
    if (!answer.isAnswer()) {
      return;
    }
    String sent = new String(request, ISO_8859_1);
    for (String one : answer.text().split("(?=HTTP/1\\.1 [1-5]\\d\\d )", -1)) {
      RawHttp part = new RawHttp(one);
      assertThat(part.status()).as(sent).isNotEqualTo(500).isNotEqualTo(503);
      assertThat(INSIDE.matcher(one).find()).as("%s%n%s", sent, one).isFalse();
      if (part.status() >= 400) {
        assertThat(one).as(sent).contains("Content-Type: application/problem+json");
      }
    }
  }

  @Provide
  Arbitrary<String> bodyRoutes() {
    return Arbitraries.of("/api/v1/dev/tokens", "/api/v1/dev/echo");
  }

  /** Good JSON cut short, with bytes changed or put in; and things no parser likes. */
  @Provide
  Arbitrary<byte[]> bodies() {
    byte[] good = GOOD_BODY.getBytes(UTF_8);
    Arbitrary<Integer> place = Arbitraries.integers().between(0, good.length - 1);
    Arbitrary<Byte> anyByte = Arbitraries.bytes();
    return Arbitraries.oneOf(
        place.map(end -> java.util.Arrays.copyOf(good, end)),
        Combinators.combine(place, anyByte).as((at, with) -> changed(good, at, with)),
        Combinators.combine(place, anyByte, anyByte)
            .as((at, one, two) -> changed(changed(good, at, one), (at * 7) % good.length, two)),
        Arbitraries.integers().between(1, 3_000).map(n -> "[".repeat(n).getBytes(UTF_8)),
        Arbitraries.integers().between(1, 3_000).map(n -> "{\"a\":".repeat(n).getBytes(UTF_8)),
        Arbitraries.integers().between(1, 3_000).map(n -> "9".repeat(n).getBytes(UTF_8)),
        Arbitraries.integers().between(1, 999_999_999).map(n -> ("-1e" + n).getBytes(UTF_8)),
        Arbitraries.strings().ofMaxLength(50).map(s -> ("\"" + s + "\"").getBytes(UTF_8)),
        anyByte.array(byte[].class).ofMaxSize(60),
        anyByte
            .array(byte[].class)
            .ofMaxSize(20)
            .map(b -> ("\"" + new String(b, ISO_8859_1) + "\"").getBytes(ISO_8859_1)));
  }

  private static byte[] changed(byte[] good, int at, byte with) {
    byte[] copy = good.clone();
    copy[at] = with;
    return copy;
  }

  @Provide
  Arbitrary<String> values() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "null",
            "true",
            "{}",
            "[]",
            "[[]]",
            "[null]",
            "[1]",
            "[{}]",
            "[\"buyer\"]",
            "\"alice\"",
            "\"\"",
            "\" \"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"\\u202e\"",
            "1e400",
            "-0",
            "1E+999999999",
            "{\"sub\":{\"sub\":[]}}"),
        Arbitraries.longs().map(String::valueOf),
        Arbitraries.doubles().map(String::valueOf),
        Arbitraries.integers().between(0, 2_000).map(n -> "\"" + "x".repeat(n) + "\""));
  }

  /** A good request with bytes changed or cut, lines doubled, headers of all kinds put in. */
  @Provide
  Arbitrary<byte[]> requests() {
    String good = RawHttp.echo("Content-Length: " + GOOD_BODY.length()) + GOOD_BODY;
    byte[] bytes = good.getBytes(ISO_8859_1);
    int head = good.indexOf("\r\n\r\n");
    Arbitrary<Integer> place = Arbitraries.integers().between(0, head);
    Arbitrary<String> header =
        Arbitraries.oneOf(
            Arbitraries.of(
                "Content-Length: 99999999999999999999",
                "Content-Length: 0x10",
                "Content-Length:",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: \tchunked",
                "Host: a\r\nHost: b",
                "Host: [::1",
                "Host: localhost:99999999",
                "Expect: 200-maybe",
                "Expect: 100-continue",
                "Connection: upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA",
                "Upgrade: websocket",
                "Authorization: Bearer",
                "Authorization: Bearer a.b.c",
                "Authorization: Bearer eyJhbGciOiJub25lIn0.e30.",
                "Authorization: Basic eA==",
                "Authorization: Bearer " + "x".repeat(5_000),
                "Cookie: stampede-session=1.2.3; ;;=",
                "Content-Type: ;;;",
                "Content-Encoding: br, gzip",
                " folded: line",
                ": noname",
                "no colon",
                "Accept-Encoding: \u00e9\u00ff",
                "X-Forwarded-For: ,,,",
                "X-Request-Id: <script>"),
            Arbitraries.integers().between(1, 40_000).map(n -> "X-Big: " + "b".repeat(n)),
            Arbitraries.integers()
                .between(1, 3_000)
                .map(n -> "X-Many: 1\r\n".repeat(n).concat("X-End: 1")),
            Arbitraries.strings().withCharRange('\u0000', '\u00ff').ofMaxLength(30));
    return Arbitraries.oneOf(
        place.map(end -> java.util.Arrays.copyOf(bytes, end)),
        Combinators.combine(place, Arbitraries.bytes()).as((at, with) -> changed(bytes, at, with)),
        header.map(h -> good.replace("\r\n\r\n", "\r\n" + h + "\r\n\r\n").getBytes(ISO_8859_1)),
        Arbitraries.strings()
            .withCharRange('\u0000', '\u00ff')
            .ofMaxLength(80)
            .map(s -> (s + "\r\n\r\n").getBytes(ISO_8859_1)),
        Arbitraries.of(
                "GET",
                "GET /",
                "GET / HTTP/9.9",
                "GET / HTTP/1.0",
                "GET  / HTTP/1.1",
                "GET / HTTP/1.1 ",
                " GET / HTTP/1.1",
                "G\u0000T / HTTP/1.1",
                "PRI * HTTP/2.0\r\n\r\nSM",
                "\u0016\u0003\u0001",
                "OPTIONS * HTTP/1.1",
                "CONNECT localhost:1 HTTP/1.1",
                "GET http://elsewhere/ HTTP/1.1",
                "TRACE / HTTP/1.1",
                "\r\n\r\nGET / HTTP/1.1")
            .map(line -> (line + "\r\nHost: localhost\r\n\r\n").getBytes(ISO_8859_1)));
  }

  @Provide
  Arbitrary<String> methods() {
    return Arbitraries.of("GET", "HEAD", "POST", "DELETE", "PATCH", "OPTIONS", "BREW", "get");
  }

  @Provide
  Arbitrary<String> paths() {
    Arbitrary<String> piece =
        Arbitraries.oneOf(
            Arbitraries.of(
                "..", ".", "", "%00", "%2e%2e", "%2F", "%c0%ae", "%ff", "%zz", "%", ";a=b", "docs",
                "api", "v1", "session", "dev", "echo", "a\\b", "\u00e9", "<x>", "\"", "{id}", "*"),
            Arbitraries.strings().withCharRange('!', '~').ofMaxLength(8));
    Arbitrary<String> query =
        Arbitraries.of(
            "", "?", "?a", "?a=%zz", "?%00", "?a=1&a=2", "#f", "?#", "?\u00e9", "?a=%ff");
    return Combinators.combine(piece.list().ofMaxSize(8), query)
        .as((pieces, q) -> "/" + String.join("/", pieces) + q);
  }

  @Provide
  Arbitrary<String> chunks() {
    Arbitrary<String> piece =
        Arbitraries.of(
            "1\r\n[\r\n",
            "2\r\n1]\r\n",
            "0\r\n\r\n",
            "0\r\n",
            "\r\n",
            "-1\r\n",
            "ffffffff\r\n",
            "7fffffff\r\n",
            "fffffffffffffffff\r\n",
            "1;ext=1\r\n[\r\n",
            "1 \r\n[\r\n",
            "g\r\n",
            "1\n[\n",
            "3\r\n[",
            "0\r\nTrailer: x\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n");
    return piece.list().ofMaxSize(6).map((List<String> pieces) -> String.join("", pieces));
  }
}
