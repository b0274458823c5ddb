package dev.stampede.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.RawHttp;
import dev.stampede.server.RunningServer;
import dev.stampede.server.auth.Access;
import java.net.Socket;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** HTTP/1.0, as nginx's default proxying and HAProxy's health checks speak it. */
final class Http10Test {

  private static final String LIVE = "GET /health/live HTTP/1.0\r\n";
  private static final String ECHO =
      "POST /test/echo HTTP/1.0\r\nContent-Type: application/json\r\n";

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server =
        RunningServer.with(
            routes ->
                routes
                    .get("/test/host", Access.anyone(), request -> JsonAnswer.ok(request.host()))
                    .post("/test/echo", Access.anyone(), request -> JsonAnswer.ok(request.json()))
                    .get(
                        "/test/stream",
                        Access.anyone(),
                        request ->
                            new EventStream(
                                sink -> {
                                  sink.send("data: 1\n\n".getBytes(UTF_8));
                                  sink.send("data: 2\n\n".getBytes(UTF_8));
                                })));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aHealthCheckWithoutAHostIsAnsweredAndTheConnectionEnds() throws Exception {
    RawHttp live = untilClosed(LIVE + "\r\n");
    assertThat(live.status()).isEqualTo(200);
    assertThat(live.text()).contains("Content-Length: 14\r\n", "Connection: close\r\n");
    assertThat(live.body()).isEqualTo("{\"state\":\"up\"}");

    RawHttp options = untilClosed("OPTIONS / HTTP/1.0\r\n\r\n");
    assertThat(options.status()).isEqualTo(204);
    assertThat(options.text()).contains("Allow: GET, HEAD, OPTIONS\r\n", "Connection: close\r\n");
  }

  @Test
  void theHostIsTheOneNamedOrNone() throws Exception {
    assertThat(untilClosed("GET /test/host HTTP/1.0\r\n\r\n").body()).isEqualTo("\"\"");
    assertThat(
            untilClosed("GET /test/host HTTP/1.0\r\nHost: stampede\r\nConnection: close\r\n\r\n")
                .body())
        .isEqualTo("\"stampede\"");
    assertThat(untilClosed("GET http://a:81/test/host HTTP/1.0\r\nHost: b\r\n\r\n").body())
        .isEqualTo("\"a:81\"");
    assertThat(untilClosed(LIVE + "Host: a\r\nHost: b\r\n\r\n").status()).isEqualTo(400);
    assertThat(untilClosed(LIVE + "Host: a b\r\n\r\n").status()).isEqualTo(400);
  }

  @Test
  void aConnectionIsKeptWhenAskedFor() throws Exception {
    String kept = LIVE + "Connection: Keep-Alive\r\n\r\n";
    RawHttp answers = untilClosed(kept + kept + LIVE + "\r\n" + kept);

    assertThat(count(answers, "HTTP/1.1 200 ")).isEqualTo(3);
    assertThat(count(answers, "Connection: keep-alive\r\n")).isEqualTo(2);
    assertThat(count(answers, "Connection: close\r\n")).isEqualTo(1);
    assertThat(
            count(untilClosed(LIVE + "Connection: keep-alive, close\r\n\r\n" + kept), "HTTP/1.1 "))
        .isEqualTo(1);
  }

  @Test
  void nothingBehindARequestThatEndsItsConnectionIsRead() throws Exception {
    for (String next :
        List.of(LIVE + "\r\n", RawHttp.head("GET /health/live"), "0\r\n\r\n" + LIVE + "\r\n")) {
      RawHttp answers = untilClosed(LIVE + "\r\n" + next);
      assertThat(answers.status()).isEqualTo(200);
      assertThat(count(answers, "HTTP/1.1 ")).as(next).isEqualTo(1);
      RawHttp posted = untilClosed(ECHO + "Content-Length: 1\r\n\r\n7" + next);
      assertThat(posted.body()).isEqualTo("7");
    }
  }

  /** A version is one request's: the next on the same connection may have another. */
  @Test
  void bothVersionsMayShareAConnection() throws Exception {
    RawHttp answers =
        untilClosed(
            RawHttp.head("GET /health/live")
                + LIVE
                + "Connection: keep-alive\r\n\r\n"
                + RawHttp.head("GET /test/stream"));

    assertThat(count(answers, "HTTP/1.1 200 ")).isEqualTo(3);
    assertThat(answers.text()).contains("Transfer-Encoding: chunked").endsWith("\r\n0\r\n\r\n");
  }

  @Test
  void bodiesNeedALengthAndMayNotBeChunked() throws Exception {
    assertThat(untilClosed(ECHO + "Content-Length: 3\r\n\r\n[1]").body()).isEqualTo("[1]");
    String kept = "Connection: keep-alive\r\n";
    for (String framing :
        List.of(
            "Transfer-Encoding: chunked",
            "Transfer-Encoding: Chunked",
            "Transfer-Encoding: identity",
            "Content-Length: 3\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 3",
            "Content-Length: 3\r\nContent-Length: 13")) {
      RawHttp answers =
          untilClosed(ECHO + kept + framing + "\r\n\r\n3\r\n[1]\r\n0\r\n\r\n" + LIVE + "\r\n");
      assertThat(answers.status()).as(framing).isEqualTo(400);
      assertThat(count(answers, "HTTP/1.1 ")).as(framing).isEqualTo(1);
      assertUnchunked(answers);
    }
  }

