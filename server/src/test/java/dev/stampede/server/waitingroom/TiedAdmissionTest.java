package dev.stampede.server.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.server.ConcurrentCalls;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** People are let in against the seats that are left, over real HTTP to the last seat. */
final class TiedAdmissionTest {

  private static final boolean LONG = Boolean.getBoolean("stampede.long");
  private static final int SEATS = LONG ? 100 : 20;
  private static final int WAITING = LONG ? 10_000 : 300;
  private static final Duration WITHIN = Duration.ofSeconds(LONG ? 240 : 60);

  private static final int AT_ONCE = 100;

  private static RoomServer server;

  @BeforeAll
  static void start() {
    server = RoomServer.with(LineLimits.DEFAULT);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /**
   * Every other one who is let in buys a seat, the others leave. It failed when admission did not
   * look at the seats: then all were let in.
   */
  @Test
  void allSeatsSellAndTheCrowdIsNotLetInToBeDisappointed() throws Exception {
    String show =
        server
            .sale()
            .create(
                """
                {"name":"small","startsAt":"2030-01-01T20:00:00Z",
                 "sections":[{"name":"A","price":1,"rows":1,"seatsPerRow":%d}],
                 "waitingRoom":{"enabled":true,"admitPerSecond":0,"maxActive":100000}}"""
                    .formatted(SEATS))
            .text("id");
    String[] line = new String[WAITING];
    for (int from = 0; from < WAITING; from += AT_ONCE) {
      joinAll(show, from, line);
    }
    server.admit(show, 10_000);

    int sold = 0;
    int letIn = 0;
    Instant end = Instant.now().plus(WITHIN);
    while (sold < SEATS) {
      assertThat(Instant.now()).as("sold %s, let in %s", sold, letIn).isBefore(end);
      assertThat(letIn).isLessThan(WAITING);
      Answer place = server.look(line[letIn], show);
      if (place.text("state").equals("admitted")) {
        if (letIn % 2 == 0) {
          sold++;
          buy(line[letIn], show, "A-1-" + sold, place.text("pass"));
        } else {
          assertThat(server.leave(line[letIn], show).status()).isEqualTo(204);
        }
        letIn++;
      }
    }

    server.sale().awaitSeats(show, "sold", SEATS);
    int inside = 0;
    Answer next = server.look(line[letIn], show);
    while (next.text("state").equals("admitted")) {
      inside++;
      next = server.look(line[letIn + inside], show);
    }
    assertThat(letIn + inside).as("were let in").isLessThanOrEqualTo(4 * SEATS);
    assertThat(next.text("state")).isEqualTo("waiting");
  }

  private static void joinAll(String show, int from, String[] line) throws Exception {
    List<Callable<Answer>> joins =
        IntStream.range(from, Math.min(from + AT_ONCE, WAITING))
            .<Callable<Answer>>mapToObj(i -> () -> server.join("buyer-" + i, show))
            .toList();
    List<Answer> joined = ConcurrentCalls.run(joins);
    for (int i = 0; i < joined.size(); i++) {
      assertThat(joined.get(i).status()).isEqualTo(201);
      line[(int) RoomServer.position(joined.get(i)) - 1] = "buyer-" + (from + i);
    }
  }

  private static void buy(String buyer, String show, String seat, String pass) throws Exception {
    SaleServer sale = server.sale();
    assertThat(sale.fund(buyer, 10).status()).isEqualTo(201);
    String wish = "{\"showId\":\"%s\",\"seats\":[\"%s\"]}".formatted(show, seat);
    Answer booked = sale.send(sale.booking(buyer, Role.BUYER, wish).header("Stampede-Pass", pass));
    assertThat(booked.status()).as(booked.json().toString()).isEqualTo(201);
  }
}
