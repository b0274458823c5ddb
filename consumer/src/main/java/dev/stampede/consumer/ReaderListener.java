package dev.stampede.consumer;

/** Hears how reading goes; for meters and alarms. It is called by the reader and must be quick. */
public interface ReaderListener {

  /** Events have had their effect. */
  default void handled(int events) {}

  /** Messages came again and were dropped. */
  default void repeated(int messages) {}

  /** Versions are missing before this message, whose key is parked. */
  default void gap(Message message, long expected, long came) {}

  /** A message that was missing came late; its key flows again. */
  default void swapped(String topic, String key) {}

  /** A message was put aside, with its key. */
  default void parked(Message message, ParkReason reason, String failure) {}

  /** The database, or a handler, failed; it is tried again. */
  default void failed(Throwable failure) {}

  /** There is no room to park: a partition stands still until there is. */
  default void stopped(String topic, int partition) {}

  /** Tells the lag of this reader, now and then. */
  default void lag(ReaderLag lag) {}
}
