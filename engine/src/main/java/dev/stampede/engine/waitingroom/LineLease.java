package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process's lease on the long work on one line: rebuilding it and moving early arrivals to their
 * places. Ten servers would otherwise each do all of it. For one thread.
 */
final class LineLease {

  /** If its process dies, another goes on after this time. */
  static final Duration LASTS = Duration.ofSeconds(10);

  private static final long RENEWED_AFTER_NANOS = LASTS.dividedBy(4).toNanos();

  private static final Logger log = LoggerFactory.getLogger(LineLease.class);

  private final LineState lines;
  private final ShowId show;
  private final String process;
  private long renewedNanos;

  LineLease(LineState lines, ShowId show, String process) {
    this.lines = lines;
    this.show = show;
    this.process = process;
  }

  /** Takes the lease; false if another process has it. */
  boolean begin() {
    renewedNanos = System.nanoTime();
    return lines.lease(show, process, LASTS);
  }

  /** Renews the lease when it is time; to be called at every step. */
  void renew() {
    if (System.nanoTime() - renewedNanos > RENEWED_AFTER_NANOS && !begin()) {
      throw new LineUnavailableException(
          "another server now has the line of show %s".formatted(show));
    }
  }

  void end() {
    try {
      var _ = lines.lease(show, process, Duration.ZERO);
    } catch (LineUnavailableException | LineLostException away) {
      log.debug("the lease of the line of show {} ends by itself", show, away);
    }
  }
}
