package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.acceptance.storm.Calls.Answer;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** More time that one server gives is known to the other, whose board would free the seats. */
final class MoreTimeTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SEATS_PER_ROW = 10;

  @Test
  void theOtherServerDoesNotShowTheSeatsAsFreeAtTheOldEnd() throws Exception {
    try (TwoServers servers = TwoServers.start()) {
      String show = servers.at(0).createShow(2, SEATS_PER_ROW);
      String path = "/api/v1/shows/" + show;
      Answer hold = servers.at(0).hold(show, List.of("A-1-1"), "ann", "a");
      Instant end = Instant.parse(hold.body().path("expiresAt").asString());
      Eventually.within(PATIENCE)
          .until("the other server knows", () -> states(servers.at(1), path).startsWith("hf"));

      Answer more = servers.at(0).post(path + "/holds/extend", "{\"seconds\":3600}", "operator");

      assertThat(more.status()).isEqualTo(200);
      assertThat(more.body().path("extended").asInt()).isEqualTo(1);
      awaitNews(servers, show, path);
      DatabaseClock.of(servers.databaseUrl()).advance(Duration.ofSeconds(5_000));
      for (int server = 0; server < 2; server++) {
        Calls calls = servers.at(server);
        Eventually.within(PATIENCE)
            .until(
                "the old end is over",
                () ->
                    Instant.parse(calls.get(path, "ann").body().path("now").asString())
                        .isAfter(end.plusSeconds(1)));
        assertThat(states(calls, path)).startsWith("hf");
      }
      assertThat(servers.at(1).hold(show, List.of("A-1-1"), "ben", "b").problem())
          .isEqualTo("/problems/seat-taken");
      // A server trusts its memory, and waits for the gate, for a fraction of a second: where the
      // machine stood still for longer, it does without one of them, and is asked again.
      Eventually.within(PATIENCE)
          .until(
              "memory refuses the seat that is held, and the gate is not asked",
              () -> {
                int tried = tried(servers.at(1), path);
                return servers.at(1).hold(show, List.of("A-1-1"), "ben", "b").status() == 409
                    && tried(servers.at(1), path) == tried;
              });
      Answer bens =
          Eventually.within(PATIENCE)
              .until(
                  "the gate is asked for a free seat",
                  () -> heldThroughTheGate(servers.at(1), show, path),
                  Optional::isPresent)
              .orElseThrow();
      Answer sale =
          Eventually.within(PATIENCE)
              .until(
                  "the figures are counted",
                  () -> servers.at(1).get(path + "/sale", "operator"),
                  told ->
                      told.body().at("/seats/held").asInt() == 2
                          && told.body().at("/holds/live").asInt() == 2);
      assertThat(sale.body().at("/locks/refused").asInt()).isZero();
      assertThat(sale.body().at("/locks/failureRate").asDouble()).isZero();
      assertThat(sale.body().at("/services").valueStream().map(one -> one.path("name").asString()))
          .containsExactly(
              "postgresql",
              "redis",
              "seat-gate",
              "waiting-line",
              "kafka",
              "claim-lanes",
              "booking-requests");
      servers.at(1).release(bens.body().path("id").asString(), "ben");
      DatabaseClock.of(servers.databaseUrl()).advance(Duration.ofSeconds(7_300));
      Eventually.within(PATIENCE)
          .until("the new end is over", () -> states(servers.at(1), path).startsWith("ff"));
    }
  }

  /** The news of a show come in order: a server that knows the last change knows all of them. */
  private static void awaitNews(TwoServers servers, String show, String path)
      throws InterruptedException {
    Answer last = servers.at(0).hold(show, List.of("A-2-1"), "eve", "last");
    assertThat(last.status()).isEqualTo(201);
    Eventually.within(PATIENCE)
        .until(
            "the other server knows it",
            () -> states(servers.at(1), path).charAt(SEATS_PER_ROW) == 'h');
    assertThat(servers.at(0).release(last.body().path("id").asString(), "eve").status())
        .isEqualTo(204);
    Eventually.within(PATIENCE)
        .until(
            "the other server knows that it is free again",
            () -> states(servers.at(1), path).charAt(SEATS_PER_ROW) == 'f');
  }

  /** Holds a free seat; gives it back if the gate was not asked for it, exactly once. */
  private static Optional<Answer> heldThroughTheGate(Calls calls, String show, String path)
      throws InterruptedException {
    int tried = tried(calls, path);
    Answer held = calls.hold(show, List.of("A-1-2"), "ben", "free " + System.nanoTime());
    assertThat(held.status()).isEqualTo(201);
    if (tried(calls, path) == tried + 1) {
      return Optional.of(held);
    }
    calls.release(held.body().path("id").asString(), "ben");
    return Optional.empty();
  }

  /** Returns the number of times that a server has lately asked the gate for seats of the show. */
  private static int tried(Calls calls, String path) throws InterruptedException {
    return calls.get(path + "/sale", "operator").body().at("/locks/tried").asInt();
  }

  private static String states(Calls calls, String path) throws InterruptedException {
    return calls.get(path + "/seats", "ann").body().at("/sections/0/states").asString();
  }
}