  @Test
  void linesThatTwoReadersCouldReadDifferentlyAreRefused() throws Exception {
    for (String head :
        List.of(
            "GET /health/live HTTP/1.0\n\r\n\r\n",
            "GET /health/live HTTP/1.1\nX: y HTTP/1.0\r\n\r\n",
            "GET /health/live HTTP/1.0 HTTP/1.0\r\n\r\n",
            "GET  /health/live HTTP/1.0\r\n\r\n",
            "GET /health/live\tHTTP/1.0\r\n\r\n",
            "GET /health/live HTTP/1.00\r\n\r\n",
            "GET /health/live http/1.0\r\n\r\n",
            LIVE + "X: y\nContent-Length: 5\r\n\r\n",
            LIVE + "X: y\r\n folded\r\n\r\n",
            LIVE + "X: y\r\n Content-Length: 5\r\n\r\n",
            LIVE + "Content-Length : 5\r\n\r\n",
            LIVE + "X\u0000: y\r\n\r\n")) {
      RawHttp answers = untilClosed(head + LIVE + "\r\n");
      assertThat(answers.status()).as(head).isEqualTo(400);
      assertThat(count(answers, "HTTP/1.1 ")).as(head).isEqualTo(1);
    }
    assertThat(untilClosed("GET / HTTP/2.0\r\n\r\n").status()).isEqualTo(505);
  }

  /** Its line is read the way a request line is, but it is none. */
  @Test
  void aHeaderDoesNotChangeTheVersion() throws Exception {
    RawHttp answers =
        RawHttp.exchange(
            server,
            RawHttp.head("GET /health/live", "Connection: GET / HTTP/1.0")
                .concat(RawHttp.head("GET /test/stream")));

    assertThat(count(answers, "HTTP/1.1 200 ")).isEqualTo(2);
    assertThat(answers.text()).contains("Transfer-Encoding: chunked");
    assertThat(
            RawHttp.exchange(server, RawHttp.head("GET /test/stream", ":http-1.0: yes")).status())
        .isEqualTo(400);
  }

  @Test
  void aRequestMayComeByteByByte() throws Exception {
    String request = ECHO + "Connection: keep-alive\r\nContent-Length: 3\r\n\r\n[1]";
    try (Socket socket = server.connect()) {
      socket.setTcpNoDelay(true);
      for (byte one : (request + LIVE + "\r\n").getBytes(ISO_8859_1)) {
        socket.getOutputStream().write(one);
      }
      RawHttp answers = new RawHttp(RawHttp.rest(socket));
      assertThat(count(answers, "HTTP/1.1 200 ")).isEqualTo(2);
      assertThat(answers.text()).contains("\r\n\r\n[1]HTTP/1.1").endsWith("{\"state\":\"up\"}");
    }
  }

  @Test
  void aStreamIsNotChunkedAndEndsWithItsConnection() throws Exception {
    for (String asked : List.of("", "Connection: keep-alive\r\n")) {
      RawHttp stream = untilClosed("GET /test/stream HTTP/1.0\r\n" + asked + "\r\n");
      assertThat(stream.status()).isEqualTo(200);
      assertThat(stream.text())
          .contains("Content-Type: text/event-stream\r\n", "Connection: close\r\n")
          .doesNotContain("Content-Length", "Transfer-Encoding");
      assertThat(stream.body()).isEqualTo("data: 1\n\ndata: 2\n\n");
    }
  }

  @Test
  void headIsGetWithoutTheBody() throws Exception {
    RawHttp head = untilClosed("HEAD /health/live HTTP/1.0\r\n\r\n");

    assertThat(head.text()).startsWith("HTTP/1.1 200 ").contains("Content-Length: 14\r\n");
    assertThat(head.body()).isEmpty();
    assertThat(untilClosed("HEAD /test/stream HTTP/1.0\r\n\r\n").text())
        .startsWith("HTTP/1.1 200 ")
        .doesNotContain("Content-Length", "Transfer-Encoding");
  }

  @Test
  void refusalsAreProblemsOfAKnownLength() throws Exception {
    assertRefused("GET /no/such HTTP/1.0\r\n\r\n", 404, "not-found");
    assertRefused("DELETE /test/stream HTTP/1.0\r\n\r\n", 405, "method-not-allowed");
    assertRefused(ECHO + "Content-Length: 3\r\n\r\n[1,", 400, "malformed-request");
    assertRefused("GET /%zz HTTP/1.0\r\n\r\n", 400, "malformed-request");
    assertRefused(ECHO + "Content-Length: 9999999\r\n\r\n", 413, "too-large");
    assertRefused(ECHO + "Content-Length: 70000\r\n\r\n" + "1".repeat(70_000), 413, "too-large");
  }

  @Test
  void anExpectationIsIgnored() throws Exception {
    try (Socket socket = server.connect()) {
      String head = ECHO + "Content-Length: 1\r\nExpect: 100-continue\r\n\r\n";
      socket.getOutputStream().write((head + "7").getBytes(ISO_8859_1));
      assertThat(RawHttp.rest(socket)).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n7");
    }
  }

  private static void assertRefused(String request, int status, String slug) throws Exception {
    RawHttp answer = untilClosed(request);
    assertThat(answer.status()).as(request).isEqualTo(status);
    assertThat(answer.text())
        .contains("Content-Length: " + answer.body().length() + "\r\n", "Connection: close\r\n");
    assertThat(answer.body()).startsWith("{\"type\":\"/problems/" + slug + "\"");
    assertUnchunked(answer);
  }

  private static void assertUnchunked(RawHttp answer) {
    assertThat(answer.text()).doesNotContain("\r\nTransfer-Encoding: ");
  }

  /** Leaves its side of the connection open, so that only the server can end it. */
  private static RawHttp untilClosed(String request) throws Exception {
    try (Socket socket = server.connect()) {
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new RawHttp(RawHttp.rest(socket));
    }
  }

  private static int count(RawHttp answers, String text) {
    return answers.text().split(Pattern.quote(text), -1).length - 1;
  }
}
