package dev.stampede.server.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.server.ManualTicker;
import dev.stampede.server.RunningServer;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.limit.WorkLimit;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The limits in front of claims, over HTTP, by a clock that the test moves. */
final class ClaimLimitsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ManualTicker ticker = new ManualTicker();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final WorkLimit work = new WorkLimit(PATIENCE);
  private final ClaimLimits limits =
      new ClaimLimits(new LimitSettings(5, 0, 0, PATIENCE), registry, ticker, work);
  private RunningServer server;

  /** The time that a request within the limits may still wait. */
  record Left(long millis) {}

  @BeforeEach
  void start() {
    RouteSet routes =
        all ->
            all.post(
                "/claim",
                Access.authenticated(),
                limits.guarding(
                    request -> request.query("show").orElse("quiet"),
                    request ->
                        request.query("no").isPresent()
                            ? Problem.of(ProblemType.NOT_AVAILABLE, "nothing is left")
                            : JsonAnswer.ok(
                                new Left(RequestDeadline.left(Duration.ofHours(1)).toMillis()))));
    server = RunningServer.with(routes);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aBuyerWhoClaimsTooOftenIsToldWhenToComeBackAndNobodyElseIs() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(come("ann", Role.BUYER).statusCode()).as("claim %d", i).isEqualTo(200);
    }

    HttpResponse<String> refused = come("ann", Role.BUYER);

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body())
        .contains(
            "/problems/rate-limited",
            "5 claims, payments, releases, cancellations or top-ups a second");
    assertThat(refused.headers().firstValue("Retry-After"))
        .hasValueSatisfying(seconds -> assertThat(seconds).isIn("1", "2"));
    assertThat(come("ben", Role.BUYER).statusCode()).isEqualTo(200);
    assertThat(registry.get("stampede.claims.turned.away").tag("reason", "rate").counter().count())
        .isEqualTo(1);
    ticker.advance(Duration.ofMillis(200));
    assertThat(come("ann", Role.BUYER).statusCode()).isEqualTo(200);
    assertThat(come("ann", Role.BUYER).statusCode()).isEqualTo(429);
  }

  @Test
  void shopsAndOperatorsHaveNoRateLimit() throws Exception {
    for (int i = 0; i < 30; i++) {
      assertThat(come("shop", Role.SHOP).statusCode()).isEqualTo(200);
      assertThat(come("olga", Role.OPERATOR).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aRequestWithinTheLimitsHasADeadlineForAllItsWaits() throws Exception {
    HttpResponse<String> answer = come("ann", Role.BUYER);

    long left = Long.parseLong(answer.body().replaceAll("\\D", ""));
    assertThat(left).isPositive().isLessThanOrEqualTo(PATIENCE.toMillis());
  }

  @Test
  void aRequestAboveTheConcurrencyLimitGets503AfterAPause() throws Exception {
    fill("quiet");
    long start = System.nanoTime();

    HttpResponse<String> refused = come("ann", Role.BUYER);

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.body()).contains("/problems/overloaded");
    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(ClaimLimits.OVERLOAD_PAUSE.shortest());
    assertThat(registry.get("stampede.claims.turned.away").tag("reason", "work").counter().count())
        .isEqualTo(1);
    while (work.atWork() > 0) {
      work.leave("quiet");
    }
    assertThat(come("ann", Role.BUYER).statusCode()).isEqualTo(200);
  }

  @Test
  void aRefusalIsDelayedWhileAnotherShowHasRequestsAtWork() throws Exception {
    work.enter("quiet");
    long start = System.nanoTime();

    assertThat(come("ann", Role.BUYER, "/claim?show=sold-out&no=1").statusCode()).isEqualTo(409);

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(ClaimLimits.REFUSAL_PAUSE.shortest());
  }

  @Test
  void theMoreAreTurnedAwayTheLongerTheyPauseUpToALimit() {
    assertThat(ClaimLimits.timesLonger(0)).isEqualTo(1);
    assertThat(ClaimLimits.timesLonger(1_250)).isEqualTo(3);
    assertThat(ClaimLimits.timesLonger(10_000)).isEqualTo(5);
  }

  /** Without shares it would be 503 for both. */
  @Test
  void aCrowdBeforeOneShowKeepsNobodyOfAnotherOut() throws Exception {
    fill("rushed");

    assertThat(come("ann", Role.BUYER, "/claim?show=quiet").statusCode()).isEqualTo(200);
    assertThat(come("ben", Role.BUYER, "/claim?show=rushed").statusCode()).isEqualTo(503);
  }

  private void fill(String show) {
    while (work.enter(show)) {
      assertThat(work.atWork()).isPositive();
    }
  }

  /**
   * It failed while the server awaited the body of a request that it had counted: a client that had
   * not sent its body counted as being at work.
   */
  @Test
  void aSlowRequestBodyDoesNotCountAsARequestAtWork() throws Exception {
    try (Socket slow = server.connect()) {
      String head =
          "POST /claim HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{"
              .formatted(server.token("ann", Role.BUYER));
      slow.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      slow.getOutputStream().flush();

      for (int i = 0; i < 5; i++) {
        assertThat(come("ben", Role.BUYER).statusCode()).isEqualTo(200);
      }
      assertThat(registry.get("stampede.claims.at.work").gauge().value()).isZero();

      slow.getOutputStream().write('}');
      slow.getOutputStream().flush();
      byte[] answer = slow.getInputStream().readNBytes(12);
      assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
    }
  }

  private HttpResponse<String> come(String who, Role role)
      throws IOException, InterruptedException {
    return come(who, role, "/claim");
  }

  private HttpResponse<String> come(String who, Role role, String path)
      throws IOException, InterruptedException {
    return server.send(
        server
            .to(path)
            .header("Authorization", "Bearer " + server.token(who, role))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{}")));
  }
}
