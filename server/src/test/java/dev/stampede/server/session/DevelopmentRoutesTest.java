package dev.stampede.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.RawHttp;
import dev.stampede.server.RunningServer;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.HttpSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class DevelopmentRoutesTest {

  private static final String BODY = "{\"sub\":\"alice\",\"roles\":[\"buyer\"]}";

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
  void aTokenIsThereForTheAsking() throws Exception {
    HttpResponse<String> answer = server.post("/api/v1/dev/tokens", BODY);
    assertThat(answer.statusCode()).isEqualTo(201);
    String token = answer.body().replaceAll("\\{\"token\":\"|\"\\}", "");

    assertThat(echoWith("Bearer " + token).statusCode()).isEqualTo(200);
  }

  @Test
  void onlyKnownRolesAndPrintableNames() throws Exception {
    HttpResponse<String> role =
        server.post("/api/v1/dev/tokens", "{\"sub\":\"a\",\"roles\":[\"root\"]}");
    assertThat(role.statusCode()).isEqualTo(422);
    assertThat(role.body()).contains("buyer, operator and shop");
    assertThat(server.post("/api/v1/dev/tokens", "{\"sub\":\"\\n\",\"roles\":[]}").statusCode())
        .isEqualTo(422);
  }

  @Test
  void echoVerifiesATokenWhenOneIsSent() throws Exception {
    assertThat(server.echo("{\"a\":1}").body()).isEqualTo("{\"a\":1}");
    assertThat(echoWith("Bearer " + server.token("alice", Role.BUYER)).statusCode()).isEqualTo(200);
    assertThat(echoWith("Bearer nonsense").statusCode()).isEqualTo(401);
  }

  @Test
  void nothingForwardedAndNoOtherNameIsAnswered() throws Exception {
    for (String header :
        List.of(
            "X-Forwarded-For: 127.0.0.1",
            "x-forwarded-host: localhost",
            "Forwarded: for=127.0.0.1",
            "X-Real-IP: 127.0.0.1",
            "Via: 1.1 proxy",
            "CF-Connecting-IP: 127.0.0.1",
            "CF-Ray: 1",
            "True-Client-IP: 127.0.0.1",
            "X-Client-IP: 127.0.0.1",
            "X-Cluster-Client-IP: 127.0.0.1",
            "Fastly-Client-IP: 127.0.0.1",
            "Fly-Client-IP: 127.0.0.1",
            "Fly-Region: ams",
            "X-Original-Forwarded-For: 127.0.0.1",
            "X-Envoy-External-Address: 127.0.0.1",
            "X-Amzn-Trace-Id: Root=1",
            "CDN-Loop: cloudflare")) {
      assertRefused("localhost", header);
    }
    for (String host : List.of("evil.example", "localhost.evil.example:8080", "10.0.0.1")) {
      assertRefused(host, "Accept: */*");
    }
  }

  /** As a browser says it: behind a proxy that adds nothing, and on another site's page. */
  @Test
  void aPageThatWasNotServedHereIsNotAnswered() throws Exception {
    for (String header :
        List.of(
            "Origin: https://shop.example",
            "Origin: http://localhost.evil.example:8080",
            "Origin: null",
            "Referer: https://shop.example/console",
            "Sec-Fetch-Site: cross-site")) {
      assertRefused("localhost", header);
    }
    for (String header :
        List.of(
            "Origin: http://localhost:8080",
            "Origin: http://[::1]:8080",
            "Referer: http://127.0.0.1:8080/console?a=b",
            "Sec-Fetch-Site: same-origin",
            "Connection: close")) {
      assertThat(RawHttp.exchange(server, request("localhost", header)).status())
          .as(header)
          .isEqualTo(201);
    }
  }

  /** Behind a proxy, the Host names the shop, and the target whatever its client likes. */
  @Test
  void anAbsoluteTargetIsNotAnswered() throws Exception {
    String request =
        new String(request("shop.example", "Accept: */*"), StandardCharsets.ISO_8859_1)
            .replace("POST /", "POST http://localhost/");

    assertThat(RawHttp.exchange(server, request).status()).isEqualTo(403);
  }

  /** nginx proxies in HTTP/1.0 by default and names the server itself; people's clients do not. */
  @Test
  void aProxyThatSpeaksHttp10IsNotAnswered() throws Exception {
    for (String host : List.of("Host: localhost\r\n", "")) {
      String request =
          new String(request("localhost", "Connection: close"), StandardCharsets.ISO_8859_1)
              .replace("HTTP/1.1", "HTTP/1.0")
              .replace("Host: localhost\r\n", host);
      assertThat(RawHttp.exchange(server, request).status()).isEqualTo(403);
    }
  }

  @Test
  void anotherAddressThanLoopbackIsNotAnswered() throws Exception {
    Optional<InetAddress> outside = outsideAddress();
    Assumptions.assumeTrue(outside.isPresent(), "this machine has no address but loopback");
    HttpSettings everywhere =
        new HttpSettings(
            "0.0.0.0", 0, 65_536, List.of(), Duration.ofSeconds(5), Duration.ofSeconds(1));
    try (RunningServer open = RunningServer.with(everywhere);
        Socket socket = new Socket(outside.get(), open.port())) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(request("localhost", "Accept: */*"));
      socket.shutdownOutput();
      assertThat(new RawHttp(RawHttp.rest(socket)).status()).isEqualTo(403);
    }
  }

  private static void assertRefused(String host, String header) throws IOException {
    RawHttp answer = RawHttp.exchange(server, request(host, header));
    assertThat(answer.status()).as(host + " " + header).isEqualTo(403);
    assertThat(answer.body()).contains("/problems/forbidden").doesNotContain("token");
  }

  private static byte[] request(String host, String header) {
    return RawHttp.head(
            "POST /api/v1/dev/tokens",
            "Content-Type: application/json",
            "Content-Length: " + BODY.length(),
            header)
        .replace("Host: localhost", "Host: " + host)
        .concat(BODY)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Optional<InetAddress> outsideAddress() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(a -> !a.isLoopbackAddress() && !a.isLinkLocalAddress() && !a.isMulticastAddress())
        .findFirst();
  }

  private static HttpResponse<String> echoWith(String authorization) throws Exception {
    return server.send(
        server
            .to("/api/v1/dev/echo")
            .header("Content-Type", "application/json")
            .header("Authorization", authorization)
            .POST(BodyPublishers.ofString("1")));
  }
}
