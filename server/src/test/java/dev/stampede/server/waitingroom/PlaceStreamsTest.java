package dev.stampede.server.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.server.EventStreamClient;
import dev.stampede.server.EventStreamClient.Event;
import dev.stampede.server.SaleClient;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.StreamClient;
import dev.stampede.testkit.Eventually;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Watching one's place over a real connection. */
final class PlaceStreamsTest {

  private static final Duration WITHIN = Duration.ofSeconds(30);

  private static RoomServer server;

  @BeforeAll
  static void start() {
    server = RoomServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aWatcherIsToldAtOnceAndWheneverItsPlaceChanges() throws Exception {
    String show = server.waitingShow();
    server.join("ann", show);
    String token = server.join("ben", show).text("placeToken");
    try (EventStreamClient stream = server.watch("ben", show)) {
      assertThat(stream.head().getFirst()).contains(" 200 ");
      assertThat(stream.head()).contains("Content-Type: text/event-stream");
      Event first = stream.next();
      assertThat(first.name()).isEqualTo("place");
      assertThat(json(first).path("state").asString()).isEqualTo("waiting");
      assertThat(json(first).path("position").asLong()).isEqualTo(2);
      assertThat(json(first).path("ahead").asLong()).isEqualTo(1);
      assertThat(json(first).path("placeToken").asString()).isEqualTo(token);
      assertThat(json(first).has("now")).isTrue();
      assertThat(stream.within(2_500)).as("nothing has changed").isEmpty();

      server.leave("ann", show);
      Event second = stream.next();
      assertThat(json(second).path("position").asLong()).isEqualTo(1);

      server.admit(show, 100);
      JsonNode admitted = untilAdmitted(stream);
      assertThat(admitted.path("pass").asString()).isEqualTo(server.look("ben", show).text("pass"));
      assertThat(admitted.has("passExpiresAt")).isTrue();

      assertThat(stream.hasEnded()).as("it goes on while the pass lasts").isFalse();
      server.leave("ben", show);
      Event gone = stream.next();
      assertThat(gone.name()).isEqualTo("gone");
      assertThat(json(gone).path("reason").asString()).isEqualTo("not-in-line");
      Eventually.within(WITHIN).until("it ends", stream::hasEnded);
    }
  }

  @Test
  void framesAreASecondApart() throws Exception {
    String show = server.waitingShow();
    for (int i = 0; i < 30; i++) {
      server.join("ahead-" + i, show);
    }
    server.join("ann", show);
    long opened = System.nanoTime();
    try (EventStreamClient stream = server.watch("ann", show)) {
      stream.next();
      for (int i = 0; i < 30; i++) {
        server.leave("ahead-" + i, show);
      }
      // Counted from before the first frame was sent: a busy client may note any of them late.
      Event last;
      int frames = 0;
      do {
        last = stream.next();
        frames++;
        assertThat(Duration.ofNanos(last.nanos() - opened))
            .as("frame %d after the first", frames)
            .isGreaterThan(PlaceWatcher.LOOK_EVERY.multipliedBy(frames).minusMillis(100));
      } while (json(last).path("position").asLong() != 1);
    }
  }

  @Test
  void aClosedSaleEndsTheStream() throws Exception {
    String show = server.waitingShow();
    server.join("ann", show);
    try (EventStreamClient stream = server.watch("ann", show)) {
      stream.next();

      server.sale().patch(show, "{\"closed\":true}");

      Event gone = stream.next();
      assertThat(gone.name()).isEqualTo("gone");
      assertThat(json(gone).path("reason").asString()).isEqualTo("sale-closed");
    }
  }

  @Test
  void theStreamAnswers404ToABuyerWhoIsNotInLine() throws Exception {
    String show = server.waitingShow();

    SaleClient.Answer answer =
        server
            .sale()
            .send(server.sale().as("nobody", Role.BUYER, RoomServer.path(show) + "/stream"));

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text("detail")).contains("join with POST");
  }

