package dev.stampede.server.http;

import static dev.stampede.server.http.AnswersTest.assertProblem;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.RawHttp;
import dev.stampede.server.RunningServer;
import dev.stampede.server.auth.Access;
import dev.stampede.testkit.Eventually;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class BodiesTest {

  /** The time that a busy machine may add to a time-out of less than a second. */
  private static final Duration SLACK = Duration.ofSeconds(20);

  private static RunningServer server;

  /** One component of each kind. */
  record Order(
      String name,
      int count,
      long points,
      boolean gift,
      List<Line> lines,
      @Nullable Instant at,
      @Nullable Integer limit) {
    Order {
      if (count > 8) {
        throw new IllegalArgumentException("count is %d; set 1..8".formatted(count));
      }
    }
  }

  record Line(String seat) {}

  private static final String GOOD =
      """
      {"name":"a","count":2,"points":9007199254740991,"gift":true,"lines":[{"seat":"A-1-1"}]}""";

  @BeforeAll
  static void start() {
    server =
        RunningServer.with(
            routes ->
                routes.post(
                    "/test/orders",
                    Access.anyone(),
                    request -> JsonAnswer.ok(request.body(Order.class))));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aBodyBecomesARecord() throws Exception {
    assertThat(server.post("/test/orders", GOOD).body())
        .isEqualTo(GOOD.replace("}]}", "}],\"at\":null,\"limit\":null}"));
    assertThat(
            server
                .post(
                    "/test/orders",
                    GOOD.replace("}]}", "}],\"at\":\"2030-01-31T20:30:00+01:00\",\"limit\":null}"))
                .body())
        .contains("\"at\":\"2030-01-31T19:30:00Z\"");
  }

  @Test
  void allWrongFieldsAreNamedAtOnceWithTheFix() throws Exception {
    HttpResponse<String> answer =
        server.post(
            "/test/orders",
            """
            {"name":5,"count":"5","points":1.5,"gift":null,"lines":[{"seat":1},7],"at":"noon","extra":1}\
            """);

    assertProblem(answer, 422, "invalid-field");
    assertThat(answer.body())
        .contains(
            "{\"field\":\"extra\",\"message\":\"extra is not a known field; known fields are at,",
            "{\"field\":\"name\",\"message\":\"name is 5; give a text\"}",
            "count is \\\"5\\\"; give a whole number, -2147483648..2147483647",
            "points is 1.5; give a whole number",
            "gift is null; give true or false",
            "{\"field\":\"lines[0].seat\",\"message\":\"lines[0].seat is 1; give a text\"}",
            "lines[1] is 7; give an object",
            "at is \\\"noon\\\"; give a time like");
  }

  @Test
  void missingFieldsAndWrongShapesAreNamed() throws Exception {
    assertThat(server.post("/test/orders", "{}").body()).contains("\"name is missing; give a text");
    assertThat(server.post("/test/orders", "[]").body())
        .contains("the body is a list; give an obj");
    assertThat(server.post("/test/orders", "null").body()).contains("the body is null");
    assertThat(server.post("/test/orders", GOOD.replace(":2", ":99999999999")).body())
        .contains("count is 99999999999; give a whole number");
    assertThat(server.post("/test/orders", GOOD.replace(":2", ":1e2")).statusCode()).isEqualTo(422);
  }

  @Test
  void aValueThatARecordRefusesGets422WithTheRecordsMessage() throws Exception {
    HttpResponse<String> answer = server.post("/test/orders", GOOD.replace(":2", ":9"));

    assertProblem(answer, 422, "invalid-field");
    assertThat(answer.body()).contains("count is 9; set 1..8");
  }

  @Test
  void brokenJsonIsMalformed() throws Exception {
    for (String broken :
        List.of(
            "",
            " ",
            "{",
            "[1,",
            "{\"a\":1}}",
            "1 2",
            "{\"a\":1,\"a\":2}",
            "{'a':1}",
            "[1,]",
            "NaN",
            "01",
            "\"\t\"",
            "[".repeat(33) + "]".repeat(33),
            "9".repeat(65),
            "{\"" + "n".repeat(129) + "\":1}",
            "/**/1")) {
      assertProblem(server.echo(broken), 400, "malformed-request");
    }
    assertThat(server.echo("{\"a\":\n[1,}").body()).contains("line 2, column");
  }

  @Test
  void theServerEchoesJsonWithinTheLimitsUnchanged() throws Exception {
    for (String json :
        List.of(
            "null",
            "0",
            "-0.10",
            "1E+400",
            "\"é😀\"",
            "{\"b\":[],\"a\":{}}",
            "123456789012345678901234567890",
            "[".repeat(32) + "]".repeat(32))) {
      assertThat(server.echo(json).body()).isEqualTo(json);
    }
  }

  @Test
  void onlyUtf8IsRead() throws Exception {
    for (byte[] body :
        new byte[][] {
          {'"', (byte) 0xC0, (byte) 0x80, '"'},
          {'"', (byte) 0xFF, '"'},
          {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'},
          {'"', (byte) 0xC3, '"'},
          "\"hi\"".getBytes(UTF_16),
          {'"', 0, '"'}
        }) {
      assertProblem(
          server.send(
              server
                  .to("/api/v1/dev/echo")
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofByteArray(body))),
          400,
          "malformed-request");
    }
  }

  @Test
  void onlyPlainJsonIsTaken() throws Exception {
    for (String type :
        List.of("text/plain", "application/xml", "application/json; charset=latin1", "json")) {
      assertProblem(echoAs("Content-Type", type), 415, "unsupported-media-type");
    }
    assertProblem(
        server.send(server.to("/api/v1/dev/echo").POST(BodyPublishers.ofString("1"))),
        415,
        "unsupported-media-type");
    assertThat(echoAs("Content-Type", "Application/JSON; charset=\"UTF-8\"").statusCode())
        .isEqualTo(200);
    assertProblem(
        server.send(
            server
                .to("/api/v1/dev/echo")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofString("1"))),
        415,
        "unsupported-media-type");
  }

  @Test
  void aBodyOverTheLimitIsRefusedHoweverItComes() throws Exception {
    String fits = "\"" + "x".repeat(64 * 1024 - 2) + "\"";
    String tooLarge = fits.replace("\"", "\"y");
    assertThat(server.echo(fits).body()).isEqualTo(fits);
    assertProblem(server.echo(tooLarge), 413, "too-large");
    String chunked = RawHttp.echo("Transfer-Encoding: chunked");
    assertThat(RawHttp.exchange(server, chunked + "7fffffff\r\nxx").status()).isEqualTo(413);
    StringBuilder many = new StringBuilder(chunked);
    for (int i = 0; i < 70; i++) {
      many.append("400\r\n").append("1".repeat(1024)).append("\r\n");
    }
    assertThat(RawHttp.exchange(server, many.toString()).status()).isEqualTo(413);
  }

  /** While the server closed without reading on, a client now and then saw a reset instead. */
  @Test
  void anOversizedBodyGets413InsteadOfAConnectionReset() throws Exception {
    String megabyte = "\"" + "x".repeat(1_000_000) + "\"";
    for (int i = 0; i < 30; i++) {
      assertProblem(server.echo(megabyte), 413, "too-large");
    }
  }

  @Test
  void chunksAreRead() throws Exception {
    String head = RawHttp.echo("Transfer-Encoding: chunked");
    RawHttp whole = RawHttp.exchange(server, head + "2\r\n[1\r\n3\r\n,2]\r\n0\r\n\r\n");
    assertThat(whole.body()).isEqualTo("[1,2]");
    for (String bad : List.of("zz\r\n[1\r\n", "-2\r\n[1\r\n", "2\r\n[1", "\r\n", "2\r\n[1]]]]")) {
      RawHttp answer = RawHttp.exchange(server, head + bad);
      assertThat(answer.status()).as(bad).isEqualTo(400);
      assertThat(answer.body()).contains("malformed-request");
    }
  }

  @Test
  void chunkedIsTheSameInAnyLetterCase() throws Exception {
    for (String coding : List.of("Chunked", "CHUNKED", "chunked ", "\tchunked")) {
      RawHttp answer =
          RawHttp.exchange(
              server, RawHttp.echo("Transfer-Encoding: " + coding) + "1\r\n7\r\n0\r\n\r\n");
      assertThat(answer.status()).as(coding).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("7");
    }
  }

  /**
   * RFC 9112, 7.1: a server ignores those that it does not know; the next request begins after
   * them.
   */
  @Test
  void chunkExtensionsAndTrailersAreIgnored() throws Exception {
    String head = RawHttp.echo("Transfer-Encoding: chunked");
    String next = RawHttp.head("GET /health/live");
    for (String chunks :
        List.of(
            "2;a\r\n[1\r\n3 ; b=\"c;d\"\r\n,2]\r\n0;last\r\n\r\n",
            "5\r\n[1,2]\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\n",
            "00005\r\n[1,2]\r\n000\r\nContent-Length: 5\r\n\r\n")) {
      RawHttp answers = RawHttp.exchange(server, head + chunks + next);
      assertThat(answers.status()).as(chunks).isEqualTo(200);
      assertThat(answers.text()).contains("\r\n\r\n[1,2]HTTP/1.1 200 ").endsWith("\"up\"}");
    }
  }

  @Test
  void chunksWhoseFramingIsInDoubtOrTooLongAreRefused() throws Exception {
    String head = RawHttp.echo("Transfer-Encoding: chunked");
    String next = RawHttp.head("GET /health/live");
    for (String chunks :
        List.of(
            "1 \r\n7\r\n0\r\n\r\n",
            " 1\r\n7\r\n0\r\n\r\n",
            "+1\r\n7\r\n0\r\n\r\n",
            "0x1\r\n7\r\n0\r\n\r\n",
            ";a\r\n0\r\n\r\n",
            "1\n7\r\n0\r\n\r\n",
            "1;a\n7\r\n0\r\n\r\n",
            "1\r\n7XX0\r\n\r\n",
            "1\r\n7\r\n0\r\nGET / HTTP/1.1\r\n\r\n",
            "1\r\n7\r\n0\r\n folded: x\r\n\r\n",
            "000000001\r\n7\r\n0\r\n\r\n",
            "1;" + "a".repeat(20_000) + "\r\n7\r\n0\r\n\r\n",
            ("1;" + "a".repeat(1_000) + "\r\n7\r\n").repeat(20) + "0\r\n\r\n",
            "1\r\n7\r\n0\r\n" + "X: y\r\n".repeat(5_000) + "\r\n")) {
      RawHttp answers = RawHttp.exchange(server, head + chunks + next);
      assertThat(answers.status()).as(chunks).isEqualTo(400);
      assertThat(answers.body()).contains("malformed-request").doesNotContain("HTTP/1.1 200");
    }
  }

  @Test
  void aBodyShorterThanAnnouncedIsMalformed() throws Exception {
    RawHttp answer = RawHttp.exchange(server, RawHttp.echo("Content-Length: 50").concat("[1]"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("after 3 bytes");
  }

  @Test
  void expectContinueIsAnsweredBeforeTheBodyComes() throws Exception {
    try (Socket socket = server.connect()) {
      socket
          .getOutputStream()
          .write(RawHttp.echo("Content-Length: 1\r\nExpect: 100-continue").getBytes(ISO_8859_1));
      byte[] first = socket.getInputStream().readNBytes(12);
      assertThat(new String(first, ISO_8859_1)).isEqualTo("HTTP/1.1 100");
      socket.getOutputStream().write('7');
      socket.shutdownOutput();
      assertThat(RawHttp.rest(socket)).contains("HTTP/1.1 200 ").endsWith("\r\n\r\n7");
    }
  }

  /** From the first byte on, also when that came in one packet with the request before. */
  @Test
  void aSenderWhoStallsIsNotWaitedForForEver() throws Exception {
    Duration timeout = Duration.ofMillis(300);
    try (RunningServer impatient =
        RunningServer.with(RunningServer.settings(timeout, Duration.ofSeconds(1)))) {
      String head = RawHttp.echo("Content-Length: 9");
      List<Socket> alone = new ArrayList<>();
      List<Socket> behind = new ArrayList<>();
      long started = System.nanoTime();
      for (String start :
          List.of(
              "P",
              head.substring(0, 9),
              head.substring(0, head.indexOf("\r\n") + 2),
              head.substring(0, head.length() - 3),
              head.concat("["))) {
        alone.add(sending(impatient, start));
        behind.add(sending(impatient, RawHttp.head("GET /health/live") + start));
      }
      for (Socket socket : alone) {
        assertThat(RawHttp.rest(socket)).as("closed without a word").isEmpty();
        socket.close();
      }
      for (Socket socket : behind) {
        assertThat(RawHttp.rest(socket)).as("only the first's").endsWith("{\"state\":\"up\"}");
        socket.close();
      }
      assertThat(Duration.ofNanos(System.nanoTime() - started))
          .isGreaterThan(timeout)
          .isLessThan(timeout.plus(SLACK));
      assertThat(impatient.echo("1").body()).isEqualTo("1");
    }
  }

  private static Socket sending(RunningServer server, String start) throws IOException {
    Socket socket = server.connect();
    socket.getOutputStream().write(start.getBytes(ISO_8859_1));
    return socket;
  }

  @Test
  void aSenderWhoDripsIsNotWaitedForForEverEither() throws Exception {
    try (RunningServer impatient =
        RunningServer.with(RunningServer.settings(Duration.ofMillis(600), Duration.ofSeconds(1)))) {
      // While a machine stands still no drop comes: then it is a stall, which ends without a word.
      RawHttp answer =
          Eventually.within(SLACK)
              .until("the sender drips", () -> dripped(impatient), RawHttp::isAnswer);

      assertThat(answer.status()).isEqualTo(408);
    }
  }

  private static RawHttp dripped(RunningServer impatient) throws Exception {
    try (Socket socket = impatient.connect()) {
      socket.getOutputStream().write(RawHttp.echo("Content-Length: 60000").getBytes(ISO_8859_1));
      CountDownLatch enough = new CountDownLatch(1);
      Thread dripping = Thread.ofVirtual().start(() -> drip(socket, enough));
      RawHttp answer = new RawHttp(RawHttp.rest(socket));
      enough.countDown();
      dripping.join();
      return answer;
    }
  }

  /** A byte now and then, each well within the time one read may take. */
  private static void drip(Socket socket, CountDownLatch enough) {
    try {
      while (!enough.await(20, TimeUnit.MILLISECONDS)) {
        socket.getOutputStream().write('1');
      }
    } catch (IOException | InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private static HttpResponse<String> echoAs(String header, String value) throws Exception {
    return server.send(
        server.to("/api/v1/dev/echo").header(header, value).POST(BodyPublishers.ofString("1")));
  }
}
