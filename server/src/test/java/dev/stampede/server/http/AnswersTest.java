package dev.stampede.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.RawHttp;
import dev.stampede.server.RunningServer;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class AnswersTest {

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server =
        RunningServer.with(
            routes ->
                routes
                    .get(
                        "/test/things/{id}",
                        Access.anyone(),
                        request ->
                            JsonAnswer.ok(
                                request.pathParameter("id")
                                    + request.query("q").map(q -> "?" + q).orElse("")))
                    .get(
                        "/test/broken",
                        Access.anyone(),
                        request -> {
                          throw new IllegalStateException("password=hunter2");
                        })
                    .get("/test/host", Access.anyone(), request -> JsonAnswer.ok(request.host()))
                    .post(
                        "/test/operators",
                        Access.requires(Role.OPERATOR, Role.SHOP),
                        request -> JsonAnswer.ok(request.caller().sub())));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void anUnknownPathIsAProblem() throws Exception {
    HttpResponse<String> answer = server.get("/no/such/thing");

    assertProblem(answer, 404, "not-found");
  }

  @Test
  void aWrongMethodNamesTheRightOnes() throws Exception {
    HttpResponse<String> answer = server.send(server.to("/test/things/1").DELETE());

    assertProblem(answer, 405, "method-not-allowed");
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD, OPTIONS");
  }

  @Test
  void optionsNamesTheMethods() throws Exception {
    HttpResponse<String> answer =
        server.send(server.to("/api/v1/session").method("OPTIONS", BodyPublishers.noBody()));

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.headers().firstValue("Allow")).hasValue("DELETE, OPTIONS, POST");
  }

  @Test
  void headIsGetWithoutTheBody() throws Exception {
    HttpResponse<String> answer = server.send(server.to("/health/live").HEAD());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
    assertThat(answer.headers().firstValue("Content-Length")).hasValue("14");
    assertThat(server.get("/health/live").body()).hasSize(14);
  }

  @Test
  void partsOfThePathAreDecodedOnce() throws Exception {
    assertThat(server.get("/test/things/a%20b%2Fc+d%2520").body()).isEqualTo("\"a b/c+d%20\"");
    assertThat(server.get("/test/things/x?q=1%262").body()).isEqualTo("\"x?1&2\"");
  }

  @Test
  void dotsAndDoubledSlashesLeadNowhere() throws Exception {
    for (String path :
        new String[] {
          "/test/things/../../health/live", "//health/live", "/health//live", "/docs/"
        }) {
      RawHttp answer =
          RawHttp.exchange(server, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(answer.status()).as(path).isEqualTo(404);
    }
  }

  /** RFC 9110, 8.6: neither may say how long the content is that it does not have. */
  @Test
  void anAnswerWithoutContentHasNoLength() throws Exception {
    String options = RawHttp.head("OPTIONS /health/live");
    RawHttp answers = RawHttp.exchange(server, options + options);
    assertThat(answers.text().split("HTTP/1\\.1 204 ", -1)).as("no byte too many").hasSize(3);
    assertThat(answers.text()).doesNotContain("Content-Length", "Transfer-Encoding");

    RawHttp kept = RawHttp.exchange(server, RawHttp.head("GET /openapi.yaml", "If-None-Match: *"));
    assertThat(kept.status()).isEqualTo(304);
    assertThat(kept.text()).contains("ETag: ").doesNotContain("Content-Length");
    assertThat(kept.body()).isEmpty();
  }

  /** RFC 9112, 3.2.2: as a client of a proxy writes it; its authority wins over Host. */
  @Test
  void anAbsoluteTargetIsServed() throws Exception {
    assertThat(at("GET http://shop.example:81/test/host").body()).isEqualTo("\"shop.example:81\"");
    assertThat(at("GET HTTPS://[::1]/test/host?q=/").body()).isEqualTo("\"[::1]\"");
    assertThat(at("GET http://shop.example/test/things/x?q=1%262").body()).isEqualTo("\"x?1&2\"");
    assertThat(at("GET http://shop.example").status()).isEqualTo(200);
    assertThat(at("OPTIONS http://shop.example?x").status()).isEqualTo(204);
    for (String target :
        new String[] {
          "http:///health/live",
          "http://",
          "http://me@shop.example/health/live",
          "http://shop.example:x/health/live",
          "http://shop example/health/live",
          "ftp://shop.example/health/live",
          "health/live",
          "shop.example:80"
        }) {
      assertThat(at("GET " + target).status()).as(target).isEqualTo(400);
    }
    assertThat(
            RawHttp.exchange(server, "GET http://shop.example/health/live HTTP/1.1\r\n\r\n")
                .status())
        .as("HTTP/1.1 needs a Host all the same")
        .isEqualTo(400);
  }

  @Test
  void aHostIsOneNameWithOrWithoutAPort() throws Exception {
    for (String host : new String[] {"", "a b", "a:b", "[::1", "a/b", "me@a", "a:99999", "a:"}) {
      assertEarly(
          "GET /health/live HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 400, "malformed-request");
    }
    for (String host : new String[] {"a", "A.example:8080", "10.0.0.1:1", "[::1]", "[::1]:80"}) {
      RawHttp answer =
          RawHttp.exchange(server, "GET /test/host HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
      assertThat(answer.body()).isEqualTo("\"" + host + "\"");
    }
  }

  @Test
  void methodsAreKnownByTheirExactNames() throws Exception {
    for (String method : new String[] {"get", "Get", "BREW", "M-SEARCH", "CONNECT"}) {
      RawHttp answer = at(method + " /test/things/1");
      assertThat(answer.status()).as(method).isEqualTo(501);
      assertThat(answer.body()).startsWith("{\"type\":\"/problems/not-implemented\"");
    }
    assertThat(at("PUT /test/things/1").status()).isEqualTo(405);
    assertThat(at("BREW /no/such").status()).isEqualTo(501);
  }

  @Test
  void aFragmentIsNotSentToServers() throws Exception {
    for (String target : new String[] {"/health/live#x", "/health/live#", "/health/live?q#x"}) {
      assertThat(at("GET " + target).status()).as(target).isEqualTo(400);
    }
  }

  private static RawHttp at(String methodAndTarget) throws Exception {
    return RawHttp.exchange(server, RawHttp.head(methodAndTarget));
  }

  @Test
  void anInternalErrorRevealsNoDetailToTheClient() throws Exception {
    HttpResponse<String> answer = server.get("/test/broken");

    assertProblem(answer, 500, "internal-error");
    assertThat(answer.body()).doesNotContain("hunter2", "Exception", "dev.stampede");
  }

  @Test
  void everyAnswerTellsBrowsersWhatNotToDo() throws Exception {
    for (String path : new String[] {"/health/live", "/no/such", "/test/broken", "/docs", "/"}) {
      var headers = server.get(path).headers();
      assertThat(headers.firstValue("Content-Security-Policy").orElseThrow())
          .as(path)
          .startsWith("default-src 'none'")
          .contains("frame-ancestors 'none'")
          .doesNotContain("unsafe", "http:", "https:", "*");
      assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(headers.firstValue("Referrer-Policy")).hasValue("no-referrer");
      assertThat(headers.firstValue("X-Frame-Options")).hasValue("DENY");
      assertThat(headers.firstValue("Cross-Origin-Opener-Policy")).hasValue("same-origin");
      assertThat(headers.firstValue("Cross-Origin-Resource-Policy")).hasValue("same-origin");
      assertThat(headers.firstValue("Server")).isEmpty();
    }
    assertThat(server.get("/health/live").headers().firstValue("Cache-Control"))
        .hasValue("no-store");
  }

  @Test
  void aHarmlessRequestIdIsKeptAndAnyOtherReplaced() throws Exception {
    assertThat(idFor("order-7.retry_2")).isEqualTo("order-7.retry_2");
    assertThat(idFor("a b")).matches("[0-9a-f]{16}");
    assertThat(idFor("x".repeat(65))).matches("[0-9a-f]{16}");
    HttpResponse<String> problem = server.send(server.to("/no").header("X-Request-Id", "mine"));
    assertThat(problem.body()).contains("\"requestId\":\"mine\"");
  }

  @Test
  void theWebServersOwnRefusalsAreProblems() throws Exception {
    assertEarly("GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 505, "http-version-not-supported");
    assertEarly("nonsense\r\n\r\n", 400, "malformed-request");
    assertEarly("GET / HTTP/1.1\r\n\r\n", 400, "malformed-request");
    assertEarly("GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "malformed-request");
    assertEarly(
        "GET / HTTP/1.1\r\nHost: localhost\r\nBad\u0001: x\r\n\r\n", 400, "malformed-request");
    assertEarly(
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(20_000) + "\r\n\r\n",
        400,
        "malformed-request");
    assertEarly("GET /" + "y".repeat(5_000) + " HTTP/1.1\r\n\r\n", 414, "uri-too-long");
    assertEarly(
        "POST /api/v1/dev/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n",
        413,
        "too-large");
  }

  @Test
  void requestsWhoseEndIsInDoubtAreRefusedAndTheConnectionEnds() throws Exception {
    String smuggled = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (String framing :
        new String[] {
          "Content-Length: 5\r\nTransfer-Encoding: chunked",
          "Transfer-Encoding: gzip, chunked",
          "Transfer-Encoding: identity",
          "Content-Length: -1",
          "Content-Length: +3",
          "Content-Length: 3\r\nContent-Length: 4"
        }) {
      RawHttp answer =
          RawHttp.exchange(
              server,
              "POST /api/v1/dev/echo HTTP/1.1\r\nHost: localhost\r\n"
                  + framing
                  + "\r\n\r\n0\r\n\r\n"
                  + smuggled);
      assertThat(answer.status()).as(framing).isEqualTo(400);
      assertThat(answer.text().split("HTTP/1\\.1 ", -1)).as(framing).hasSize(2);
    }
  }

  @Test
  void aConnectionCarriesManyRequestsUntilOneAsksToClose() throws Exception {
    String get = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n";
    RawHttp answer =
        RawHttp.exchange(server, get + "\r\n" + get + "Connection: close\r\n\r\n" + get + "\r\n");

    assertThat(answer.text().split("HTTP/1\\.1 200 ", -1)).hasSize(3);
    for (String closing : new String[] {"Close", "TE, close", "keep-alive , CLOSE"}) {
      RawHttp first =
          RawHttp.exchange(server, get + "Connection: " + closing + "\r\n\r\n" + get + "\r\n");
      assertThat(first.text().split("HTTP/1\\.1 200 ", -1)).as(closing).hasSize(2);
    }
  }

  @Test
  void aBodyNobodyReadDoesNotDisturbTheNextRequest() throws Exception {
    String body = "GET /evil HTTP/1.1\r\n\r\n";
    String post =
        "POST /no/such HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(body.length(), body);
    RawHttp answer =
        RawHttp.exchange(
            server, post.concat("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"));

    assertThat(answer.text().split("HTTP/1\\.1 ", -1)).hasSize(3);
    assertThat(answer.text()).contains("HTTP/1.1 404 ", "HTTP/1.1 200 ", "{\"state\":\"up\"}");
  }

  @Test
  void rolesDecideWhoMayCall() throws Exception {
    assertProblem(server.send(operators("none")), 401, "unauthenticated");
    HttpResponse<String> buyer =
        server.send(operators("Bearer " + server.token("alice", Role.BUYER)));
    assertProblem(buyer, 403, "forbidden");
    assertThat(buyer.body()).contains("operator, shop", "buyer");
    assertThat(server.send(operators("Bearer " + server.token("otto", Role.OPERATOR))).body())
        .isEqualTo("\"otto\"");
    assertThat(server.send(operators("bearer " + server.token("s", Role.SHOP))).body())
        .isEqualTo("\"s\"");
  }

  private static java.net.http.HttpRequest.Builder operators(String authorization) {
    return server
        .to("/test/operators")
        .header("Authorization", authorization)
        .POST(BodyPublishers.noBody());
  }

  private static String idFor(String offered) throws Exception {
    return server
        .send(server.to("/health/live").header("X-Request-Id", offered))
        .headers()
        .firstValue("X-Request-Id")
        .orElseThrow();
  }

  private static void assertEarly(String request, int status, String slug) throws Exception {
    RawHttp answer = RawHttp.exchange(server, request);
    assertThat(answer.status()).as(request).isEqualTo(status);
    assertThat(answer.text())
        .contains(
            "Content-Type: application/problem+json",
            "Content-Security-Policy: ",
            "Connection: close",
            "X-Request-Id: ");
    assertThat(answer.body()).startsWith("{\"type\":\"/problems/" + slug + "\"");
  }

  static void assertProblem(HttpResponse<String> answer, int status, String slug) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.body())
        .startsWith("{\"type\":\"/problems/" + slug + "\"")
        .contains("\"title\":", "\"status\":" + status, "\"detail\":", "\"requestId\":");
  }
}
