package dev.stampede.crowd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class CrowdClientTest {

  @Test
  void manyThreadsCallOverFewConnectionsAndEachGetsItsOwnAnswer() throws Exception {
    try (ScriptedServer server =
            ScriptedServer.answering(
                (request, out) -> {
                  String path = request.split(" ", -1)[1];
                  out.write(
                      ("HTTP/1.1 200 OK\r\nX-Path: " + path + "\r\nContent-Length: ")
                          .getBytes(ISO_8859_1));
                  out.write((path.length() + "\r\n\r\n" + path).getBytes(ISO_8859_1));
                  return true;
                });
        CrowdClient caller = CrowdClient.to(server.target(), 4);
        ExecutorService buyers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Response>> answers = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        RenderedRequest request = server.target().get("/" + i);
        answers.add(buyers.submit(() -> caller.send(request)));
      }
      for (int i = 0; i < 500; i++) {
        assertThat(answers.get(i).get().text()).isEqualTo("/" + i);
        assertThat(answers.get(i).get().header("x-path")).contains("/" + i);
      }
      assertThat(server.accepted()).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void aCallEndsAtItsTimeOutWhetherItIsSentOrStillWaiting() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (ScriptedServer silent =
            ScriptedServer.answering(
                (request, out) -> {
                  never.await();
                  return false;
                });
        CrowdClient caller = CrowdClient.to(silent.target(), 1);
        ExecutorService buyers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Failure>> failures = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        failures.add(buyers.submit(() -> failureOf(caller, silent.target().get("/"), 200)));
      }
      for (Future<Failure> failure : failures) {
        assertThat(failure.get()).isEqualTo(Failure.TIMED_OUT);
      }
    }
  }

  @Test
  void aConnectionIsUsableAgainAfterEveryKindOfFailure() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (ScriptedServer moody =
            ScriptedServer.answering(
                (request, out) -> {
                  switch (request.split(" ", -1)[1]) {
                    case "/silent" -> never.await();
                    case "/babbling" -> out.write("not http at all\r\n\r\n".getBytes(ISO_8859_1));
                    case "/closing" -> {
                      return false;
                    }
                    default -> out.write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(ISO_8859_1));
                  }
                  return true;
                });
        CrowdClient caller = CrowdClient.to(moody.target(), 1)) {
      Target target = moody.target();
      assertThat(failureOf(caller, target.get("/silent"), 1_000)).isEqualTo(Failure.TIMED_OUT);
      assertThat(failureOf(caller, target.get("/babbling"), 20_000)).isEqualTo(Failure.MALFORMED);
      assertThat(failureOf(caller, target.get("/closing"), 20_000)).isEqualTo(Failure.CLOSED);
      assertThat(caller.send(moody.target().get("/")).status()).isEqualTo(204);
      assertThat(caller.send(moody.target().get("/")).status()).isEqualTo(204);
    }
  }

  @Test
  void aClosedCallerFailsItsCallsInsteadOfHangingThem() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    try (ScriptedServer silent =
            ScriptedServer.answering(
                (request, out) -> {
                  arrived.countDown();
                  never.await();
                  return false;
                });
        ExecutorService buyers = Executors.newVirtualThreadPerTaskExecutor()) {
      CrowdClient caller = CrowdClient.to(silent.target(), 1);
      Future<Failure> underWay =
          buyers.submit(() -> failureOf(caller, silent.target().get("/"), 20_000));
      arrived.await();
      caller.close();
      assertThat(underWay.get()).isEqualTo(Failure.CLOSED);
      assertThat(failureOf(caller, silent.target().get("/"), 20_000)).isEqualTo(Failure.CLOSED);
    }
  }

  @Test
  void aFailureSaysWhatWasAskedAndWhy() throws Exception {
    try (ScriptedServer closing = ScriptedServer.answering((request, out) -> false);
        CrowdClient caller = CrowdClient.to(closing.target(), 1)) {
      assertThatThrownBy(() -> caller.send(closing.target().get("/shows")))
          .isInstanceOf(CallFailedException.class)
          .hasMessage("GET /shows HTTP/1.1: the server closed after 0 bytes of an answer");
    }
  }

  private static Failure failureOf(CrowdClient caller, RenderedRequest request, long timeoutMillis)
      throws InterruptedException {
    try {
      Response response = caller.send(request, Duration.ofMillis(timeoutMillis));
      throw new AssertionError("answered with " + response);
    } catch (CallFailedException e) {
      return e.failure();
    }
  }
}
