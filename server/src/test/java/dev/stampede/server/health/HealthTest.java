package dev.stampede.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.RunningServer;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.Routes;
import dev.stampede.testkit.Eventually;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class HealthTest {

  private static final Duration WITHIN = Duration.ofSeconds(30);
  private static final HealthCheck WELL = () -> {};
  private static final HealthCheck BROKEN =
      () -> {
        throw new IllegalStateException("jdbc:postgresql://admin:hunter2@db");
      };

  @Test
  void allWellIsReady() throws Exception {
    try (RunningServer server =
        RunningServer.watching(
            List.of(
                new Dependency("postgresql", true, WELL), new Dependency("redis", false, WELL)))) {
      HttpResponse<String> ready = untilItIs("ready", server);
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body())
          .matches(
              "\\{\"state\":\"ready\",\"parts\":\\{\"postgresql\":\\{\"state\":\"up\","
                  + "\"latencyMillis\":[0-9.E-]+},\"redis\":\\{\"state\":\"up\",.*}}}");
      assertThat(server.get("/health/live").body()).isEqualTo("{\"state\":\"up\"}");
    }
  }

  @Test
  void aPartThatIsNotEssentialOnlyDegrades() throws Exception {
    try (RunningServer server =
        RunningServer.watching(
            List.of(
                new Dependency("postgresql", true, WELL),
                new Dependency("redis", false, BROKEN)))) {
      HttpResponse<String> ready = untilItIs("degraded", server);
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body())
          .contains("\"state\":\"degraded\"", "\"redis\":{\"state\":\"down\"", "\"reason\":")
          .doesNotContain("hunter2", "jdbc");
    }
  }

  @Test
  void anEssentialPartThatIsDownMeansNotReady() throws Exception {
    try (RunningServer server =
        RunningServer.watching(
            List.of(
                new Dependency("postgresql", true, BROKEN),
                new Dependency("redis", false, BROKEN)))) {
      HttpResponse<String> ready = server.get("/health/ready");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).startsWith("{\"state\":\"not-ready\"");
    }
  }

  /** A check that was cancelled has not ended: its thread may go on waiting. */
  @Test
  void aPartThatHangsIsDownAndIsNotAskedTwiceAtOnce() {
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger hanging = new AtomicInteger();
    AtomicInteger looks = new AtomicInteger();
    HealthCheck deaf =
        () -> {
          hanging.incrementAndGet();
          boolean waiting = true;
          while (waiting) {
            try {
              never.await();
              waiting = false;
            } catch (InterruptedException ignored) {
              // A driver that does not listen to interrupts.
            }
          }
        };
    Health health =
        new Health(
            List.of(
                new Dependency("kafka", false, deaf),
                new Dependency("x", true, looks::incrementAndGet)));

    // Half of what balancers wait: else a Kafka that hangs makes every server look dead to them.
    assertThat(untilDegraded(health).parts())
        .hasEntrySatisfying("kafka", part -> assertThat(part.reason()).contains("500 ms"))
        .hasEntrySatisfying("x", part -> assertThat(part.isUp()).isTrue());
    Eventually.within(WITHIN)
        .until(
            "all parts are looked at again",
            () -> {
              health.look();
              return looks.get() > 1;
            });
    assertThat(untilDegraded(health).parts())
        .hasEntrySatisfying("kafka", part -> assertThat(part.reason()).contains("500 ms"));
    assertThat(hanging).hasValue(1);
    never.countDown();
  }

  /** On a busy machine a part that is well may now and then answer too late. */
  private static Readiness untilDegraded(Health health) {
    return Eventually.within(WITHIN)
        .until("one part is up", health::look, look -> look.state().equals(Readiness.DEGRADED));
  }

  private static HttpResponse<String> untilItIs(String state, RunningServer server) {
    return Eventually.within(WITHIN)
        .until(
            "it is " + state,
            () -> server.get("/health/ready"),
            seen -> seen.body().startsWith("{\"state\":\"%s\"".formatted(state)));
  }

  @Test
  void manyCallersShareOneLook() {
    AtomicInteger looks = new AtomicInteger();
    Health health = new Health(List.of(new Dependency("redis", false, looks::incrementAndGet)));
    for (int i = 0; i < 100; i++) {
      health.look();
    }
    assertThat(looks.get()).isLessThan(10);
  }

  @Test
  void aServerOnItsWayDownIsNotReady() throws Exception {
    Drain drain = new Drain();
    Routes routes = new Routes();
    new HealthRoutes(new Health(List.of()), () -> !drain.begun()).addTo(routes);
    try (RunningServer server =
        RunningServer.with(
            more ->
                more.get(
                    "/test/ready",
                    dev.stampede.server.auth.Access.anyone(),
                    routes.all().getLast().handler()))) {
      assertThat(server.get("/test/ready").statusCode()).isEqualTo(200);
      drain.begin();
      HttpResponse<String> draining = server.get("/test/ready");
      assertThat(draining.statusCode()).isEqualTo(503);
      assertThat(draining.body()).startsWith("{\"state\":\"not-ready\"");
    }
  }
}
