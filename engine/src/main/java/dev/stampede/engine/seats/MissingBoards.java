package dev.stampede.engine.seats;

import dev.stampede.engine.show.ShowId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The shows that sell without a board here, and those of them whose news went astray. */
final class MissingBoards {

  /** The limit of shows of either kind; more are left to the next check. */
  private static final int MAX_SHOWS = 1_000;

  private final Set<ShowId> wanted = ConcurrentHashMap.newKeySet();

  /** Shows that had no board here when their news went astray. */
  private final Set<ShowId> astray = ConcurrentHashMap.newKeySet();

  /** Asks for a board of the show. */
  void want(ShowId show) {
    add(show, wanted);
  }

  /** Asks for a board of a show whose news went astray. */
  void astray(ShowId show) {
    // In this order: a show that is astray and no longer wanted is forgotten.
    want(show);
    add(show, astray);
  }

  private static void add(ShowId show, Set<ShowId> shows) {
    if (shows.size() < MAX_SHOWS) {
      shows.add(show);
    }
  }

  /** Lets each wanted board be filled; a board that cannot be filled stays wanted. */
  void fill(Consumer<ShowId> filling, FirstFailure failure) {
    for (ShowId show : List.copyOf(wanted)) {
      wanted.remove(show);
      try {
        filling.accept(show);
      } catch (RuntimeException e) {
        want(show);
        failure.add(e);
      }
    }
  }

  /**
   * Doubts the boards that were made while or after their news went astray. The server that made
   * one may have read the rows before the commit, or may have copied a board that another server
   * shared before it:
   *
   * <ol>
   *   <li>a reader finds no log, reads the rows;
   *   <li>a claim commits; there is neither a board to apply it to nor a log to tell it in;
   *   <li>the repair is to fill the board, and waits for the reader who is at it;
   *   <li>the reader begins the log and keeps its board, without the commit.
   * </ol>
   */
  void doubtAstray(Map<ShowId, KeptBoard> boards) {
    for (ShowId show : List.copyOf(astray)) {
      KeptBoard kept = boards.get(show);
      if (kept != null || !wanted.contains(show)) {
        // Removed first: news that goes astray from here on is noted again.
        astray.remove(show);
        if (kept != null) {
          kept.doubt();
        }
      }
    }
  }
}
