package dev.stampede.crowd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ClosedLoopTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  /** An end that comes before this was not the default time-out, however slow the machine is. */
  private static final Duration NOT_THE_DEFAULT = LoadPlan.DEFAULT_TIMEOUT.minusSeconds(1);

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  @Test
  void everyRequestOfACountedRunIsAnswered() throws Exception {
    AtomicInteger served = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/echo",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          served.incrementAndGet();
          exchange.sendResponseHeaders(200, 0); // 0: chunked
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      Target target = Target.loopback(server.getAddress().getPort());
      LoadPlan plan = LoadPlan.closed(target, 8, LONG).requests(1_000).threads(2);
      LoadResult result = new LoadRun(plan).repeating(target.post("/echo", "{\"a\":1}"));
      assertThat(result.requests()).isEqualTo(1_000);
      assertThat(result.answered(200)).isEqualTo(1_000);
      assertThat(result.failed()).isZero();
      assertThat(result.latency().count()).isEqualTo(1_000);
      assertThat(result.ratePerSecond()).isPositive();
      assertThat(served).hasValue(1_000);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void connectionsAreKeptAndOpenedAgainWhenTheServerSaysClose() throws Exception {
    try (ScriptedServer keeping = ScriptedServer.always(OK)) {
      assertThat(hundred(keeping, 4).answered(200)).isEqualTo(100);
      assertThat(keeping.accepted()).isEqualTo(4);
    }
    try (ScriptedServer closing =
        ScriptedServer.answering(
            (request, out) -> {
              out.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok".getBytes(ISO_8859_1));
              return false;
            })) {
      assertThat(hundred(closing, 4).answered(200)).isEqualTo(100);
      assertThat(closing.accepted()).isEqualTo(100);
    }
  }

  @Test
  void failuresAreCountedByTheirKind() throws Exception {
    try (ScriptedServer closing = ScriptedServer.answering((request, out) -> false)) {
      assertThat(hundred(closing, 10).failed(Failure.CLOSED)).isEqualTo(100);
    }
    try (ScriptedServer babbling = ScriptedServer.always("220 mail.example.org ESMTP\r\n")) {
      assertThat(hundred(babbling, 10).failed(Failure.MALFORMED)).isEqualTo(100);
    }
    try (ScriptedServer chatty = ScriptedServer.always(OK + OK)) {
      assertThat(hundred(chatty, 10).failed(Failure.MALFORMED)).isPositive();
    }
    String endless = "HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n" + "x".repeat(5 << 20);
    try (ScriptedServer huge = ScriptedServer.always(endless)) {
      assertThat(run(huge.target(), 1, 2).failed(Failure.TOO_LARGE)).isEqualTo(2);
    }
    try (Socket silent = new Socket()) {
      // Bound, and nobody listens: no other process gets the port while it is asked.
      silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      LoadResult refused = run(Target.loopback(silent.getLocalPort()), 10, 100);
      assertThat(refused.failed(Failure.NOT_CONNECTED)).isEqualTo(100);
      assertThat(refused.ratePerSecond()).isZero();
    }
  }

  @Test
  void anAnswerMayBeLargerThanTheFirstBuffer() throws Exception {
    String body = "x".repeat(100_000);
    List<Integer> lengths = Collections.synchronizedList(new ArrayList<>());
    try (ScriptedServer server =
        ScriptedServer.always("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + body)) {
      RenderedRequest get = server.target().get("/");
      new LoadRun(LoadPlan.closed(server.target(), 1, LONG).requests(3))
          .with(
              connection ->
                  new BuyerScript() {
                    @Override
                    public RenderedRequest next() {
                      return get;
                    }

                    @Override
                    public void answered(Response response) {
                      lengths.add(response.bodyLength());
                    }
                  });
    }
    assertThat(lengths).containsExactly(100_000, 100_000, 100_000);
  }

  @Test
  void aRequestThatIsNotAnsweredInTimeIsTimedOut() throws Exception {
    try (ScriptedServer silent = stalled()) {
      LoadPlan plan =
          LoadPlan.closed(silent.target(), 2, LONG).requests(2).timeout(Duration.ofMillis(100));
      LoadResult result = new LoadRun(plan).repeating(silent.target().get("/"));
      assertThat(result.failed(Failure.TIMED_OUT)).isEqualTo(2);
      assertThat(Duration.ofMillis((long) result.latency().p50Millis()))
          .isBetween(Duration.ofMillis(99), NOT_THE_DEFAULT);
    }
  }

  @Test
  void aRunEndsAtItsBoundThoughTheServerNeverAnswers() throws Exception {
    List<Failure> told = Collections.synchronizedList(new ArrayList<>());
    try (ScriptedServer silent = stalled()) {
      RenderedRequest get = silent.target().get("/");
      LoadPlan plan = LoadPlan.closed(silent.target(), 3, Duration.ofMillis(200));
      long start = System.nanoTime();
      LoadResult result =
          new LoadRun(plan)
              .with(
                  connection ->
                      new BuyerScript() {
                        @Override
                        public RenderedRequest next() {
                          return get;
                        }

                        @Override
                        public void failed(Failure failure) {
                          told.add(failure);
                        }
                      });
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(200), NOT_THE_DEFAULT);
      assertThat(result.failed(Failure.UNFINISHED)).isEqualTo(3);
      assertThat(result.requests()).isEqualTo(3);
      assertThat(told).hasSize(3).containsOnly(Failure.UNFINISHED);
    }
  }

  @Test
  void requestsDuringTheWarmUpAreNotCounted() throws Exception {
    AtomicInteger served = new AtomicInteger();
    try (ScriptedServer server =
        ScriptedServer.answering(
            (request, out) -> {
              served.incrementAndGet();
              // Slow, so that a warm-up which no stall of the machine outlasts is no load for it.
              LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
              out.write(OK.getBytes(ISO_8859_1));
              return true;
            })) {
      LoadPlan plan =
          LoadPlan.closed(server.target(), 2, LONG).warmUp(Duration.ofSeconds(1)).requests(50);
      LoadResult result = new LoadRun(plan).repeating(server.target().get("/"));
      assertThat(result.answered(200)).isEqualTo(50);
      assertThat(served.get()).isGreaterThan(50);
      assertThat(result.duration()).isLessThan(Duration.ofSeconds(10));
    }
  }

  /** The shape of a buyer who queues, holds and pays: what it asks next depends on what it saw. */
  @Test
  void aBuyerGoesOnFromWhatItWasTold() throws Exception {
    List<String> asked = Collections.synchronizedList(new ArrayList<>());
    try (ScriptedServer server =
        ScriptedServer.answering(
            (request, out) -> {
              asked.add(request);
              String next = "/step-" + asked.size();
              out.write(
                  ("HTTP/1.1 201 Created\r\nLocation: " + next + "\r\nContent-Length: 0\r\n\r\n")
                      .getBytes(ISO_8859_1));
              return true;
            })) {
      LoadResult result =
          new LoadRun(LoadPlan.closed(server.target(), 1, LONG))
              .with(connection -> new Follower(server.target()));
      assertThat(result.answered(201)).isEqualTo(3);
    }
    assertThat(asked)
        .containsExactly("GET /start HTTP/1.1", "GET /step-1 HTTP/1.1", "GET /step-2 HTTP/1.1");
  }

  @Test
  void aScriptThatBreaksBreaksTheRun() throws Exception {
    try (ScriptedServer server = ScriptedServer.always(OK)) {
      LoadPlan plan = LoadPlan.closed(server.target(), 4, LONG).threads(2);
      long start = System.nanoTime();
      assertThatThrownBy(
              () ->
                  new LoadRun(plan)
                      .with(
                          connection ->
                              () -> {
                                if (connection == 3) {
                                  throw new IllegalStateException("no seat in mind");
                                }
                                return server.target().get("/");
                              }))
          .isInstanceOf(CrowdException.class)
          .hasMessageContaining("no seat in mind");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG.minusSeconds(5));
    }
  }

  private static LoadResult hundred(ScriptedServer server, int connections)
      throws InterruptedException {
    return run(server.target(), connections, 100);
  }

  private static LoadResult run(Target target, int connections, int requests)
      throws InterruptedException {
    return new LoadRun(LoadPlan.closed(target, connections, LONG).requests(requests))
        .repeating(target.get("/"));
  }

  private static ScriptedServer stalled() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    return ScriptedServer.answering(
        (request, out) -> {
          never.await();
          return false;
        });
  }

  private static final class Follower implements BuyerScript {

    private final Target target;
    private @Nullable RenderedRequest next;
    private int answers;

    Follower(Target target) {
      this.target = target;
      this.next = target.get("/start");
    }

    @Override
    public @Nullable RenderedRequest next() {
      return next;
    }

    @Override
    public void answered(Response response) {
      answers++;
      next = answers == 3 ? null : target.get(response.header("location").orElseThrow());
    }
  }
}
