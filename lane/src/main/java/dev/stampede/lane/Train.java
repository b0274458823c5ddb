package dev.stampede.lane;

/**
 * What requests that are to be decided in their order share: once one of them is not decided, none
 * behind it is.
 *
 * <p>Whoever leaves one of them undecided ends the train first. The writer takes requests in their
 * order, so that when it comes to the next one it sees that there is none any more.
 */
final class Train {

  private volatile boolean ended;

  void end() {
    ended = true;
  }

  boolean hasEnded() {
    return ended;
  }
}
