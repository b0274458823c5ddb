package dev.stampede.engine.seats;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.seats.SharedNews.Begun;
import dev.stampede.engine.seats.SharedNews.Log;
import dev.stampede.engine.show.ShowId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes boards and keeps them correct: from the shared copy and the news since, or from the
 * database.
 *
 * <p>The order of reads makes this correct. The keeper reads the log's position <em>before</em> the
 * database: all news up to it had been committed by then and is in the rows; every commit after the
 * rows were read is published after the position. If the rows contain a change that was never
 * published (a process died between its commit and its news), the keeper publishes it now; a change
 * that is merely on its way is published twice, and the second is dropped.
 */
final class BoardKeeper {

  /** Two processes may begin a log at once; the loser reads again. */
  private static final int TRIES_TO_BEGIN = 3;

  /** The relation of a board to the shared log. */
  enum Touch {
    KEPT,
    /** The log does not continue from the board's position. */
    LOST,
    /** The log did not answer. */
    UNKNOWN
  }

  private final SeatSource source;
  private final SharedNews news;
  private final int logLength;
  private final Consumer<ShowId> astray;

  /**
   * A keeper.
   *
   * @param astray hears of shows that may still have unpublished changes
   */
  BoardKeeper(SeatSource source, SharedNews news, int logLength, Consumer<ShowId> astray) {
    this.source = source;
    this.news = news;
    this.logLength = logLength;
    this.astray = astray;
  }

  /** A new board; empty when there is no such show. */
  Optional<SeatBoard> make(ShowId show) {
    Optional<SeatBoard> copied = copied(show);
    return copied.isPresent() ? copied : makeInTurn(show);
  }

  private Optional<SeatBoard> copied(ShowId show) {
    return news.copy(show)
        .flatMap(bytes -> BoardCodec.unpack(show, bytes, logLength))
        .filter(board -> catchUp(board) == Touch.KEPT);
  }

  /**
   * Makes a board in this server's turn. When Redis comes back empty, all servers call this at
   * once; one reads the database, the others copy its board.
   */
  private Optional<SeatBoard> makeInTurn(ShowId show) {
    try (SharedNews.Turn _ = news.turn(show)) {
      Optional<SeatBoard> made = copied(show);
      return made.isPresent() ? made : makeFromDatabase(show);
    }
  }

  /** Follows the news since the board's position. */
  Touch catchUp(SeatBoard board) {
    Position from = board.position();
    if (!board.isShared()) {
      return Touch.LOST;
    }
    return switch (news.since(board.show(), Optional.of(from))) {
      case Log.Continued(_, var notices) ->
          board.follow(new Position(from.epoch(), from.n() + 1), notices) == SeatBoard.Fit.FOLLOWED
              ? Touch.KEPT
              : Touch.LOST;
      case Log.Broken _, Log.Missing _ -> Touch.LOST;
      case Log.Away _ -> Touch.UNKNOWN;
    };
  }

  /** Reads the database again and puts the board where the shared log is, if there is one. */
  void rejoin(SeatBoard board) {
    Joined joined = join(board.show());
    joined
        .snapshot()
        .ifPresent(
            snapshot -> {
              // Filled first: a reader who sees the new position sees the seats that belong to it.
              fill(board, snapshot);
              board.restart(joined.position(), joined.shared());
              tellUntold(board, snapshot);
              share(board);
            });
  }

  /**
   * Compares the board with the database, publishes changes that were never published, and shares a
   * fresh copy.
   */
  void check(SeatBoard board) {
    source
        .load(board.show())
        .ifPresent(
            snapshot -> {
              fill(board, snapshot);
              tellUntold(board, snapshot);
              share(board);
            });
  }

  /** True if another server has compared the board lately: then its copy is there. */
  boolean isCheckedBySomebody(SeatBoard board) {
    return news.copy(board.show())
        .flatMap(bytes -> BoardCodec.unpack(board.show(), bytes, 1))
        .filter(copy -> copy.position().isSameEpoch(board.position()))
        .isPresent();
  }

