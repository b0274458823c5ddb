package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes lines that nobody can stand in any more: of a show that was closed, is over, or has lost
 * its waiting room. A line is kept as long as a silent buyer's place is, so that a sale that was
 * closed by mistake goes on where it was.
 *
 * <p>The database lists the lines that exist. A server that dies between removing a line and
 * recording that leaves it on the list, and any server removes it again.
 *
 * <p>A line is written off only when a server finds nothing of it one tick after it left nothing.
 * Redis may forget that it removed the keys, and they have no end of their own:
 *
 * <ol>
 *   <li>A server removes the keys.
 *   <li>Redis starts again without its last second, or a replica takes over that had not heard: the
 *       keys are back.
 *   <li>The next tick finds the line still on the list, and removes it again.
 * </ol>
 *
 * <p>Each server looks at its own ticks for that: the first tick of another server may come a
 * millisecond after the removal, when Redis can still forget it. A Redis that is taken back further
 * than a tick, such as to a backup, may bring a line back that was written off.
 */
final class LineRemoval {

  /** The limit of lines that one tick looks at; the others have their turn when these are gone. */
  static final int STEP = 10_000;

  private static final Logger log = LoggerFactory.getLogger(LineRemoval.class);

  private final LineState lines;
  private final LineJournal journal;
  private final InstantSource clock;
  private final Duration keptFor;
  private final Map<ShowId, Instant> unusedSince = new HashMap<>();

  /** Lines of which an earlier tick of this server left nothing. */
  private final Set<ShowId> leftEmpty = new HashSet<>();

  LineRemoval(LineState lines, LineJournal journal, InstantSource clock, Duration keptFor) {
    this.lines = lines;
    this.journal = journal;
    this.clock = clock;
    this.keptFor = keptFor;
  }

  /**
   * Removes the lines that are due. One line that fails does not stop the others; the first failure
   * is thrown afterwards. For one thread at a time.
   */
  void tick() {
    Instant now = clock.instant();
    List<ShowId> unused = journal.unused(STEP);
    Set<ShowId> listed = new HashSet<>(unused);
    unusedSince.keySet().retainAll(listed);
    leftEmpty.retainAll(listed);
    @Nullable RuntimeException failed = null;
    for (ShowId show : unused) {
      Instant since = unusedSince.computeIfAbsent(show, _ -> now);
      if (!now.isBefore(since.plus(keptFor))) {
        try {
          remove(show);
        } catch (RuntimeException e) {
          if (failed == null) {
            failed = e;
          } else if (!failed.equals(e)) {
            failed.addSuppressed(e);
          }
        }
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  /**
   * Removes one line. A Redis node that is away does not stop the removal of lines on other nodes.
   */
  private void remove(ShowId show) {
    try {
      journal.remove(show, () -> isGone(show));
    } catch (LineUnavailableException away) {
      log.debug("the line of show {} could not be removed; the next tick tries again", show, away);
    }
  }

  /** Removes the line; true if there was nothing to remove, nor after an earlier tick. */
  private boolean isGone(ShowId show) {
    boolean wasThere = lines.remove(show);
    boolean firstTime = leftEmpty.add(show);
    return !wasThere && !firstTime;
  }
}
