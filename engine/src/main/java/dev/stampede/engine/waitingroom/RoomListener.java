package dev.stampede.engine.waitingroom;

import java.time.Duration;

/** Hears what happens in the lines, for metrics. Called by many threads: be quick, do not throw. */
public interface RoomListener {

  RoomListener NONE = new RoomListener() {};

  /** A new place was given out. */
  default void joined() {}

  /** A place that Redis had lost was given back. */
  default void restored() {}

  /** Somebody was let in after so long; zero length where it is not known. */
  default void admitted(Duration waited) {}

  /** A place was given up for want of a sign of life. */
  default void expired(int count) {}

  /** A place or a pass was given up by its buyer. */
  default void left() {}

  /** The Redis that answers is not the one that kept the line: a new epoch begins. */
  default void lost() {}
}
