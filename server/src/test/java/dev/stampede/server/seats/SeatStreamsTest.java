package dev.stampede.server.seats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatBoard;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.EventStreamClient;
import dev.stampede.server.EventStreamClient.Event;
import dev.stampede.server.FewTries;
import dev.stampede.server.RawHttp;
import dev.stampede.server.http.HttpSettings;
import dev.stampede.server.http.StreamClient;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.ManualClock;
import dev.stampede.testkit.TestServices;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SeatStreamsTest {

  private static final String STREAM = "/api/v1/shows/41/seats/stream";
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int MAX_WATCHERS = 10;
  private static final long PATIENCE_SECONDS = 30;

  private final ManualClock clock = ManualClock.at(Instant.parse("2030-01-01T00:00:00Z"));
  private final SoldShow show =
      new SoldShow(
          new ShowId(41), new SeatMap(List.of(new Section.Mapped("A", 25, 10, 1_000))), clock);
  private final String prefix = TestServices.shared().freshKeyPrefix();
  private final SeatServer server = new SeatServer(prefix, show, clock, MAX_WATCHERS);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aWatcherHearsWhatChanges() throws Exception {
    try (EventStreamClient stream = open()) {
      assertThat(stream.head().getFirst()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(stream.head()).contains("Content-Type: text/event-stream");
      Event hello = stream.next();
      assertThat(hello.name()).isEmpty();

      server.boards().committed(List.of(show.hold(0, HOUR), show.sell(1_001)));

      Event event = stream.next();
      assertThat(event.name()).isEqualTo("changes");
      assertThat(event.data())
          .isEqualTo(
              "{\"changes\":[{\"seat\":\"A-1-1\",\"state\":\"h\"},"
                  + "{\"seat\":\"A-2-2\",\"state\":\"s\"}]}");
      assertThat(event.id())
          .isEqualTo(server.boards().board(show.id()).orElseThrow().position().toString());
    }
  }

  @Test
  void manyChangesAreFewFramesAndTheLastStateWins() throws Exception {
    try (EventStreamClient stream = open()) {
      stream.next();
      long begun = System.nanoTime();
      int changes = 0;
      while (System.nanoTime() - begun < Duration.ofSeconds(2).toNanos() || changes <= 100) {
        server.boards().committed(List.of(show.hold(5, HOUR)));
        server.boards().committed(List.of(show.free(5)));
        changes += 2;
        // Some hundred changes a second: as many as a log can hold between two frames, not more.
        LockSupport.parkNanos(2_000_000);
      }
      server.boards().committed(List.of(show.sell(5)));
      List<Event> events = new ArrayList<>();
      do {
        events.add(stream.next());
      } while (!events.getLast().data().contains("\"s\""));

      // Counted from before the first change: a busy client may note any of the frames late.
      for (int frame = 0; frame < events.size(); frame++) {
        assertThat(Duration.ofNanos(events.get(frame).nanos() - begun))
            .as("frame %d of %d", frame + 1, events.size())
            .isGreaterThanOrEqualTo(SeatStreams.TICK.multipliedBy(frame));
        assertThat(events.get(frame).data()).containsOnlyOnce("A-1-6");
      }
    }
  }

  @Test
  void aLapsedHoldIsToldWithinASecond() throws Exception {
    Duration aSecond = Duration.ofSeconds(1);
    try (EventStreamClient stream = open()) {
      stream.next();

      assertThat(FewTries.shortest(aSecond, _ -> lapse(stream))).isLessThan(aSecond);
    }
  }

  /** Holds a seat, ends the hold, and returns how long it took until the watcher heard that. */
  private Duration lapse(EventStreamClient stream) throws Exception {
    server.boards().committed(List.of(show.hold(3, Duration.ofMinutes(5))));
    assertThat(stream.next().data()).contains("\"h\"");

    long begun = System.nanoTime();
    clock.advance(Duration.ofMinutes(5));

    Event lapsed = stream.next();
    assertThat(lapsed.data()).isEqualTo("{\"changes\":[{\"seat\":\"A-1-4\",\"state\":\"f\"}]}");
    return Duration.ofNanos(lapsed.nanos() - begun);
  }

  @Test
  void aWatcherResumesOnAnotherServerWithWhatItMissed() throws Exception {
    try (SeatServer other = new SeatServer(prefix, show, clock, 10)) {
      String id;
      try (EventStreamClient stream = open()) {
        stream.next();
        server.boards().committed(List.of(show.hold(1, HOUR)));
        id = stream.next().id();
      }
      server.boards().committed(List.of(show.free(1)));
      server.boards().committed(List.of(show.hold(2, HOUR)));
      server.boards().committed(List.of(show.sell(2)));
      long told = Long.parseLong(id.substring(id.indexOf('.') + 1)) + 3;
      Eventually.within(Duration.ofSeconds(30))
          .until(
              "the other heard all",
              () -> other.boards().board(show.id()).orElseThrow().position().n() == told);

      for (String path : List.of(STREAM, STREAM + "?after=" + id)) {
        Optional<String> header = path.equals(STREAM) ? Optional.of(id) : Optional.empty();
        try (EventStreamClient resumed = other.watch(path, header)) {
          assertThat(resumed.next().id()).isEqualTo(id);
          Event missed = resumed.next();
          assertThat(missed.data())
              .contains(
                  "{\"seat\":\"A-1-2\",\"state\":\"f\"}", "{\"seat\":\"A-1-3\",\"state\":\"s\"}");
          assertThat(missed.id()).endsWith("." + told);
        }
      }
    }
  }

  @Test
  void aStreamFromAnUnknownPositionSendsAReset() throws Exception {
    for (String unknown : List.of("zzzz.5", "nonsense", "")) {
      try (EventStreamClient stream = server.watch(STREAM, Optional.of(unknown + " "))) {
        if (!unknown.isEmpty()) {
          stream.next();
          Event reset = stream.next();
          assertThat(reset.name()).isEqualTo("reset");
          assertThat(reset.data()).isEqualTo("{}");
        }
        Event told =
            Eventually.within(Duration.ofSeconds(30))
                .until(
                    "a change is told",
                    () -> {
                      // Again and again: a reset may lead past a change that came before it.
                      server.boards().committed(List.of(show.hold(9, HOUR)));
                      return stream.within(1_000).orElseThrow();
                    },
                    event -> event.name().equals("changes"));
        assertThat(told.data()).contains("A-1-10");
      }
    }
  }

  @Test
  void aWatcherWhoDoesNotReadHoldsBackNobody() throws Exception {
    try (Socket slow = server.http().connect();
        EventStreamClient quick = open()) {
      slow.getOutputStream()
          .write(RawHttp.head("GET " + STREAM).getBytes(StandardCharsets.US_ASCII));
      quick.next();
      Eventually.within(Duration.ofSeconds(30))
          .until("both watch", () -> server.streams().watchers() == 2);

      for (int round = 0; round < 5; round++) {
        List<SeatChange> changes = new ArrayList<>();
        for (int seat = 0; seat < 4_000; seat++) {
          changes.add(round % 2 == 0 ? show.hold(seat, HOUR) : show.free(seat));
        }
        server.boards().committed(changes);
        String expected = round % 2 == 0 ? "\"h\"" : "\"f\"";
        Event event = quick.next();
        while (!lastOf(event).contains("A-4-1000") || !lastOf(event).contains(expected)) {
          event = quick.next();
        }
      }
      assertThat(server.streams().watchers()).isEqualTo(2);
    }
  }

  @Test
  void aWatcherWhoWasStuckGetsOneFrameForAllItMissed() throws Exception {
    SeatBoard board = server.boards().board(show.id()).orElseThrow();
    SeatFeed feed = new SeatFeed(board);
    Semaphore taken = new Semaphore(0);
    BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    AtomicBoolean over = new AtomicBoolean();
    Thread client =
        Thread.ofVirtual()
            .start(
                () -> {
                  StreamClient stuck =
                      new StreamClient(
                          bytes -> {
                            sent.add(new String(bytes, StandardCharsets.US_ASCII));
                            taken.acquireUninterruptibly();
                          },
                          System::nanoTime);
                  SeatWatcher watcher = new SeatWatcher(feed, clock, stuck, over::get);
                  feed.expectOne().join(watcher);
                  try {
                    watcher.watch(Optional.empty());
                  } catch (IOException | InterruptedException e) {
                    sent.add(e.toString());
                  }
                });
    assertThat(sent.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).startsWith("retry: ");
    for (int seat = 0; seat < 10; seat++) {
      Position before = board.position();
      server.boards().committed(List.of(show.sell(seat)));
      Eventually.within(Duration.ofSeconds(30))
          .until("it is told", () -> !board.position().equals(before));
      feed.tick(clock.instant());
    }

    taken.release();

    assertThat(sent.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .startsWith("event: changes\nid: " + board.position() + "\n")
        .contains("A-1-1\"", "A-1-10\"");
    taken.release();
    server.boards().committed(List.of(show.sell(20)));
    Eventually.within(Duration.ofSeconds(30))
        .until(
            "it is sent",
            () -> {
              feed.tick(clock.instant());
              return !sent.isEmpty();
            });
    assertThat(sent.poll()).as("in step with the others again").contains("A-1-21\"");
    over.set(true);
    taken.release(1_000);
    // Ticks wake again and again: one wake-up may find the watcher busy with a send.
    Eventually.within(Duration.ofSeconds(30))
        .until(
            "the watcher ends",
            () -> {
              feed.wakeAll();
              return !client.isAlive();
            });
  }

  private static String lastOf(Event event) {
    return event.data().substring(Math.max(0, event.data().length() - 30));
  }

  @Test
  void oneMoreThanTheLimitIsAskedToComeBack() throws Exception {
    try (SeatServer small = new SeatServer(prefix, show, clock, 1);
        EventStreamClient only = small.watch(STREAM, Optional.empty())) {
      only.next();

      HttpResponse<String> refused = small.http().get(STREAM);

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(refused.body()).startsWith("{\"type\":\"/problems/overloaded\"").contains("1 ");
    }
  }

  @Test
  void streamsEndWhenTheServerStops() throws Exception {
    SeatServer stopping = new SeatServer(prefix, show, clock, 10);
    try (EventStreamClient stream = stopping.watch(STREAM, Optional.empty())) {
      stream.next();
      long begun = System.nanoTime();
      stopping.close();
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .as("the stop did not wait for the stream")
          .isLessThan(HttpSettings.DEFAULT_SHUTDOWN_GRACE);
      Eventually.within(Duration.ofSeconds(30)).until("it has ended", stream::hasEnded);
    }
  }

  @Test
  void headAsksOnlyWhetherThereIsAStream() throws Exception {
    HttpResponse<String> answer = server.http().send(server.http().to(STREAM).HEAD());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    assertThat(server.streams().watchers()).isZero();
  }

  private EventStreamClient open() throws Exception {
    return server.watch(STREAM, Optional.empty());
  }
}
