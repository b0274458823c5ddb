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
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class AnswerWindowTest {

  private static final int CONNECTIONS = 8;

  @Test
  void answersToWhatWasAskedBeforeTheMeasuredTimeCount() throws Exception {
    Duration settle = Duration.ofSeconds(2);
    Duration duration = Duration.ofSeconds(4);
    AnswerWindow window = new AnswerWindow(settle, duration);
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
      RenderedRequest ask = target.get("/");
      LoadPlan plan = LoadPlan.closed(target, CONNECTIONS, duration).warmUp(settle);
      LoadResult load =
          new LoadRun(plan).with(connection -> window.watching(BuyerScript.repeating(ask)));

      // With those of the time in which it settles there would be 30; a busy machine may let some
      // of them arrive late.
      assertThat(window.ratePerSecond(200)).isLessThan(25);
      assertThat(window.ratePerSecond(200)).isGreaterThan(load.ratePerSecond());
      assertThat(window.ratePerSecond(409)).isZero();
    } finally {
      server.stop(0);
    }
  }
}
