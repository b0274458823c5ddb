package dev.stampede.bench.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.LoadRun;
import dev.stampede.crowd.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class HttpRoundTest {

  private static final Duration SHORT_SETTLE = Duration.ofMillis(200);

  /** All connections have asked by then, on a busy machine too. */
  private static final Duration SETTLE = Duration.ofSeconds(1);

  private static final Duration ROUND = Duration.ofSeconds(4);

  /**
   * More than half of both together, so that nothing is answered twice, and far less than all of
   * it: a busy machine answers late.
   */
  private static final Duration SLOW = Duration.ofMillis(2_800);

  /**
   * Once said to be "never answered". Each connection was answered once within the round to what it
   * had asked for while the round settled; what it asked for then came too late.
   */
  @Test
  void aRoundThatOnlyAnswersWhatWasAskedBeforeItHasBeenAnswered() throws Exception {
    HttpRound round = round(SETTLE, SLOW, ROUND, 200);

    assertThat(round.load().answered()).isZero();
    assertThat(round.onlyAnswering("slow", 200).sample(200).ratePerSecond()).isEqualTo(1);
    assertThat(round.sample(200).p99Millis()).isEmpty();
  }

  @Test
  void aWrongAnswerIsWrongWheneverItWasAskedFor() throws Exception {
    HttpRound round = round(SETTLE, SLOW, ROUND, 503);

    assertThatThrownBy(() -> round.onlyAnswering("slow", 200)).hasMessageContaining("went wrong");
  }

  @Test
  void aRoundWithoutAnAnswerIsRepeatedAtTwiceItsLengthWithinABound() throws Exception {
    List<Long> lengths = new ArrayList<>();
    HttpRound answered =
        HttpRound.untilAnswered(
            Duration.ofMillis(100),
            length -> {
              lengths.add(length.toMillis());
              return round(SHORT_SETTLE, Duration.ofMillis(700), length, 200);
            });
    assertThat(lengths).startsWith(100L, 200L, 400L);
    assertThat(answered.onlyAnswering("slow", 200)).isSameAs(answered);

    lengths.clear();
    HttpRound never =
        HttpRound.untilAnswered(
            Duration.ofSeconds(4),
            length -> {
              lengths.add(length.toMillis());
              return round(SHORT_SETTLE, Duration.ofSeconds(2), Duration.ofMillis(50), 200);
            });
    assertThat(lengths).containsExactly(4_000L, 8_000L);
    assertThatThrownBy(() -> never.onlyAnswering("slow", 200))
        .hasMessageContaining("was never answered");
  }

  /** Four connections to a server that answers each request after this long. */
  private HttpRound round(Duration settle, Duration after, Duration duration, int status)
      throws InterruptedException {
    HttpServer slow;
    try {
      slow = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    slow.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    slow.createContext(
        "/",
        exchange -> {
          LockSupport.parkNanos(after.toNanos());
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    slow.start();
    try {
      Target target = Target.loopback(slow.getAddress().getPort());
      LoadPlan plan = LoadPlan.closed(target, 4, duration).warmUp(settle);
      AnswerWindow window = new AnswerWindow(settle, duration);
      return new HttpRound(
          new LoadRun(plan)
              .with(connection -> window.watching(BuyerScript.repeating(target.get("/")))),
          window,
          "");
    } finally {
      slow.stop(0);
    }
  }
}
