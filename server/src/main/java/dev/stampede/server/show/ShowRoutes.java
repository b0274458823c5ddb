package dev.stampede.server.show;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.show.Shows.Counts;
import dev.stampede.engine.show.Shows.Patched;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.DatabaseAway;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.PageReply;
import dev.stampede.server.http.PageRequest;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creating, reading and changing shows. */
public final class ShowRoutes implements RouteSet {

  private static final String SHOWS = "/api/v1/shows";
  private static final Duration COME_BACK = Duration.ofSeconds(1);
  private static final int MAX_REMEMBERED = 100;

  private final Shows shows;
  private final ShowCache cache;
  private final InstantSource clock;
  private final ShowCounts counts;
  private final SharedReads<ShowId, Optional<Show>> finds;
  private final SharedReads<Listed, Shows.Page> lists;
  private final Freshness freshness;

  /** For bad days: the parts of the list that were read last. */
  private final Cache<Listed, Remembered> remembered =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

  /** A part of the list. */
  private record Listed(Optional<ShowId> below, int limit) {}

  private record Remembered(Shows.Page page, long atNanos) {

    Duration age() {
      return Duration.ofNanos(System.nanoTime() - atNanos);
    }
  }

  /**
   * The routes.
   *
   * @param cache is told of every show created or changed here
   * @param boards where seats are counted of the shows that have one
   * @param clock what answers carry as now
   * @param freshness whether the database can be asked
   */
  public ShowRoutes(
      Shows shows, ShowCache cache, SeatBoards boards, InstantSource clock, Freshness freshness) {
    this.shows = shows;
    this.cache = cache;
    this.clock = clock;
    this.freshness = freshness;
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

  /** Returns the problem for a show that does not exist. */
  public static Problem noSuchShow() {
    return Problem.of(
        ProblemType.NOT_FOUND, "there is no such show; GET /api/v1/shows lists all shows");
  }

  private Answer create(Request request) {
    Show show = shows.create(NewShowFields.read(request.json(), shows::now));
    cache.put(show);
    Counts all = new Counts(show.map().size(), 0, 0);
    return new JsonAnswer(
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
    Listed listed = new Listed(below, wanted.limit());
    return unlessAway(() -> listNow(listed), age -> listThen(listed, age));
  }

  private Answer listNow(Listed listed) {
    Shows.Page page = lists.read(listed);
    remembered.put(listed, new Remembered(page, System.nanoTime()));
    List<ShowReply> items =
        page.shows().stream()
            .map(show -> ShowReply.of(show, counts.of(show.id()), clock.instant()))
            .toList();
    return JsonAnswer.ok(new PageReply<>(items, next(page)));
  }

  /** A part of the list is there whole, with the counts of every show in it, or not at all. */
  private Optional<Answer> listThen(Listed listed, Duration age) {
    Remembered last = remembered.getIfPresent(listed);
    if (last == null) {
      return Optional.empty();
    }
    List<ShowReply> items =
        last.page().shows().stream().flatMap(show -> shownThen(show).stream()).toList();
    return items.size() < last.page().shows().size()
        ? Optional.empty()
        : Optional.of(
            new PageReply<>(items, next(last.page()))
                .aged(Optional.of(age.compareTo(last.age()) > 0 ? age : last.age())));
  }

  private static @Nullable String next(Shows.Page page) {
    return page.next().map(ShowId::toString).orElse(null);
  }

  private Answer read(Request request) {
    Optional<ShowId> id = ShowId.parse(request.pathParameter("id"));
    return id.isEmpty()
        ? noSuchShow()
        : unlessAway(() -> readNow(id.get()), age -> readThen(id.get(), age));
  }

  private Answer readNow(ShowId id) {
    // The cache knows for certain only what is not there: settings are read as they are now.
    return Optional.of(id)
        .filter(cache::exists)
        .flatMap(finds::read)
        .map(this::shown)
        .orElseGet(ShowRoutes::noSuchShow);
  }

  private Optional<Answer> readThen(ShowId id, Duration age) {
    return cache.known(id).flatMap(this::shownThen).map(shown -> JsonAnswer.ok(shown).aged(age));
  }

  private Optional<ShowReply> shownThen(Show show) {
    return counts
        .last(show.id())
        .map(last -> ShowReply.stale(cache.known(show.id()).orElse(show), last, clock.instant()));
  }

  /**
   * From the database or, while it is away, from memory. That it has gone may be noticed here
   * before it is by those who watch it.
   */
  private Answer unlessAway(Supplier<Answer> now, Function<Duration, Optional<Answer>> then) {
    Optional<Answer> old = freshness.age().flatMap(then);
    if (old.isPresent()) {
      return old.get();
    }
    try {
      return now.get();
    } catch (RuntimeException e) {
      if (DatabaseAway.isCauseOf(e)) {
        return then.apply(Duration.ZERO).orElseThrow(() -> e);
      }
      throw e;
    }
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
          "If-Match is not a list of entity tags; send the ETag of the show's answer unchanged");
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
                  "other requests changed the show in all %d tries; nothing was changed, try again"
                      .formatted(exhausted.tries()))
              .retryAfter(COME_BACK);
      case Patched.NoSuchShow _ -> noSuchShow();
    };
  }

  private static Problem stale(int currentVersion) {
    return Problem.of(
            ProblemType.STALE_VERSION,
            "the show is now at version %d; nothing was changed, read it again before you retry"
                .formatted(currentVersion))
        .header("ETag", IfMatch.tag(currentVersion));
  }

  private Answer shown(Show show) {
    return new JsonAnswer(
        200,
        ShowReply.of(show, counts.of(show.id()), clock.instant()),
        Map.of("ETag", IfMatch.tag(show.version())));
  }
}
