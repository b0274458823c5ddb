package dev.stampede.server.show;

import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.show.Shows.Counts;
import dev.stampede.engine.show.Shows.Patched;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.PageReply;
import dev.stampede.server.http.PageRequest;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Reply;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creating, reading and changing shows. */
public final class ShowRoutes implements RouteSet {

  private static final String SHOWS = "/api/v1/shows";
  private static final Duration COME_BACK = Duration.ofSeconds(1);

  private final Shows shows;
  private final ShowCache cache;
  private final InstantSource clock;
  private final ShowCounts counts;
  private final SharedReads<ShowId, Optional<Show>> finds;
  private final SharedReads<Listed, Shows.Page> lists;

  /** Which part of the list. */
  private record Listed(Optional<ShowId> below, int limit) {}

  /**
   * The routes.
   *
   * @param cache is told of every show created or changed here
   * @param boards where seats are counted of the shows that have one
   * @param clock what answers carry as now
   */
  public ShowRoutes(Shows shows, ShowCache cache, SeatBoards boards, InstantSource clock) {
    this.shows = shows;
    this.cache = cache;
    this.clock = clock;
    this.counts = new ShowCounts(shows, boards, clock, System::nanoTime);
    this.finds = new SharedReads<>(shows::find);
    this.lists = new SharedReads<>(listed -> shows.list(listed.below(), listed.limit()));
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .post(SHOWS, Access.requires(Role.OPERATOR), this::create)
        .get(SHOWS, Access.anyone(), this::list)
        .get(SHOWS + "/{id}", Access.anyone(), this::read)
        .patch(SHOWS + "/{id}", Access.requires(Role.OPERATOR), this::patch);
  }

  /** What is said to whoever asks for a show that is not there. */
  public static Problem noSuchShow() {
    return Problem.of(
        ProblemType.NOT_FOUND, "there is no such show; GET /api/v1/shows lists those there are");
  }

  private Answer create(Request request) {
    Show show = shows.create(NewShowFields.read(request.json(), shows::now));
    cache.put(show);
    Counts all = new Counts(show.map().size(), 0, 0);
    return new Reply(
        201,
        ShowReply.of(show, all, clock.instant()),
        Map.of("Location", SHOWS + "/" + show.id(), "ETag", IfMatch.tag(show.version())));
  }

  private Answer list(Request request) {
    PageRequest wanted = PageRequest.of(request);
    Optional<ShowId> below = wanted.cursor().flatMap(ShowId::parse);
    if (wanted.cursor().isPresent() && below.isEmpty()) {
      return PageRequest.badCursor();
    }
    Shows.Page page = lists.read(new Listed(below, wanted.limit()));
    List<ShowReply> items =
        page.shows().stream()
            .map(show -> ShowReply.of(show, counts.of(show.id()), clock.instant()))
            .toList();
    return Reply.ok(new PageReply<>(items, page.next().map(ShowId::toString).orElse(null)));
  }

  private Answer read(Request request) {
    // The cache knows for certain only what is not there: settings are read as they are now.
    return ShowId.parse(request.pathParameter("id"))
        .filter(cache::exists)
        .flatMap(finds::read)
        .map(this::shown)
        .orElseGet(ShowRoutes::noSuchShow);
  }

  private Answer patch(Request request) {
    Optional<ShowId> id = ShowId.parse(request.pathParameter("id"));
    if (id.isEmpty()) {
      return noSuchShow();
    }
    Optional<String> header = request.header("If-Match");
    Optional<IfMatch> match = header.flatMap(IfMatch::parse);
    if (header.isPresent() && match.isEmpty()) {
      return Problem.of(
          ProblemType.MALFORMED_REQUEST,
          "If-Match is not a list of entity tags; give the ETag of a show's answer as it came");
    }
    ShowPatch patch = ShowPatch.read(request.mergePatch());
    return match.isEmpty() || match.get().any()
        ? answer(shows.patch(id.get(), Optional.empty(), patch))
        : patchIfMatch(id.get(), match.get(), patch);
  }

  private Answer patchIfMatch(ShowId id, IfMatch match, ShowPatch patch) {
    if (match.versions().size() == 1) {
      return answer(shows.patch(id, Optional.of(match.versions().getFirst()), patch));
    }
    Optional<Show> show = shows.find(id);
    if (show.isEmpty()) {
      return noSuchShow();
    }
    int current = show.get().version();
    return match.versions().contains(current)
        ? answer(shows.patch(id, Optional.of(current), patch))
        : stale(current);
  }

  private Answer answer(Patched patched) {
    return switch (patched) {
      case Patched.Updated updated -> {
        cache.put(updated.show());
        yield shown(updated.show());
      }
      case Patched.LostRace lost -> stale(lost.currentVersion());
      case Patched.RetriesExhausted exhausted ->
          Problem.of(
                  ProblemType.OVERLOADED,
                  "others changed the show each of %d times; nothing was changed, try again"
                      .formatted(exhausted.tries()))
              .retryAfter(COME_BACK);
      case Patched.NoSuchShow _ -> noSuchShow();
    };
  }

  private static Problem stale(int currentVersion) {
    return Problem.of(
            ProblemType.STALE_VERSION,
            "the show is at version %d; nothing was changed, read it again and decide anew"
                .formatted(currentVersion))
        .header("ETag", IfMatch.tag(currentVersion));
  }

  private Answer shown(Show show) {
    return new Reply(
        200,
        ShowReply.of(show, counts.of(show.id()), clock.instant()),
        Map.of("ETag", IfMatch.tag(show.version())));
  }
}
