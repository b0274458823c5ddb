package dev.stampede.engine.waitingroom;

import java.time.Duration;

/** Hears what happens in the lines, for metrics. Called by many threads: be quick, do not throw. */
public interface RoomListener {

  RoomListener NONE = new RoomListener() {};

  /** A new place was given out. */
  default void joined() {}

  /** A place that Redis had lost was given back. */
  default void restored() {}

  /** A buyer was let in after this wait; zero if the wait is not known. */
  default void admitted(Duration waited) {}

  /** The server gave up places whose buyers showed no sign of life. */
  default void expired(int count) {}

  /** A buyer gave up their place or pass. */
  default void left() {}

  /** The Redis that answers is not the one that kept the line: a new epoch begins. */
  default void lost() {}
}
