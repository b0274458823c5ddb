package dev.stampede.matchmaking.ticket;

/** The outcome of a request to watch a ticket. */
public sealed interface WatchOutcome {

  /**
   * The watcher will be called.
   *
   * @param watch to be closed when nobody wants to know any more; closing twice does nothing
   */
  record Begun(Watch watch) implements WatchOutcome {}

  /** Too many watch already; come back later. */
  record TooMany(int limit) implements WatchOutcome {}

  /** A watcher's way out. */
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }
}
