package dev.stampede.engine.events;

/** Where events are sent. */
@FunctionalInterface
public interface EventChannels {

  /** The channel of a range; costs nothing until it is made ready. */
  EventChannel of(int range);
}