  @Test
  void aSessionCookieIsEnoughToWatchAndToAsk() throws Exception {
    String show = server.waitingShow();
    server.join("ann", show);
    HttpResponse<String> session =
        server
            .sale()
            .http()
            .send(
                server
                    .sale()
                    .as("ann", Role.BUYER, "/api/v1/session")
                    .POST(BodyPublishers.noBody()));
    String cookie = session.headers().firstValue("Set-Cookie").orElseThrow();
    String pair = cookie.substring(0, cookie.indexOf(';'));

    assertThat(
            server
                .sale()
                .send(server.sale().http().to(RoomServer.path(show)).header("Cookie", pair))
                .status())
        .isEqualTo(200);
    try (EventStreamClient stream =
        EventStreamClient.open(
            server.sale().http(), RoomServer.path(show) + "/stream", "Cookie: " + pair)) {
      assertThat(stream.next().name()).isEqualTo("place");
    }
    assertThat(
            server
                .sale()
                .send(
                    server
                        .sale()
                        .http()
                        .to(RoomServer.path(show))
                        .header("Cookie", pair)
                        .POST(BodyPublishers.noBody()))
                .status())
        .as("cookies are for reading")
        .isEqualTo(401);
  }

  /**
   * With looks from memory that were no sign of life the watcher was given up too: it failed. The
   * patience is that of a machine that may stop for some seconds.
   */
  @Test
  void watchingIsASignOfLifeAndSilenceIsNot() throws Exception {
    LineLimits impatient =
        new LineLimits(
            Duration.ofSeconds(8), Duration.ofSeconds(1), Duration.ofMillis(500), 1_000, 10_000);
    try (RoomServer own = RoomServer.with(impatient)) {
      String show = own.waitingShow();
      own.join("silent", show);
      own.join("watching", show);
      try (EventStreamClient stream = own.watch("watching", show)) {
        assertThat(json(stream.next()).path("position").asLong()).isEqualTo(2);

        assertThat(json(stream.next()).path("position").asLong())
            .as("the silent one is given up")
            .isEqualTo(1);

        assertThat(stream.within(impatient.patience().plusSeconds(1).toMillis())).isEmpty();
        assertThat(own.look("watching", show).status()).isEqualTo(200);
        assertThat(own.look("silent", show).status()).isEqualTo(404);
      }
    }
  }

  @Test
  void aQuietStreamIsKeptAlive() throws Exception {
    String show = server.waitingShow();
    server.join("ann", show);
    try (EventStreamClient stream = server.watch("ann", show)) {
      stream.next();

      // Again and again: a later frame, such as one with another estimate, is a sign of life too.
      Eventually.within(WITHIN)
          .until(
              "it lives",
              () -> {
                server.ticker().advance(StreamClient.KEEP_ALIVE);
                // In steps: a client that takes nothing for too long by the ticker is given up.
                var _ = stream.within(500);
                return stream.comments() > 0;
              });
    }
  }

  @Test
  void soManyMayWatchAndNoMore() throws Exception {
    try (RoomServer small =
        new RoomServer(RoomServer.AT_WILL, 1, RoomServer.QUICK, SaleServer.Lines.sharedRedis())) {
      String show = small.waitingShow();
      small.join("ann", show);
      small.join("ben", show);
      try (EventStreamClient only = small.watch("ann", show)) {
        only.next();

        SaleClient.Answer refused =
            small
                .sale()
                .send(small.sale().as("ben", Role.BUYER, RoomServer.path(show) + "/stream"));

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.slug()).isEqualTo("overloaded");
        assertThat(refused.text("detail")).contains("1 clients");
        assertThat(refused.header("Retry-After")).matches("[1-9][0-9]*");
      }
      Eventually.within(WITHIN)
          .until(
              "it is noticed that the first is gone",
              () -> {
                small.ticker().advance(StreamClient.KEEP_ALIVE);
                return small.streams().watchers() == 0;
              });
      try (EventStreamClient next = small.watch("ben", show)) {
        assertThat(next.next().name()).isEqualTo("place");
      }
    }
  }

  @Test
  void streamsEndWhenTheServerStops() throws Exception {
    RoomServer stopping = RoomServer.start();
    String show = stopping.waitingShow();
    stopping.join("ann", show);
    try (EventStreamClient stream = stopping.watch("ann", show)) {
      stream.next();

      stopping.close();

      Eventually.within(WITHIN).until("it ends", stream::hasEnded);
      Eventually.within(WITHIN).until("nobody watches", () -> stopping.streams().watchers() == 0);
    }
  }

  private static JsonNode untilAdmitted(EventStreamClient stream) throws InterruptedException {
    JsonNode place = json(stream.next());
    while (!place.path("state").asString().equals("admitted")) {
      place = json(stream.next());
    }
    return place;
  }

  private static JsonNode json(Event event) {
    return JsonMapper.shared().readTree(event.data());
  }
}
