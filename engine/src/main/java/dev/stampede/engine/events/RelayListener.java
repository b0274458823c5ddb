package dev.stampede.engine.events;

/** Hears how the relay does. Called by its threads: be quick and do not throw. */
public interface RelayListener {

  RelayListener NONE = new RelayListener() {};

  /** So many events have been sent and deleted. */
  default void sent(int events) {}

  /** An attempt to send has failed and will be repeated. */
  default void failed() {}

  /** A range was found to be another server's when its lease was to be renewed. */
  default void takenOver() {}

  /** Reports the events that wait to be sent. */
  default void lag(OutboxLag lag) {}
}
