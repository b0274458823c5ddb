package dev.stampede.engine.seats;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.layer.KnownSeats;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows.Counts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The boards of the shows that somebody looks at or that are being sold. Each board is filled once
 * for all callers who ask at the same time, kept correct by the news, checked against the database
 * now and then, and dropped when idle.
 *
 * <p>They are layer 0 as well: they refuse seats that by fresh news are certainly another's,
 * without asking any store, and best-seat claims for a show that has too few seats. Fresh means
 * that the channel showed a sign of life within {@link #TRUSTED}; for best-seat claims a board on
 * its own is enough if it was read no longer ago than that.
 *
 * <p>If the news is away, each board goes on by itself ({@link BoardMender}); boards read longest
 * ago go first.
 */
public final class SeatBoards implements KnownSeats, ClaimNews, SharedNews.Listener {

  static final Duration TRUSTED = Duration.ofSeconds(1);

  /** A board on its own that was read longer ago than this is behind. */
  private static final Duration TRUSTED_ALONE = BoardMender.READ_ALONE.multipliedBy(2);

  /** A hold that ends within this time may have ended by the database's clock. */
  static final Duration CERTAINTY = Duration.ofMillis(500);

  private final SharedNews news;
  private final InstantSource time;
  private final BoardSettings settings;
  private final LongSupplier nanos;
  private final BoardKeeper keeper;
  private final BoardMender mender;
  private final MissingBoards missing = new MissingBoards();
  private final ShowMarks marks = new ShowMarks();
  private final Map<ShowId, KeptBoard> boards = new ConcurrentHashMap<>();
  private final Map<ShowId, CompletableFuture<Optional<SeatBoard>>> fills =
      new ConcurrentHashMap<>();

  /** Own changes of shows whose boards are being read, which may have been read without them. */
  private final Map<ShowId, Queue<SeatNotice>> early = new ConcurrentHashMap<>();

  /**
   * Read-locked while a thread reads the database into a board; write-locked while the database's
   * epoch changes.
   */
  private final ReadWriteLock history = new ReentrantReadWriteLock();

  public SeatBoards(
      SeatSource source, SharedNews news, InstantSource time, BoardSettings settings) {
    this(source, news, time, settings, System::nanoTime);
  }

  /**
   * Boards with another clock for their ages.
   *
   * @param nanos monotonic, like {@link System#nanoTime}
   */
  public SeatBoards(
      SeatSource source,
      SharedNews news,
      InstantSource time,
      BoardSettings settings,
      LongSupplier nanos) {
    this.news = news;
    this.time = time;
    this.settings = settings;
    this.nanos = nanos;
    this.keeper = new BoardKeeper(source, news, settings.logLength(), this::astray);
    this.mender = new BoardMender(news, keeper, settings, nanos);
    news.listen(this);
  }

  /**
   * The show's board, filled now if there is none; empty when there is no such show.
   *
   * @throws SeatsUnavailableException when it cannot be filled now
   */
  public Optional<SeatBoard> board(ShowId show) {
    Optional<SeatBoard> known = known(show);
    return known.isPresent() ? known : filled(show);
  }

  /** The show's board if there is one already; counts as use. */
  public Optional<SeatBoard> known(ShowId show) {
    KeptBoard kept = boards.get(show);
    return kept == null ? Optional.empty() : Optional.of(kept.used());
  }

  /** The number of boards. */
  public int size() {
    return boards.size();
  }

  /**
   * Counts the show's seats by state, if there is a board that is up to date. This is no use of the
   * board: a caller that lists many shows does not keep them all in memory.
   */
  public Optional<Counts> counts(ShowId show) {
    KeptBoard kept = boards.get(show);
    return kept != null && (isTrusted(kept) || isTrustedAlone(kept))
        ? Optional.of(kept.board().counts(time.instant()))
        : Optional.empty();
  }

  /**
   * Counts the show's seats by a board that may have fallen behind, for callers that have nothing
   * better.
   */
  public Optional<Counts> lastCounts(ShowId show) {
    return Optional.ofNullable(boards.get(show)).map(kept -> kept.board().counts(time.instant()));
  }

  /** The mark of a show, which may have no board. */
  public ShowMark mark(ShowId show) {
    return marks.of(show);
  }

  /**
   * True if this process hears the news of all shows: then an unchanged mark means an unchanged
   * show.
   */
  public boolean isHearing() {
    return news.silence().compareTo(TRUSTED) < 0;
  }

  /** Fills a board; callers who come meanwhile wait for the one that fills it. */
  private Optional<SeatBoard> filled(ShowId show) {
    CompletableFuture<Optional<SeatBoard>> mine = new CompletableFuture<>();
    CompletableFuture<Optional<SeatBoard>> others = fills.putIfAbsent(show, mine);
    if (others != null) {
      return await(others);
    }
    history.readLock().lock();
    early.put(show, new ConcurrentLinkedQueue<>());
    try {
      Optional<SeatBoard> known = known(show);
      Optional<SeatBoard> board = known.isPresent() ? known : keeper.make(show).map(this::keep);
      mine.complete(board);
      return board;
    } catch (RuntimeException | Error e) {
      mine.completeExceptionally(e);
      throw e;
    } finally {
      early.remove(show);
      history.readLock().unlock();
      fills.remove(show, mine);
    }
  }

  /**
   * Forgets all boards: the database was rewound, and changes that they know were undone. Waits for
   * boards that are being read, so that nothing of the old history is shared in the new one.
   *
   * @param begin lets the shared news begin anew
   */
  public void startOver(Runnable begin) {
    history.writeLock().lock();
    try {
      begin.run();
      boards.clear();
      marks.startOver();
    } finally {
      history.writeLock().unlock();
    }
  }

  private static Optional<SeatBoard> await(CompletableFuture<Optional<SeatBoard>> others) {
    try {
      return others.join();
    } catch (CompletionException e) {
      throw new SeatsUnavailableException("the first caller could not read the seats", e);
    }
  }

  private SeatBoard keep(SeatBoard board) {
    KeptBoard kept = new KeptBoard(board, nanos);
    makeRoom();
    boards.put(board.show(), kept);
    early.getOrDefault(board.show(), new ConcurrentLinkedQueue<>()).forEach(board::applyOwn);
    // The board has not heard the news published between the reading and now.
    var _ = mender.settle(kept);
    return board;
  }

  private void makeRoom() {
    while (boards.size() >= settings.maxBoards()) {
      boards.values().stream()
          .min(Comparator.comparingLong(kept -> -kept.idleNanos()))
          .ifPresent(kept -> boards.remove(kept.board().show(), kept));
    }
  }

  @Override
  public void committed(List<SeatChange> changes) {
    Map<ShowId, List<SeatChange>> byShow = new LinkedHashMap<>();
    for (SeatChange change : changes) {
      byShow.computeIfAbsent(change.show(), _ -> new ArrayList<>()).add(change);
    }
    byShow.forEach(this::committed);
  }

  private void committed(ShowId show, List<SeatChange> changes) {
    marks.committed(show);
    List<SeatNotice> notices = changes.stream().map(SeatNotice::of).toList();
    if (boards.get(show) == null) {
      missing.want(show);
      early.getOrDefault(show, new ConcurrentLinkedQueue<>()).addAll(notices);
    }
    // Asked again: a board that was being read is kept first, and takes what came early then.
    KeptBoard kept = boards.get(show);
    if (kept != null) {
      notices.forEach(kept.board()::applyOwn);
    }
    news.tell(show, changes, () -> astray(show));
  }

  /**
   * Marks a show for a comparison with the database, which finds changes that may not have been
   * published.
   */
  private void astray(ShowId show) {
    KeptBoard kept = boards.get(show);
    if (kept == null) {
      missing.astray(show);
    } else {
      kept.doubt();
    }
  }

  @Override
  public void heard(ShowId show, Position first, List<SeatNotice> notices) {
    marks.heard(show);
    KeptBoard kept = boards.get(show);
    if (kept != null) {
      kept.expiries().told(notices);
    }
    if (kept != null && kept.board().follow(first, notices) == SeatBoard.Fit.BROKEN) {
      kept.followed(false);
    }
  }

  @Override
  public void interrupted() {
    marks.interrupted();
    boards.values().forEach(kept -> kept.followed(false));
  }

  @Override
  public List<Integer> takenFrom(ShowId show, List<Integer> seats, Buyer buyer) {
    KeptBoard kept = kept(show);
    return kept == null || !isTrusted(kept)
        ? List.of()
        : kept.used().takenFrom(seats, buyer, time.instant(), CERTAINTY);
  }

  @Override
  public boolean seenFree(ShowId show, List<Integer> seats, Duration longerThan) {
    KeptBoard kept = kept(show);
    return kept != null && isTrusted(kept) && kept.used().areFreeFor(seats, longerThan);
  }

  @Override
  public boolean isShortOf(ShowId show, Wanted.Best wish) {
    KeptBoard kept = fresh(show);
    return kept != null && kept.used().isShortOf(wish, time.instant(), CERTAINTY);
  }

  @Override
  public Optional<Free> free(ShowId show) {
    KeptBoard kept = fresh(show);
    return kept == null
        ? Optional.empty()
        : Optional.of(kept.used().free(time.instant(), CERTAINTY));
  }

  /** The show's board, if it is up to date. */
  private @Nullable KeptBoard fresh(ShowId show) {
    KeptBoard kept = kept(show);
    return kept != null && (isTrusted(kept) || isTrustedAlone(kept)) ? kept : null;
  }

  /** The show's board. If there is none, the next mend fills one. */
  private @Nullable KeptBoard kept(ShowId show) {
    KeptBoard kept = boards.get(show);
    if (kept == null) {
      missing.want(show);
    }
    return kept;
  }

  @Override
  public String explained(ShowId show, List<Integer> seats) {
    KeptBoard kept = boards.get(show);
    return kept == null
        ? "this process has no board of the show"
        : "this process knows %s; last sign of life of the news %d ms ago, the board is %s"
            .formatted(
                kept.board().explained(seats, time.instant()),
                news.silence().toMillis(),
                isTrusted(kept) ? "trusted" : "not trusted");
  }

  private boolean isTrusted(KeptBoard kept) {
    return kept.isFollowed() && kept.board().isShared() && isHearing();
  }

  private static boolean isTrustedAlone(KeptBoard kept) {
    return !kept.board().isShared() && kept.readNanosAgo() < TRUSTED_ALONE.toNanos();
  }

  /**
   * Ends holds whose time is over. Of all servers the one that made a hold publishes its end; the
   * others do if they have not heard of it for {@link UnpublishedExpiries#GRACE}. Does not wait;
   * call it several times a second.
   */
  public void tick() {
    Instant now = time.instant();
    boards.forEach(
        (show, kept) -> {
          List<SeatBoard.Expiry> expiries = kept.board().expire(now);
          if (!kept.board().isShared()) {
            return;
          }
          List<SeatNotice> due = kept.expiries().due(expiries, nanos.getAsLong());
          if (!due.isEmpty()) {
            news.tellExpired(show, due, () -> astray(show));
          }
        });
  }

  /**
   * Brings boards back to the news or to the database where they have lost touch, checks those that
   * are due, fills those that sell, drops idle ones. Waits for Redis and the database; call it
   * several times a second on a thread of its own.
   */
  public void mend() {
    FirstFailure failure = new FirstFailure();
    List<KeptBoard> oldestFirst = new ArrayList<>(boards.values());
    oldestFirst.sort(Comparator.comparingLong(KeptBoard::checkedNanos));
    for (KeptBoard kept : oldestFirst) {
      history.readLock().lock();
      try {
        mend(kept);
      } catch (RuntimeException e) {
        failure.add(e);
      } finally {
        history.readLock().unlock();
      }
    }
    missing.fill(this::fill, failure);
    missing.doubtAstray(boards);
    failure.throwIfAny();
  }

  private void fill(ShowId show) {
    if (boards.get(show) == null && boards.size() < settings.maxBoards()) {
      var _ = filled(show);
    }
  }

  private void mend(KeptBoard kept) {
    ShowId show = kept.board().show();
    if (!kept.equals(boards.get(show))) {
      return; // dropped meanwhile
    }
    if (!mender.mend(kept, isHearing())) {
      boards.remove(show, kept);
    }
  }
}
