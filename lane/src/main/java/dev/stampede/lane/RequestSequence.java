package dev.stampede.lane;

/**
 * Links requests that are to be decided in their order: once one of them is not decided, none
 * behind it is.
 *
 * <p>The thread that leaves one of them undecided ends the sequence first. The writer takes
 * requests in their order, so that when it comes to the next one it sees that the sequence has
 * ended.
 */
final class RequestSequence {

  private volatile boolean ended;

  void end() {
    ended = true;
  }

  boolean hasEnded() {
    return ended;
  }
}
