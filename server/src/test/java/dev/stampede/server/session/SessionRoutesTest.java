package dev.stampede.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.SigningKey;
import dev.stampede.server.RunningServer;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.Authentication.Authenticated;
import dev.stampede.server.auth.Caller;
import dev.stampede.server.auth.ExpectedClaims;
import dev.stampede.server.auth.Role;
import dev.stampede.server.auth.SessionCookies;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.RouteSet;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class SessionRoutesTest {

  private static final RouteSet MINE =
      routes ->
          routes
              .get(
                  "/test/mine",
                  Access.requires(Role.BUYER),
                  request -> JsonAnswer.ok(request.caller().sub()))
              .post(
                  "/test/mine",
                  Access.requires(Role.BUYER),
                  request -> JsonAnswer.ok(request.caller().sub()));

  @Test
  void aTokenIsTradedForACookieThatIsGoodOnGetAlone() throws Exception {
    try (RunningServer server = RunningServer.with(MINE)) {
      String cookie = cookieFrom(server, server.token("alice", Role.BUYER));
      assertThat(cookie)
          .startsWith("stampede-session=")
          .contains("; Path=/", "; HttpOnly", "; SameSite=Strict", "; Max-Age=4")
          .doesNotContain("Secure");
      String sent = cookie.substring(0, cookie.indexOf(';'));

      assertThat(server.send(mine(server, "other=1; " + sent)).body()).isEqualTo("\"alice\"");
      HttpResponse<String> head = server.send(mine(server, sent).HEAD());
      assertThat(head.statusCode()).isEqualTo(200);
      HttpRequest.Builder post = mine(server, sent).POST(BodyPublishers.noBody());
      assertThat(server.send(post).statusCode()).isEqualTo(401);
      assertThat(server.send(mine(server, sent + "x")).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void aTokenWinsOverACookie() throws Exception {
    try (RunningServer server = RunningServer.with(MINE)) {
      String cookie = cookieFrom(server, server.token("alice", Role.BUYER));
      String bob = server.token("bob", Role.BUYER);

      assertThat(server.send(mine(server, cookie).header("Authorization", "Bearer " + bob)).body())
          .isEqualTo("\"bob\"");
      assertThat(
              server.send(mine(server, cookie).header("Authorization", "Bearer no")).statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void aSessionNeedsATokenToBegin() throws Exception {
    try (RunningServer server = RunningServer.start()) {
      HttpResponse<String> answer =
          server.send(server.to("/api/v1/session").POST(BodyPublishers.noBody()));
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
      HttpResponse<String> bad =
          server.send(
              server
                  .to("/api/v1/session")
                  .header("Authorization", "Bearer nonsense")
                  .POST(BodyPublishers.noBody()));
      assertThat(bad.headers().firstValue("WWW-Authenticate"))
          .hasValue("Bearer error=\"invalid_token\"");
    }
  }

  @Test
  void aSessionIsEnded() throws Exception {
    try (RunningServer server = RunningServer.start()) {
      HttpResponse<String> answer = server.send(server.to("/api/v1/session").DELETE());
      assertThat(answer.statusCode()).isEqualTo(204);
      assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
          .startsWith("stampede-session=; Path=/; Max-Age=0;");
    }
  }

  @Test
  void outsideDevelopmentTheCookieIsSecureAndTheIssuerDoesNotExist() throws Exception {
    try (RunningServer server =
        RunningServer.with(new AuthSettings.Secret(RunningServer.SECRET), MINE)) {
      assertThat(cookieFrom(server, server.token("alice", Role.BUYER)))
          .startsWith("__Host-stampede-session=")
          .contains("; Secure");
      assertThat(server.echo("1").statusCode()).isEqualTo(404);
      assertThat(server.post("/api/v1/dev/tokens", "{}").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aTokenWithoutTheIssuerThatIsSetIsNobodys() throws Exception {
    ExpectedClaims expected =
        new ExpectedClaims(Optional.of("https://id.example"), Optional.empty());
    try (RunningServer server =
        RunningServer.with(new AuthSettings.Secret(RunningServer.SECRET, expected), MINE)) {
      HttpResponse<String> answer =
          server.send(
              server
                  .to("/api/v1/session")
                  .header("Authorization", "Bearer " + server.token("alice", Role.BUYER))
                  .POST(BodyPublishers.noBody()));
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.body())
          .contains("/problems/unauthenticated", "the token has no iss", "AUTH_ISSUER")
          .doesNotContain("id.example");
    }
  }

  @Test
  void aSessionLastsAsLongAsTheTokenButAtMostTwelveHours() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-31T19:30:00Z"));
    Keyring keyring = new Keyring(List.of(SigningKey.of(1, new byte[32])));
    SessionCookies cookies = new SessionCookies(keyring, now::get, true);
    Caller alice = new Caller("alice", Set.of(Role.BUYER, Role.SHOP));
    Instant start = now.get();

    String brief = cookies.opened(new Authenticated(alice, start.plusSeconds(60)));
    String lasting = cookies.opened(new Authenticated(alice, start.plus(Duration.ofDays(9))));

    assertThat(brief).contains("Max-Age=60;");
    assertThat(lasting).contains("Max-Age=43200;");
    assertThat(cookies.read(brief).orElseThrow().caller()).isEqualTo(alice);
    now.set(start.plusSeconds(60));
    assertThat(cookies.read(brief)).isEmpty();
    assertThat(cookies.read(lasting)).isPresent();
    now.set(start.plus(Duration.ofHours(12)));
    assertThat(cookies.read(lasting)).isEmpty();
  }

  private static HttpRequest.Builder mine(RunningServer server, String cookie) {
    return server.to("/test/mine").header("Cookie", cookie);
  }

  private static String cookieFrom(RunningServer server, String token) throws Exception {
    HttpResponse<String> answer =
        server.send(
            server
                .to("/api/v1/session")
                .header("Authorization", "Bearer " + token)
                .POST(BodyPublishers.noBody()));
    assertThat(answer.statusCode()).isEqualTo(204);
    return answer.headers().firstValue("Set-Cookie").orElseThrow();
  }
}
