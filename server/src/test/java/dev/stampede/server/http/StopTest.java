package dev.stampede.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.server.RawHttp;
import dev.stampede.server.RunningServer;
import dev.stampede.server.auth.Access;
import dev.stampede.server.failure.ServerException;
import dev.stampede.testkit.Eventually;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class StopTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String SLOW_HEAD =
      RawHttp.head("POST /test/slow", "Content-Type: application/json", "Content-Length: 5");

  private final CountDownLatch arrived = new CountDownLatch(1);

  private final RouteSet slow =
      routes ->
          routes.post(
              "/test/slow",
              Access.anyone(),
              request -> {
                arrived.countDown();
                return JsonAnswer.ok(request.json());
              });

  @Test
  void aRequestWhoseBodyIsStillComingIsFinished() throws Exception {
    RunningServer server =
        RunningServer.with(RunningServer.settings(PATIENCE, PATIENCE.multipliedBy(2)), slow);
    try (Socket socket = server.connect();
        Socket idle = server.connect()) {
      idle.getOutputStream()
          .write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(ISO_8859_1));
      assertThat(idle.getInputStream().read()).isEqualTo('H');
      write(socket, SLOW_HEAD.concat("[1"));
      assertThat(arrived.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

      int port = server.port();
      Thread stopping = Thread.ofVirtual().start(server::close);
      awaitRefusal(port);
      assertThat(RawHttp.rest(idle)).as("the idle connection ends").contains("{\"state\":\"up\"}");
      assertThat(stopping.isAlive()).as("the stop waits").isTrue();
      write(socket, ",2]");

      RawHttp answer = new RawHttp(RawHttp.rest(socket));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text()).contains("Connection: close");
      assertThat(answer.body()).isEqualTo("[1,2]");
      assertThat(stopping.join(PATIENCE)).isTrue();
    }
  }

  @Test
  void theStopDoesNotWaitLongerThanItsGrace() throws Exception {
    RunningServer server =
        RunningServer.with(
            RunningServer.settings(Duration.ofSeconds(30), Duration.ofMillis(200)), slow);
    try (Socket socket = server.connect()) {
      write(socket, SLOW_HEAD.concat("[1"));
      assertThat(arrived.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      long started = System.nanoTime();
      server.close();
      assertThat(Duration.ofNanos(System.nanoTime() - started))
          .isLessThan(HttpSettings.DEFAULT_SHUTDOWN_GRACE);
      assertThat(new RawHttp(RawHttp.rest(socket)).text()).doesNotContain("HTTP/1.1 200");
    }
  }

  @Test
  void aTakenPortIsNamedWithTheFix() throws Exception {
    try (RunningServer first = RunningServer.start()) {
      HttpSettings same =
          new HttpSettings(
              "127.0.0.1",
              first.port(),
              HttpSettings.DEFAULT_MAX_BODY_BYTES,
              List.of(),
              Duration.ofSeconds(1),
              Duration.ofSeconds(1));
      assertThatThrownBy(() -> RunningServer.with(same))
          .isInstanceOf(PortTakenException.class)
          .hasMessage(
              "port %d on 127.0.0.1 is taken; set STAMPEDE_PORT to a free one", first.port());
    }
  }

  @Test
  void anAddressOfAnotherMachineIsNamedWithTheFix() {
    HttpSettings elsewhere =
        new HttpSettings(
            "192.0.2.1", 18_080, 65_536, List.of(), Duration.ofSeconds(1), Duration.ofSeconds(1));
    assertThatThrownBy(() -> RunningServer.with(elsewhere))
        .isInstanceOf(ServerException.class)
        .hasMessageContainingAll("cannot listen on 192.0.2.1, port 18080", "STAMPEDE_BIND");
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** Waits until nobody listens any more. */
  private static void awaitRefusal(int port) {
    Eventually.within(PATIENCE).until("port %d refuses".formatted(port), () -> refuses(port));
  }

  private static boolean refuses(int port) throws IOException {
    try {
      new Socket(InetAddress.getLoopbackAddress(), port).close();
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (SocketException reset) {
      // The listener closed in the middle of our handshake; the next try will be refused.
      return false;
    }
  }
}
