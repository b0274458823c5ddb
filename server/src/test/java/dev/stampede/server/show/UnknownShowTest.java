package dev.stampede.server.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.news.ChangeNews;
import dev.stampede.engine.seats.BoardSettings;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.seats.SharedNews;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows.NewShow;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.show.PostgresSeats;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.server.ManualTicker;
import dev.stampede.server.RunningServer;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.limit.StreamSlots;
import dev.stampede.server.seats.SeatRoutes;
import dev.stampede.server.seats.SeatStreams;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A crowd with a wrong link costs the database one look, and a new show is there soon. */
final class UnknownShowTest {

  private static final NewShow NEW =
      new NewShow(
          "test",
          Instant.parse("2030-01-01T20:00:00Z"),
          new SeatMap(List.of(new Section.Mapped("A", 5, 1, 4))),
          new ShowSettings(
              Instant.EPOCH,
              SaleSwitch.OPEN,
              4,
              OptionalInt.empty(),
              Duration.ofMinutes(5),
              Optional.empty()));

  private final ManualTicker ticker = new ManualTicker();
  private final AtomicInteger loads = new AtomicInteger();
  private TestDatabase data;
  private Database database;
  private CountedShows shows;
  private ShowCache cache;
  private RunningServer server;

  /** The one that is created next. */
  private ShowId next;

  @BeforeEach
  void start() {
    data = TestServices.shared().freshDatabase();
    database =
        Database.open(
            new PostgresSettings(DatabaseUrl.parse(data.url()), 8, Duration.ofSeconds(10)));
    PostgresShows stored = new PostgresShows(database);
    PostgresSeats seats = new PostgresSeats(database, stored);
    shows = new CountedShows(stored);
    cache = new ShowCache(shows, ChangeNews.UNHEARD, ticker::getAsLong);
    SeatBoards boards =
        new SeatBoards(
            show -> {
              loads.incrementAndGet();
              return seats.load(show);
            },
            SharedNews.NOBODY,
            stored::now,
            BoardSettings.checkedEvery(Duration.ofMinutes(1)));
    SeatStreams streams =
        new SeatStreams(boards, stored::now, new Drain(), new StreamSlots<>(10, 0));
    server =
        RunningServer.with(
            new ShowRoutes(shows, cache, boards, stored::now, Freshness.CERTAIN),
            new SeatRoutes(boards, streams, cache::exists, stored::now, Freshness.CERTAIN));
    next = new ShowId(stored.create(NEW).id().value() + 1);
  }

  @AfterEach
  void stop() {
    server.close();
    database.close();
    data.close();
  }

  @Test
  void aCrowdWithAWrongLinkCostsOneLook() throws Exception {
    List<Future<Integer>> asked = new ArrayList<>();
    try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        for (String path : List.of("", "/seats", "/seats/stream")) {
          asked.add(crowd.submit(() -> status(path)));
        }
      }
    }
    for (Future<Integer> each : asked) {
      assertThat(each.get()).isEqualTo(404);
    }
    assertThat(shows.finds()).as("looks for the show").isEqualTo(1);
    assertThat(loads.get()).as("looks for its seats").isZero();
  }

  @Test
  void aShowThatIsCreatedHereIsThereAtOnce() throws Exception {
    assertThat(status("")).isEqualTo(404);

    String created =
        server
            .send(
                server
                    .to("/api/v1/shows")
                    .header("Authorization", "Bearer " + server.token("olga", Role.OPERATOR))
                    .header("Content-Type", "application/json")
                    .POST(
                        BodyPublishers.ofString(
                            """
                            {"name":"n","startsAt":"2030-01-31T19:30:00Z",
                             "sections":[{"name":"A","price":1,"capacity":1}]}""")))
            .body();

    assertThat(created).contains("\"id\":\"" + next + "\"");
    assertThat(status("")).isEqualTo(200);
    assertThat(status("/seats")).isEqualTo(200);
  }

  @Test
  void aShowThatAnotherServerCreatesIsThereWithinASecond() throws Exception {
    assertThat(status("")).isEqualTo(404);
    Show created = new PostgresShows(database).create(NEW);
    assertThat(created.id()).isEqualTo(next);

    ticker.advance(ShowCache.MISSING_FOR.minusMillis(1));
    assertThat(status("/seats")).isEqualTo(404);
    ticker.advance(Duration.ofMillis(1));
    assertThat(status("/seats")).isEqualTo(200);
    assertThat(status("")).isEqualTo(200);
    assertThat(ShowCache.MISSING_FOR).isLessThan(Duration.ofSeconds(1));
  }

  private int status(String path) throws Exception {
    return server.get("/api/v1/shows/" + next + path).statusCode();
  }
}
