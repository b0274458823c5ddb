package dev.stampede.server.seats;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.seats.SeatBoard;
import dev.stampede.server.RawHttp;
import dev.stampede.testkit.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients of a stream who take nothing, with so little room of their own that the server cannot go
 * on writing. Nobody else may watch until they are stuck.
 */
final class StuckClients implements AutoCloseable {

  private static final int RECEIVE_BYTES = 4_096;

  /** A frame of about 80 kB; two of them fit into what a board remembers. */
  private static final int SEATS_PER_FRAME = 2_000;

  private static final int MAX_FRAMES = 500;
  private static final int UNTAKEN_FRAMES = 15;
  private static final Duration WITHIN = Duration.ofSeconds(30);
  private static final Duration STUCK_AFTER = Duration.ofMillis(100);
  private static final Duration POLL = Duration.ofMillis(5);

  private final SeatServer server;
  private final SoldShow show;
  private final List<Socket> sockets = new ArrayList<>();

  StuckClients(SeatServer server, SoldShow show, String path, int count) throws IOException {
    this.server = server;
    this.show = show;
    for (int i = 0; i < count; i++) {
      Socket socket = new Socket();
      sockets.add(socket);
      socket.setReceiveBufferSize(RECEIVE_BYTES);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.http().port()));
      socket.getOutputStream().write(RawHttp.head("GET " + path).getBytes(US_ASCII));
    }
  }

  /**
   * Sends them frame after frame until none of them takes any more. That a write waits once is not
   * enough: a socket is called writable only when a third of its buffer is free, and a watcher that
   * is woken by the next frame finds room in that third.
   */
  void areStuck() {
    Eventually.within(WITHIN)
        .until("all of them watch", () -> server.streams().watchers() == sockets.size());
    int untaken = 0;
    for (int frame = 0; untaken < UNTAKEN_FRAMES; frame++) {
      assertThat(frame).as("frames sent").isLessThan(MAX_FRAMES);
      sendOne(frame % 2 == 0);
      untaken = takeNothing() ? untaken + 1 : 0;
    }
  }

  /** One after the other: of frames that pile up only the way from first to last would be sent. */
  private void sendOne(boolean held) {
    SeatBoard board = server.boards().board(show.id()).orElseThrow();
    long told = board.position().n() + SEATS_PER_FRAME;
    List<SeatChange> changes = new ArrayList<>();
    for (int seat = 0; seat < SEATS_PER_FRAME; seat++) {
      changes.add(held ? show.hold(seat, Duration.ofHours(1)) : show.free(seat));
    }
    server.boards().committed(changes);
    Eventually.within(WITHIN).until("it is told", () -> board.position().n() >= told);
    server.streams().tick();
  }

  /** True if the server has been writing to all of them for longer than any write takes. */
  private boolean takeNothing() {
    long begun = System.nanoTime();
    while (server.streams().sending() == sockets.size()) {
      if (System.nanoTime() - begun > STUCK_AFTER.toNanos()) {
        return true;
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
