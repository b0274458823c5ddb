package dev.stampede.server.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A hundred buyers want the same seat at the same moment, over and over. */
final class HotSeatStormTest {

  private static final int BUYERS = 100;
  private static final int SEATS_PER_SHOW = 100;
  private static final int ROUNDS = Boolean.getBoolean("stampede.long") ? 200 : 10;

  private static final int COME_AGAIN = 10;

  private static SaleServer sale;

  @BeforeAll
  static void start() {
    sale = SaleServer.start();
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  /** One seat of one show, and the key that every buyer asks for it with. */
  private record Prize(String show, String seat, String key) {}

  private record Heard(String buyer, Answer answer) {}

  @Test
  void exactlyOneWinsAndItsRetriesGetItsOwnHold() throws Exception {
    String show = "";
    try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < ROUNDS; round++) {
        if (round % SEATS_PER_SHOW == 0) {
          show = sale.show("");
        }
        int seat = round % SEATS_PER_SHOW;
        String label = "A-%d-%d".formatted(1 + seat / 10, 1 + seat % 10);
        storm(crowd, new Prize(show, "{\"seats\":[\"" + label + "\"]}", "round-" + round));
      }
    }
  }

  private static void storm(ExecutorService crowd, Prize prize) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Heard>> asked = new ArrayList<>();
    for (int i = 0; i < BUYERS; i++) {
      String buyer = "buyer-" + i;
      asked.add(
          crowd.submit(
              () -> {
                start.await();
                Answer answer =
                    patiently(() -> sale.hold(buyer, prize.show(), prize.seat(), prize.key()));
                if (answer.status() == 201) {
                  // While the others are still being refused.
                  itsRetriesGetItsOwnHold(buyer, prize, answer.text("id"));
                }
                return new Heard(buyer, answer);
              }));
    }
    start.countDown();
    List<Heard> won = new ArrayList<>();
    for (Future<Heard> each : asked) {
      Heard heard = each.get();
      if (heard.answer().status() == 201) {
        won.add(heard);
      } else {
        assertThat(heard.answer().status()).as("%s: %s", prize, heard).isEqualTo(409);
        assertThat(heard.answer().slug()).isEqualTo("seat-taken");
      }
    }
    assertThat(won).as("%s", prize).hasSize(1);
    Heard winner = won.getFirst();
    itsRetriesGetItsOwnHold(winner.buyer(), prize, winner.answer().text("id"));
  }

  private static void itsRetriesGetItsOwnHold(String winner, Prize prize, String hold)
      throws Exception {
    Answer withKey = patiently(() -> sale.hold(winner, prize.show(), prize.seat(), prize.key()));
    assertThat(withKey.status()).isEqualTo(201);
    assertThat(withKey.text("id")).isEqualTo(hold);
    assertThat(withKey.header("Idempotency-Replayed")).isEqualTo("true");
    Answer without = patiently(() -> sale.hold(winner, prize.show(), prize.seat()));
    assertThat(without.status()).isEqualTo(200);
    assertThat(without.text("id")).isEqualTo(hold);
  }

  /** A client that hears of an overload comes again; not for ever. */
  private static Answer patiently(Callable<Answer> ask) throws Exception {
    Answer answer = ask.call();
    for (int again = 0; again < COME_AGAIN && answer.slug().equals("overloaded"); again++) {
      answer = ask.call();
    }
    return answer;
  }
}
