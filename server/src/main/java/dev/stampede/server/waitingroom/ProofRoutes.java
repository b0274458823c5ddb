package dev.stampede.server.waitingroom;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.draw.DrawProof;
import dev.stampede.engine.waitingroom.draw.DrawStore;
import dev.stampede.engine.waitingroom.draw.DrawnPlace;
import dev.stampede.server.auth.Access;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.PageRequest;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.show.ShowCache;
import dev.stampede.server.show.ShowRoutes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The routes on which everybody gets the data to check a draw. */
public final class ProofRoutes implements RouteSet {

  static final int DEFAULT_LIMIT = 1_000;

  /** A place, in as many digits as an int can surely hold. */
  private static final Pattern CURSOR = Pattern.compile("[1-9][0-9]{0,8}");

  /** A draw never changes; whatever stands between may keep its pages. */
  private static final String KEEP = "public, max-age=86400, immutable";

  /** The time by which this server may be late to know that a draw has been made. */
  private static final Duration FRESH_FOR = Duration.ofSeconds(1);

  private static final int MAX_SHOWS = 1_000;

  /**
   * Of pages read at once. They are large, anybody may ask for all of them, and they are asked for
   * when the sale has just begun: they must not take the connections that it needs.
   */
  private static final int MAX_READING = 2;

  private static final Duration TURN_WITHIN = Duration.ofSeconds(2);
  private static final Duration COME_BACK = Duration.ofSeconds(2);

  private final DrawStore store;
  private final ShowCache shows;
  private final InstantSource clock;
  private final LoadingCache<ShowId, Optional<DrawProof>> proofs;
  private final Semaphore reading = new Semaphore(MAX_READING, true);

  public ProofRoutes(DrawStore store, ShowCache shows, InstantSource clock) {
    this.store = store;
    this.shows = shows;
    this.clock = clock;
    this.proofs =
        Caffeine.newBuilder()
            .maximumSize(MAX_SHOWS)
            .expireAfterWrite(FRESH_FOR)
            .build(store::proof);
  }

  @Override
  public void addTo(Routes routes) {
    routes.get("/api/v1/shows/{id}/queue/proof", Access.anyone(), this::proof);
  }

  private Answer proof(Request request) {
    PageRequest wanted = PageRequest.of(request, DEFAULT_LIMIT, DrawStore.MAX_PAGE);
    Optional<String> cursor = wanted.cursor();
    if (cursor.isPresent() && !CURSOR.matcher(cursor.get()).matches()) {
      return PageRequest.badCursor();
    }
    Optional<Show> show = ShowId.parse(request.pathParameter("id")).flatMap(shows::find);
    if (show.isEmpty()) {
      return ShowRoutes.noSuchShow();
    }
    return proof(show.get())
        .map(proof -> answer(proof, cursor.map(Integer::parseInt).orElse(1), wanted.limit()))
        .orElseGet(
            () ->
                Problem.of(
                    ProblemType.NOT_FOUND,
                    "nothing is drawn in this show: its waiting room does not shuffle early"
                        + " arrivals, or nobody asked before the sale opened"));
  }

  /**
   * Returns the proof of a draw. The first to ask, this route or the line, has the secret made: it
   * is promised from then on. Once the sale is open it is too late for a promise.
   */
  private Optional<DrawProof> proof(Show show) {
    Optional<DrawProof> known = proofs.get(show.id());
    if (known.isPresent() || !willBeDrawn(show)) {
      return known;
    }
    var _ = store.keysFor(show.id());
    proofs.invalidate(show.id());
    return proofs.get(show.id());
  }

  private boolean willBeDrawn(Show show) {
    return show.settings()
            .waitingRoom()
            .filter(room -> room.enabled() && room.shuffleEarly())
            .isPresent()
        && clock.instant().isBefore(show.settings().saleOpensAt());
  }

  private Answer answer(DrawProof proof, int from, int limit) {
    return switch (proof) {
      case DrawProof.Gathering gathering ->
          JsonAnswer.ok(ProofReply.Gathering.of(gathering, clock.instant()));
      case DrawProof.Published published ->
          page(published, from, limit)
              .<Answer>map(
                  page ->
                      JsonAnswer.ok(ProofReply.Drawn.of(published, page, clock.instant()))
                          .header("Cache-Control", KEEP))
              .orElseGet(
                  () ->
                      Problem.of(
                              ProblemType.OVERLOADED,
                              "clients are reading %d pages of this proof, which is the limit;"
                                      .formatted(MAX_READING)
                                  + " try again")
                          .retryAfter(COME_BACK));
    };
  }

  /** Empty when it was not our turn in time. */
  private Optional<List<DrawnPlace>> page(DrawProof.Published proof, int from, int limit) {
    try {
      if (!reading.tryAcquire(TURN_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    try {
      return Optional.of(store.places(proof.show(), from, limit));
    } finally {
      reading.release();
    }
  }
}
