package dev.stampede.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TcpProxyTest {

  private static final Duration A_MOMENT = Duration.ofMillis(200);
  private static final Duration SOON = Duration.ofSeconds(10);

  @Test
  void aFrozenWireKeepsWhatIsSentUntilItIsThawed() throws IOException {
    try (Named server = new Named('a');
        TcpProxy proxy = TcpProxy.to(server.port());
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      proxy.freeze();
      caller.getOutputStream().write('?');
      caller.setSoTimeout(Math.toIntExact(A_MOMENT.toMillis()));
      assertThatThrownBy(() -> caller.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);

      proxy.thaw();
      caller.setSoTimeout(10_000);
      assertThat(caller.getInputStream().read()).isEqualTo('a');
    }
  }

  @Test
  void aSilencedWireStaysAndNewOnesAreHeard() throws IOException {
    try (Named server = new Named('a');
        TcpProxy proxy = TcpProxy.to(server.port());
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      caller.setSoTimeout(10_000);
      caller.getOutputStream().write('?');
      assertThat(caller.getInputStream().read()).isEqualTo('a');
      proxy.silence();
      caller.getOutputStream().write('?');
      caller.setSoTimeout(Math.toIntExact(A_MOMENT.toMillis()));

      assertThatThrownBy(() -> caller.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(asked(proxy)).isEqualTo('a');
    }
  }

  @Test
  void aSlowWireIsSlowBothWays() throws IOException {
    try (Named server = new Named('a');
        TcpProxy proxy = TcpProxy.to(server.port());
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      proxy.delay(A_MOMENT);
      long begun = System.nanoTime();
      caller.getOutputStream().write('?');

      assertThat(caller.getInputStream().read()).isEqualTo('a');
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isGreaterThanOrEqualTo(A_MOMENT.multipliedBy(2));
    }
  }

  @Test
  void bytesLostOneWayAreLostThatWayAloneAndRepairResetsTheConnection() throws IOException {
    try (Named server = new Named('a');
        TcpProxy proxy = TcpProxy.to(server.port());
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      caller.setSoTimeout(10_000);
      proxy.loseAnswers();
      caller.getOutputStream().write('?');
      Eventually.within(SOON).until("the server has heard", () -> server.heard() == 1);
      proxy.repair();

      assertThatThrownBy(() -> caller.getInputStream().read()).isInstanceOf(IOException.class);
      assertThat(asked(proxy)).isEqualTo('a');
      proxy.loseSent();
      Eventually.within(SOON).until("all have ended", () -> proxy.open() == 0);
      try (Socket other = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
        other.setSoTimeout(Math.toIntExact(A_MOMENT.toMillis()));
        other.getOutputStream().write('?');
        assertThatThrownBy(() -> other.getInputStream().read())
            .isInstanceOf(SocketTimeoutException.class);
      }
      assertThat(server.heard()).isEqualTo(2);
    }
  }

  @Test
  void aDesertedCallerKeepsAConnectionToNobody() throws IOException {
    try (Named server = new Named('a');
        TcpProxy proxy = TcpProxy.to(server.port());
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      caller.setSoTimeout(10_000);
      caller.getOutputStream().write('?');
      assertThat(caller.getInputStream().read()).isEqualTo('a');

      proxy.desert();

      caller.setSoTimeout(Math.toIntExact(A_MOMENT.toMillis()));
      caller.getOutputStream().write('?');
      assertThatThrownBy(() -> caller.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(asked(proxy)).isEqualTo('a');
      assertThat(server.heard()).isEqualTo(2);
    }
  }

  @Test
  void aResetIsNoEnd() throws IOException {
    try (Named server = new Named('a');
        TcpProxy proxy = TcpProxy.to(server.port());
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      caller.setSoTimeout(10_000);
      caller.getOutputStream().write('?');
      assertThat(caller.getInputStream().read()).isEqualTo('a');

      proxy.reset();

      assertThatThrownBy(() -> caller.getInputStream().read()).isInstanceOf(SocketException.class);
      assertThat(asked(proxy)).isEqualTo('a');
    }
  }

  @Test
  void aTapSeesBothDirectionsMayChangeThemAndMayCut() throws IOException {
    WireTap tap =
        new WireTap() {
          @Override
          public byte[] sending(byte[] bytes) throws IOException {
            if (bytes[0] == '!') {
              throw new IOException("cut");
            }
            return bytes;
          }

          @Override
          public byte[] answering(byte[] bytes) {
            return new byte[] {(byte) (bytes[0] + 1)};
          }
        };
    try (Named server = new Named('a');
        TcpProxy proxy = TcpProxy.tapped(0, server.port(), () -> tap);
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      caller.setSoTimeout(10_000);
      caller.getOutputStream().write('?');
      assertThat(caller.getInputStream().read()).isEqualTo('b');
      caller.getOutputStream().write('!');
      assertThat(caller.getInputStream().read()).isEqualTo(-1);
      assertThat(server.heard()).isEqualTo(1);
    }
  }

  @Test
  void severalServersHaveOneAddressAndWhoIsGoneIsPassedOver() throws IOException {
    Named first = new Named('a');
    try (Named second = new Named('b');
        TcpProxy proxy = TcpProxy.to(List.of(first.port(), second.port()))) {
      char one = asked(proxy);
      char other = asked(proxy);
      assertThat(List.of(one, other)).containsExactlyInAnyOrder('a', 'b');

      first.close();

      Set<Character> answers = new HashSet<>();
      for (int i = 0; i < 4; i++) {
        answers.add(asked(proxy));
      }
      assertThat(answers).containsExactly('b');
    }
  }

  private static char asked(TcpProxy proxy) throws IOException {
    try (Socket caller = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      caller.setSoTimeout(10_000);
      caller.getOutputStream().write('?');
      return (char) caller.getInputStream().read();
    }
  }

  /** Answers every byte with its name. */
  private static final class Named implements AutoCloseable {

    private final ServerSocket listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    private final char name;
    private final AtomicInteger heard = new AtomicInteger();
    private final Thread accepting;

    Named(char name) throws IOException {
      this.name = name;
      this.accepting = Thread.startVirtualThread(this::accept);
    }

    int port() {
      return listener.getLocalPort();
    }

    int heard() {
      return heard.get();
    }

    private void accept() {
      while (!listener.isClosed()) {
        try {
          Socket caller = listener.accept();
          Thread.startVirtualThread(() -> answer(caller));
        } catch (IOException closed) {
          return;
        }
      }
    }

    private void answer(Socket caller) {
      try (caller) {
        while (caller.getInputStream().read() >= 0) {
          heard.incrementAndGet();
          caller.getOutputStream().write(name);
        }
      } catch (IOException ended) {
        // The caller has gone.
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
      try {
        assertThat(accepting.join(Duration.ofSeconds(10))).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
