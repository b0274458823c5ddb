package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.acceptance.storm.Calls.Answer;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** More time that one server gives is known to the other, whose board would free the seats. */
final class MoreTimeTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Test
  void theOtherServerDoesNotShowTheSeatsAsFreeAtTheOldEnd() throws Exception {
    try (TwoServers servers = TwoServers.start()) {
      String show = servers.at(0).createShow(2, 10);
      String path = "/api/v1/shows/" + show;
      Answer hold = servers.at(0).hold(show, List.of("A-1-1"), "ann", "a");
      Instant end = Instant.parse(hold.body().path("expiresAt").asString());
      Eventually.within(PATIENCE)
          .until("the other server knows", () -> states(servers.at(1), path).startsWith("hf"));

      Answer more = servers.at(0).post(path + "/holds/extend", "{\"seconds\":3600}", "operator");

      assertThat(more.status()).isEqualTo(200);
      assertThat(more.body().path("extended").asInt()).isEqualTo(1);
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
      Answer bens = servers.at(1).hold(show, List.of("A-1-2"), "ben", "c");
      assertThat(bens.status()).isEqualTo(201);
      Answer sale = servers.at(1).get(path + "/sale", "operator");
      assertThat(sale.body().at("/locks/tried").asInt())
          .as("memory refused the seat that is held; the gate was asked for the other")
          .isEqualTo(1);
      assertThat(sale.body().at("/locks/refused").asInt()).isZero();
      assertThat(sale.body().at("/locks/failureRate").asDouble()).isZero();
      assertThat(sale.body().at("/seats/held").asInt()).isEqualTo(2);
      assertThat(sale.body().at("/holds/live").asInt()).isEqualTo(2);
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

  private static String states(Calls calls, String path) throws InterruptedException {
    return calls.get(path + "/seats", "ann").body().at("/sections/0/states").asString();
  }
}
