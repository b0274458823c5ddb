package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes lines that nobody can stand in any more: of a show that was closed, is over, or has lost
 * its waiting room. A line is kept as long as a silent buyer's place is, so that a sale that was
 * closed by mistake goes on where it was.
 *
 * <p>The database says which lines exist. A server that dies between removing a line and writing
 * that down leaves it on that list, and any server removes it again.
 */
final class LineRemoval {

  /** Lines that one tick looks at; those beyond have their turn when these are gone. */
  static final int STEP = 10_000;

  private static final Logger log = LoggerFactory.getLogger(LineRemoval.class);

  private final LineState lines;
  private final LineBook book;
  private final InstantSource clock;
  private final Duration keptFor;
  private final Map<ShowId, Instant> unusedSince = new HashMap<>();

  LineRemoval(LineState lines, LineBook book, InstantSource clock, Duration keptFor) {
    this.lines = lines;
    this.book = book;
    this.clock = clock;
    this.keptFor = keptFor;
  }

  /** For one thread at a time. */
  void tick() {
    Instant now = clock.instant();
    List<ShowId> unused = book.unused(STEP);
    unusedSince.keySet().retainAll(unused);
    for (ShowId show : unused) {
      Instant since = unusedSince.computeIfAbsent(show, _ -> now);
      if (!now.isBefore(since.plus(keptFor))) {
        remove(show);
      }
    }
  }

  /** One Redis node that is away does not keep the lines of the others. */
  private void remove(ShowId show) {
    try {
      book.remove(show, () -> lines.remove(show));
    } catch (LineUnavailableException away) {
      log.debug("the line of show {} could not be removed; the next tick tries again", show, away);
    }
  }
}
