package dev.stampede.server.seats;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatBoard;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.seats.SeatsUnavailableException;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.auth.Access;
import dev.stampede.server.http.AcceptEncoding;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Document;
import dev.stampede.server.http.EventStream;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.http.IfNoneMatch;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.limit.ClientNetwork;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** The routes on which everybody looks at a show's seats and watches them change. */
public final class SeatRoutes implements RouteSet {

  private static final Duration COME_BACK = Duration.ofSeconds(2);
  private static final byte[] NOTHING = {};

  /** A position that no board was ever at: a client that names it is told to fetch again. */
  private static final Position NEVER = new Position("never", 0);

  private final SeatBoards boards;
  private final SeatStreams streams;
  private final Predicate<ShowId> exists;
  private final Freshness freshness;

  /** As many as there are boards; a board's page goes with it. */
  private final LoadingCache<SeatBoard, SeatPage> pages;

  /**
   * The routes.
   *
   * @param exists whether there is such a show; cheap, also for those that there are not
   * @param freshness whether boards are kept true
   */
  public SeatRoutes(
      SeatBoards boards,
      SeatStreams streams,
      Predicate<ShowId> exists,
      InstantSource time,
      Freshness freshness) {
    this.boards = boards;
    this.streams = streams;
    this.exists = exists;
    this.freshness = freshness;
    this.pages = Caffeine.newBuilder().weakKeys().build(board -> new SeatPage(board, time));
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .get("/api/v1/shows/{id}/seats", Access.anyone(), request -> of(request, this::seats))
        .get(
            "/api/v1/shows/{id}/seats/stream",
            Access.anyone(),
            request -> of(request, this::stream));
  }

  /** Answers about the show in the path, if there is one. */
  private Answer of(Request request, BiFunction<Request, SeatBoard, Answer> answer) {
    Optional<SeatBoard> board;
    try {
      board = ShowId.parse(request.pathParameter("id")).flatMap(this::board);
    } catch (SeatsUnavailableException e) {
      return Problem.of(ProblemType.READ_ONLY, "the server cannot read the seats now; try again")
          .retryAfter(COME_BACK);
    }
    return board
        .map(found -> answer.apply(request, found))
        .orElseGet(() -> Problem.of(ProblemType.NOT_FOUND, "there is no such show"));
  }

  /** Returns a show's board; one in memory is served even while the database is unavailable. */
  private Optional<SeatBoard> board(ShowId show) {
    return boards.known(show).or(() -> exists.test(show) ? boards.board(show) : Optional.empty());
  }

  private Answer seats(Request request, SeatBoard board) {
    Optional<Duration> age = freshness.age();
    IfNoneMatch known = IfNoneMatch.of(request);
    String current = tag(board.position().toString(), age);
    if (known.names(current)) {
      return Document.data(304, NOTHING, headers(current, age));
    }
    SeatPage.Written page = pages.get(board).written(age.isPresent());
    String written = tag(page.version(), age);
    if (known.names(written)) {
      // The board has moved on a moment ago; there is nothing newer to give away yet.
      return Document.data(304, NOTHING, headers(written, age));
    }
    Map<String, String> headers = headers(written, age);
    headers.put("Content-Type", "application/json");
    if (AcceptEncoding.takesGzip(request)) {
      headers.put("Content-Encoding", "gzip");
      return Document.data(200, page.gzipped(), headers);
    }
    return Document.data(200, page.plain(), headers);
  }

  /**
   * Returns the tag of an answer. A stale answer has a tag of its own, so that it never equals what
   * a client kept from before.
   */
  private static String tag(String version, Optional<Duration> age) {
    return "\"" + version + (age.isPresent() ? "-old" : "") + "\"";
  }

  /** Kept by clients, but asked about every time. */
  private static Map<String, String> headers(String tag, Optional<Duration> age) {
    Map<String, String> headers =
        new HashMap<>(Map.of("ETag", tag, "Cache-Control", "no-cache", "Vary", "Accept-Encoding"));
    age.map(Freshness::headers).ifPresent(headers::putAll);
    return headers;
  }

  private Answer stream(Request request, SeatBoard board) {
    ClientNetwork client = ClientNetwork.of(request.clientAddress());
    Optional<Problem> full = streams.refusal(client);
    if (full.isPresent()) {
      return full.get();
    }
    Optional<Position> after =
        request
            .header("Last-Event-ID")
            .or(() -> request.query("after"))
            .map(text -> Position.parse(text).orElse(NEVER));
    return new EventStream(sink -> streams.watch(client, board, after, sink));
  }
}
