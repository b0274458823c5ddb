package dev.stampede.bench.sale;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.LoadResult;
import dev.stampede.crowd.LoadRun;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Target;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class AnswerWindowTest {

  private static final int CONNECTIONS = 8;
  private static final Duration SETTLE = Duration.ofMillis(200);
  private static final Duration DURATION = Duration.ofMillis(800);
  private static final int TRIES = 5;

  /** At most 20 answers come in a second; a machine that stands still spoils one of the tries. */
  @Test
  void answersToWhatWasAskedBeforeTheMeasuredTimeCount() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    // One at a time, 50 ms each: at most 20 a second, and each connection waits 400 ms.
    Semaphore one = new Semaphore(1, true);
    server.createContext(
        "/",
        exchange -> {
          one.acquireUninterruptibly();
          LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
          one.release();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    try {
      Target target = Target.loopback(server.getAddress().getPort());
      List<Rates> seen = new ArrayList<>();
      while (seen.size() < TRIES && seen.stream().noneMatch(Rates::asPromised)) {
        seen.add(measure(target));
      }
      assertThat(seen).anyMatch(Rates::asPromised);
    } finally {
      server.stop(0);
    }
  }

  private static Rates measure(Target target) throws Exception {
    AnswerWindow window = new AnswerWindow(SETTLE, DURATION);
    RenderedRequest ask = target.get("/");
    LoadPlan plan = LoadPlan.closed(target, CONNECTIONS, DURATION).warmUp(SETTLE);
    LoadResult load =
        new LoadRun(plan).with(connection -> window.watching(BuyerScript.repeating(ask)));
    assertThat(window.ratePerSecond(409)).isZero();
    return new Rates(window.ratePerSecond(200), load.ratePerSecond());
  }

  /** The rate of all answers in the measured time, and of those that were asked for in it. */
  private record Rates(double answered, double asked) {
    boolean asPromised() {
      return answered < 21 && answered > asked;
    }
  }
}
