package dev.stampede.server.seats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.seats.BoardSettings;
import dev.stampede.engine.seats.SeatBoard;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.seats.SharedNews;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.EventStreamClient;
import dev.stampede.server.ManualTicker;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.StreamClient;
import dev.stampede.server.limit.ClientNetwork;
import dev.stampede.server.limit.StreamSlots;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.ManualClock;
import dev.stampede.testkit.TestServices;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests streams and boards while nothing happens, by a clock that the test moves. */
final class QuietStreamsTest {

  private static final String STREAM = "/api/v1/shows/51/seats/stream";
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration WITHIN = Duration.ofSeconds(30);

  private final ManualClock clock = ManualClock.at(Instant.parse("2030-01-01T00:00:00Z"));
  private final ManualTicker ticker = new ManualTicker();
  private final SoldShow show =
      new SoldShow(
          new ShowId(51), new SeatMap(List.of(new Section.Mapped("A", 25, 10, 500))), clock);

  @Test
  void aQuietStreamIsKeptAlive() throws Exception {
    try (SeatServer server = server();
        EventStreamClient stream = server.watch(STREAM, Optional.empty())) {
      String hello = stream.next().id();
      for (int quiet = 1; quiet <= 3; quiet++) {
        int expected = quiet;
        ticker.advance(StreamClient.KEEP_ALIVE);
        Eventually.within(WITHIN).until("it lives", () -> stream.comments() == expected);
      }

      // A change says as much: the next sign of life is due that long after it.
      ticker.advance(StreamClient.KEEP_ALIVE.minusNanos(1));
      server.boards().committed(List.of(show.hold(0, HOUR)));
      assertThat(stream.next().id()).as("a comment changes no place").isNotEqualTo(hello);
      ticker.advance(StreamClient.KEEP_ALIVE.minusNanos(1));
      server.streams().tick();
      server.boards().committed(List.of(show.hold(1, HOUR)));
      assertThat(stream.next().data()).contains("A-1-2");
      assertThat(stream.comments()).as("sent before it was due").isEqualTo(3);
    }
  }

  @Test
  void theServerDropsAStuckClientAndKeepsTheOthers() throws Exception {
    try (SeatServer server = server();
        StuckClients stuck = new StuckClients(server, show, STREAM, 1)) {
      stuck.areStuck();
      try (EventStreamClient quick = server.watch(STREAM, Optional.empty())) {
        quick.next();
        assertThat(server.streams().watchers()).isEqualTo(2);
        // The quick one has its greeting, and may for a moment still count as being sent to.
        Eventually.within(WITHIN).until("one is stuck", () -> server.streams().sending() == 1);

        ticker.advance(StreamClient.STUCK);
        server.streams().tick();
        assertThat(server.streams().watchers()).as("not yet").isEqualTo(2);
        ticker.advance(Duration.ofNanos(1));

        Eventually.within(WITHIN).until("it is given up", () -> server.streams().watchers() == 1);
        server.boards().committed(List.of(show.sell(4_999)));
        while (!quick.next().data().contains("A-10-500")) {
          // The changes that the other client was stuck with come first.
        }
      }
    }
  }

  @Test
  void aBoardIsKeptWhileSomebodyWatchesAndGoesWhenNobodyLooks() throws Exception {
    SeatBoards boards =
        new SeatBoards(
            show,
            SharedNews.NOBODY,
            clock,
            new BoardSettings(10, Duration.ofMinutes(5), Duration.ofMinutes(1), 100),
            ticker);
    SeatStreams streams =
        new SeatStreams(boards, clock, new Drain(), new StreamSlots<>(10, 0), ticker);
    SeatBoard board = boards.board(show.id()).orElseThrow();
    AtomicBoolean gone = new AtomicBoolean();
    AtomicInteger sent = new AtomicInteger();
    Thread client =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    streams.watch(
                        ClientNetwork.of(InetAddress.getLoopbackAddress()),
                        board,
                        Optional.empty(),
                        bytes -> {
                          sent.incrementAndGet();
                          if (gone.get()) {
                            throw new IOException("the client is gone");
                          }
                        });
                  } catch (IOException | InterruptedException end) {
                    // It is gone, as was said.
                  }
                });
    // A client that is being sent to while four minutes go by has taken nothing for too long.
    Eventually.within(WITHIN)
        .until("the greeting is sent", () -> sent.get() == 1 && streams.sending() == 0);

    for (int i = 0; i < 10; i++) {
      int signsOfLife = i + 1;
      ticker.advance(Duration.ofMinutes(4));
      streams.tick();
      boards.mend();
      assertThat(boards.size()).as("watched for %d minutes", 4 * signsOfLife).isEqualTo(1);
      Eventually.within(WITHIN)
          .until(
              "the sign of life is sent",
              () -> sent.get() == 1 + signsOfLife && streams.sending() == 0);
    }

    gone.set(true);
    ticker.advance(StreamClient.KEEP_ALIVE);
    streams.tick();
    assertThat(client.join(WITHIN)).isTrue();
    assertThat(streams.watchers()).isZero();
    streams.tick();
    // Without news of others a board that nobody asks for is read in vain: it is kept for 5 s.
    ticker.advance(Duration.ofSeconds(5));
    streams.tick();
    boards.mend();
    assertThat(boards.size()).as("just as long as it is kept").isEqualTo(1);
    ticker.advance(Duration.ofNanos(1));
    boards.mend();
    assertThat(boards.size()).isZero();
    assertThat(boards.board(show.id())).as("made anew").isPresent().get().isNotSameAs(board);
  }

  private SeatServer server() {
    return new SeatServer(TestServices.shared().freshKeyPrefix(), show, clock, 10, ticker);
  }
}
