package dev.stampede.lane;

import java.time.Duration;

/**
 * Hears what a lane does, for metrics. Called by the lane's own thread: be quick. An exception from
 * a listener is logged and changes nothing for the lane's callers.
 */
public interface LaneListener {

  LaneListener NONE = new LaneListener() {};

  /**
   * A group has ended.
   *
   * @param size how many requests it had
   * @param wait how long its first request had been queued
   * @param took how long its transaction took
   */
  default void committed(int size, Duration wait, Duration took) {}

  /** So many were carried over to the next group. */
  default void carriedOver(int count) {}

  /**
   * A request had the lane to itself, to wait for a row that stayed locked.
   *
   * @param took how long its transaction took, the wait included
   */
  default void ranAlone(Duration took) {}

  /**
   * A request that had been carried over has its answer.
   *
   * @param waited since it was first carried over: what other transactions' locks cost it
   */
  default void lockWaited(Duration waited) {}

  /** A row stayed locked through every try: the request was given up, undecided. */
  default void stayedLocked() {}

  /** A group failed and is tried again in halves. */
  default void halved(int size) {}

  /** A commit's answer was lost; this is what the inquiry found. */
  default void inDoubt(int size, Commit.Fate fate) {}
}