  private Optional<SeatBoard> makeFromDatabase(ShowId show) {
    Joined joined = join(show);
    return joined
        .snapshot()
        .map(
            snapshot -> {
              SeatBoard board =
                  new SeatBoard(
                      show, snapshot.map(), joined.position(), joined.shared(), logLength);
              fill(board, snapshot);
              // On its own the board has numbered the rows it was filled with; no reader knew it
              // before.
              board.restart(joined.position(), joined.shared());
              tellUntold(board, snapshot);
              share(board);
              return board;
            });
  }

  /** Rows, and a log position that they are not older than. */
  private record Joined(
      Optional<SeatSource.Snapshot> snapshot, Position position, boolean shared) {}

  private Joined join(ShowId show) {
    for (int i = 0; i < TRIES_TO_BEGIN; i++) {
      Log log = news.since(show, Optional.empty());
      Optional<SeatSource.Snapshot> snapshot = source.load(show);
      if (snapshot.isEmpty()) {
        return new Joined(snapshot, Position.fresh(), false);
      }
      switch (log) {
        case Log.Continued(Position now, _) -> {
          return new Joined(snapshot, now, true);
        }
        case Log.Broken(Position now) -> {
          return new Joined(snapshot, now, true);
        }
        case Log.Away _ -> {
          return new Joined(snapshot, Position.fresh(), false);
        }
        case Log.Missing _ -> {
          switch (news.begin(show, ranks(snapshot.get()))) {
            case Begun.Started(Position at) -> {
              return new Joined(snapshot, at, true);
            }
            case Begun.Away _ -> {
              return new Joined(snapshot, Position.fresh(), false);
            }
            case Begun.Existed _ -> {}
          }
        }
      }
    }
    return new Joined(source.load(show), Position.fresh(), false);
  }

  private static int[] ranks(SeatSource.Snapshot snapshot) {
    int[] ranks = new int[snapshot.map().size()];
    for (SeatRow row : snapshot.rows()) {
      ranks[row.seat()] = SeatNotice.of(row, snapshot.at()).rank();
    }
    return ranks;
  }

  private static void fill(SeatBoard board, SeatSource.Snapshot snapshot) {
    for (SeatRow row : snapshot.rows()) {
      board.apply(SeatNotice.of(row, snapshot.at()));
    }
  }

  /**
   * Publishes changes that were never published. If that fails, {@code astray} hears of the show,
   * so that the next comparison, which finds them again, comes soon.
   */
  private void tellUntold(SeatBoard board, SeatSource.Snapshot snapshot) {
    if (!board.isShared()) {
      return;
    }
    ShowId show = board.show();
    Optional<int[]> told = news.ranks(show, board.map().size());
    if (told.isEmpty()) {
      astray.accept(show);
      return;
    }
    List<SeatChange> changes = new ArrayList<>();
    List<SeatNotice> expiries = new ArrayList<>();
    for (SeatRow row : snapshot.rows()) {
      SeatNotice notice = SeatNotice.of(row, snapshot.at());
      if (notice.rank() <= told.get()[row.seat()]) {
        continue;
      }
      if (notice.rank() == SeatNotice.rank(row.version())) {
        changes.add(
            new SeatChange(
                show, row.seat(), row.version(), row.state(), row.owner(), snapshot.at()));
      } else {
        expiries.add(notice);
      }
    }
    if (!changes.isEmpty()) {
      news.tell(show, changes, () -> astray.accept(show));
    }
    if (!expiries.isEmpty()) {
      news.tellExpired(show, expiries, () -> astray.accept(show));
    }
  }

  private void share(SeatBoard board) {
    if (board.isShared()) {
      news.keep(board.show(), BoardCodec.pack(board));
    }
  }
}
