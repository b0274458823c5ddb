package dev.stampede.server.seats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.FewTries;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.ManualClock;
import dev.stampede.testkit.TestServices;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SeatRoutesTest {

  private static final String SEATS = "/api/v1/shows/31/seats";
  private static final Duration WITHIN = Duration.ofSeconds(30);

  /** The time after which a change shows at the latest. */
  private static final Duration PROMISED = Duration.ofSeconds(1);

  private final ManualClock clock = ManualClock.at(Instant.parse("2030-01-01T00:00:00Z"));
  private SoldShow show;
  private SeatServer server;

  @BeforeEach
  void start() {
    show = show(new Section.Mapped("A", 25, 2, 3), new Section.Open("Floor", 10, 4));
    server = server(show);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void everySeatIsALetterRowByRow() throws Exception {
    server.boards().committed(List.of(show.hold(1, Duration.ofMinutes(5)), show.sell(6)));

    HttpResponse<String> answer =
        Eventually.within(WITHIN)
            .until(
                "the hold shows at the position of the board",
                () -> get(),
                seats ->
                    seats.body().contains("\"fhffff\"")
                        && seats.body().contains("\"version\":\"" + position() + "\""));

    String version = answer.headers().firstValue("ETag").orElseThrow().replace("\"", "");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(answer.body())
        .isEqualTo(
            "{\"showId\":\"31\",\"version\":\"%s\",\"now\":\"2030-01-01T00:00:00Z\",\"sections\":["
                    .formatted(version)
                + "{\"name\":\"A\",\"rows\":2,\"seatsPerRow\":3,\"price\":25,\"states\":\"fhffff\"},"
                + "{\"name\":\"Floor\",\"capacity\":4,\"price\":10,\"states\":\"sfff\"}]}");
    assertThat(answer.headers().firstValue("ETag")).hasValue("\"" + version + "\"");
  }

  @Test
  void aMatchingETagGets304UntilTheSeatsChange() throws Exception {
    String tag = get().headers().firstValue("ETag").orElseThrow();

    assertThat(getIfNot(tag).statusCode()).isEqualTo(304);
    assertThat(getIfNot(tag).headers().firstValue("ETag")).hasValue(tag);
    assertThat(getIfNot(tag).body()).isEmpty();
    assertThat(getIfNot("*").statusCode()).isEqualTo(304);
    server.boards().committed(List.of(show.sell(0)));

    HttpResponse<String> changed =
        Eventually.within(WITHIN)
            .until(
                "the seat map changes", () -> getIfNot(tag), answer -> answer.statusCode() == 200);
    assertThat(changed.headers().firstValue("ETag").orElseThrow()).isNotEqualTo(tag);
    assertThat(changed.body()).contains("\"sfffff\"");
  }

  @Test
  void anExpiredHoldShowsAsFreeWithinASecondAndChangesTheETag() throws Exception {
    assertThat(get().body()).contains("\"ffffff\"");

    assertThat(FewTries.shortest(PROMISED, this::expiry)).isLessThan(PROMISED);
  }

  /** Holds a seat, ends the hold, and returns how long it took until the seat map showed that. */
  private Duration expiry(int number) throws Exception {
    server.boards().committed(List.of(show.hold(0, Duration.ofMinutes(5))));
    // Each earlier try has published a hold and an expiry.
    String published = ".%d\",\"now".formatted(2 * number + 1);
    HttpResponse<String> held =
        Eventually.within(WITHIN)
            .until(
                "the hold shows and is published",
                () -> get(),
                seats -> seats.body().contains("\"hfffff\"") && seats.body().contains(published));
    String tag = held.headers().firstValue("ETag").orElseThrow();

    long begun = System.nanoTime();
    clock.advance(Duration.ofMinutes(6));

    var _ =
        Eventually.within(WITHIN)
            .until(
                "the seat is free",
                () -> getIfNot(tag),
                answer -> answer.statusCode() == 200 && answer.body().contains("\"ffffff\""));
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  @Test
  void anUnknownShowIsAProblem() throws Exception {
    for (String id : new String[] {"32", "0", "x", "99999999999999999999", "31%00"}) {
      for (String path : new String[] {"/seats", "/seats/stream"}) {
        HttpResponse<String> answer = server.http().get("/api/v1/shows/" + id + path);
        assertThat(answer.statusCode()).as(id + path).isEqualTo(404);
        assertThat(answer.body()).startsWith("{\"type\":\"/problems/not-found\"");
      }
    }
  }

  @Test
  void aChangeOnOneServerShowsOnTheOtherWithinASecond() throws Exception {
    String prefix = TestServices.shared().freshKeyPrefix();
    try (SeatServer one = new SeatServer(prefix, show, clock, 10);
        SeatServer two = new SeatServer(prefix, show, clock, 10)) {
      Eventually.within(WITHIN)
          .until("both servers begin with one ETag", () -> tag(two).equals(tag(one)));

      Duration shortest = FewTries.shortest(PROMISED, seat -> sale(one, two, seat));

      assertThat(shortest).isLessThan(PROMISED);
      Eventually.within(WITHIN)
          .until("both servers have the same ETag", () -> statusFor(tag(two), one) == 304);
    }
  }

  /** Sells a seat on one server, and returns how long it took until the other showed that. */
  private Duration sale(SeatServer one, SeatServer two, int seat) throws Exception {
    String sold = "\"%s%s\"".formatted("s".repeat(seat + 1), "f".repeat(5 - seat));
    long begun = System.nanoTime();
    one.boards().committed(List.of(show.sell(seat)));
    Eventually.within(WITHIN)
        .until("the seat map shows the change", () -> two.http().get(SEATS).body().contains(sold));
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private static String tag(SeatServer of) throws Exception {
    return of.http().get(SEATS).headers().firstValue("ETag").orElseThrow();
  }

  private static int statusFor(String tag, SeatServer of) throws Exception {
    return of.http().send(of.http().to(SEATS).header("If-None-Match", tag)).statusCode();
  }

  @Test
  void fiftyThousandSeatsAreSmallWhenCompressed() throws Exception {
    SoldShow large =
        show(
            new Section.Mapped("A", 25, 200, 100),
            new Section.Mapped("B", 20, 200, 100),
            new Section.Open("C", 10, 10_000));
    Random random = new Random(7);
    List<SeatChange> changes = new ArrayList<>();
    for (int seat = 0; seat < 50_000; seat++) {
      switch (random.nextInt(3)) {
        case 0 -> changes.add(large.hold(seat, Duration.ofMinutes(5)));
        case 1 -> changes.add(large.sell(seat));
        default -> {}
      }
    }
    try (SeatServer big = server(large);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> zipped =
          client.send(
              big.http().to(SEATS).header("Accept-Encoding", "gzip").build(),
              BodyHandlers.ofByteArray());
      String plain = big.http().get(SEATS).body();

      assertThat(zipped.headers().firstValue("Content-Encoding")).hasValue("gzip");
      assertThat(zipped.headers().firstValue("Vary")).hasValue("Accept-Encoding");
      HttpResponse<String> refused =
          big.http().send(big.http().to(SEATS).header("Accept-Encoding", "gzip;q=0"));
      assertThat(refused.headers().firstValue("Content-Encoding")).isEmpty();
      byte[] unzipped = new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes();
      assertThat(new String(unzipped, UTF_8)).isEqualTo(plain);
      assertThat(plain).hasSizeGreaterThan(50_000);
      assertThat(zipped.body().length).as("the worst case: random states").isLessThan(30_000);
      assertThat(changes).hasSizeGreaterThan(30_000);
    }
  }

  private SoldShow show(Section... sections) {
    return new SoldShow(new ShowId(31), new SeatMap(List.of(sections)), clock);
  }

  private SeatServer server(SoldShow of) {
    return new SeatServer(TestServices.shared().freshKeyPrefix(), of, clock, 10);
  }

  private HttpResponse<String> get() throws Exception {
    return server.http().get(SEATS);
  }

  private String position() {
    return server.boards().board(show.id()).orElseThrow().position().toString();
  }

  private HttpResponse<String> getIfNot(String tag) throws Exception {
    return server.http().send(server.http().to(SEATS).header("If-None-Match", tag));
  }
}
