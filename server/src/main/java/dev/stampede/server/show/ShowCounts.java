package dev.stampede.server.show;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.seats.ShowMark;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.show.Shows.Counted;
import dev.stampede.engine.show.Shows.Counts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the free, held and sold seats of a show, without looking at 200,000 of them for each
 * caller. A show with a board is counted there. For one without, the database counts once, and its
 * counts stand for as long as nothing can have changed them:
 *
 * <ul>
 *   <li>not a moment longer than this process commits a change, so that callers see what they did;
 *   <li>not past the end of the first hold;
 *   <li>while the news of all servers is heard, until there is news of the show; else for {@link
 *       #UNHEARD}, which is also as often as a show that changes elsewhere is counted.
 * </ul>
 *
 * <p>A server that died between its commit and its news is found out by counting again every {@link
 * #COUNT_AGAIN}, while the old counts are still given out.
 */
final class ShowCounts {

  static final Duration UNHEARD = Duration.ofMillis(500);
  static final Duration COUNT_AGAIN = Duration.ofMinutes(1);

  /** Asked for so rarely, it is counted anew: nobody has waited for it before. */
  private static final Duration LONGEST = COUNT_AGAIN.multipliedBy(2);

  private static final int MAX_SHOWS = 10_000;
  private static final Logger log = LoggerFactory.getLogger(ShowCounts.class);

  private final Shows shows;
  private final SeatBoards boards;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Cache<ShowId, Noted> noted = Caffeine.newBuilder().maximumSize(MAX_SHOWS).build();
  private final SharedReads<ShowId, Counts> reads = new SharedReads<>(this::read);
  private final Set<ShowId> countedAgain = ConcurrentHashMap.newKeySet();

  /** A count, and how far the show's changes had been followed before it. */
  private record Noted(Counted counted, ShowMark mark, long atNanos) {}

  /** Counts; ages are told by {@code nanos}, which is monotonic. */
  ShowCounts(Shows shows, SeatBoards boards, InstantSource clock, LongSupplier nanos) {
    this.shows = shows;
    this.boards = boards;
    this.clock = clock;
    this.nanos = nanos;
  }

  Counts of(ShowId show) {
    return known(show).orElseGet(() -> reads.read(show));
  }

  /** Returns the last counts, however old, without asking the database. */
  Optional<Counts> last(ShowId show) {
    return boards
        .lastCounts(show)
        .or(() -> Optional.ofNullable(noted.getIfPresent(show)).map(old -> old.counted().counts()));
  }

  private Optional<Counts> known(ShowId show) {
    Optional<Counts> onBoard = boards.counts(show);
    if (onBoard.isPresent()) {
      return onBoard;
    }
    Noted last = noted.getIfPresent(show);
    return last != null && isGood(show, last)
        ? Optional.of(last.counted().counts())
        : Optional.empty();
  }

  private boolean isGood(ShowId show, Noted last) {
    ShowMark mark = boards.mark(show);
    if (mark.committed() != last.mark().committed()
        || !clock.instant().isBefore(last.counted().goodUntil())) {
      return false;
    }
    long age = nanos.getAsLong() - last.atNanos();
    if (age < UNHEARD.toNanos()) {
      return true;
    }
    boolean unchanged =
        age < LONGEST.toNanos() && boards.isHearing() && mark.heard() == last.mark().heard();
    if (unchanged && age >= COUNT_AGAIN.toNanos()) {
      countAgain(show);
    }
    return unchanged;
  }

  /** Counts, unless another caller has done so while this one waited. */
  private Counts read(ShowId show) {
    return known(show).orElseGet(() -> count(show));
  }

  /** The mark is taken first: what changes while we count makes the count void. */
  private Counts count(ShowId show) {
    ShowMark mark = boards.mark(show);
    long begun = nanos.getAsLong();
    Counted counted = shows.count(show);
    noted.put(show, new Noted(counted, mark, begun));
    return counted.counts();
  }

  /**
   * Counts only if the counts are still old: a caller that looked at them just before they were
   * replaced would otherwise count a second time.
   */
  private void countIfOld(ShowId show) {
    Noted last = noted.getIfPresent(show);
    if (last == null || nanos.getAsLong() - last.atNanos() >= COUNT_AGAIN.toNanos()) {
      var _ = count(show);
    }
  }

  private void countAgain(ShowId show) {
    if (countedAgain.add(show)) {
      Thread.ofVirtual()
          .name("show-count")
          .start(
              () -> {
                try {
                  countIfOld(show);
                } catch (RuntimeException away) {
                  log.debug("show {} could not be counted; its old counts stand", show, away);
                } finally {
                  countedAgain.remove(show);
                }
              });
    }
  }
}
