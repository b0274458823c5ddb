package dev.stampede.consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what a listener throws from the reader: a broken meter must not stop the events. */
record SafeReaderListener(ReaderListener listener) implements ReaderListener {

  private static final Logger log = LoggerFactory.getLogger(SafeReaderListener.class);

  @Override
  public void handled(int events) {
    quietly(() -> listener.handled(events));
  }

  @Override
  public void repeated(int messages) {
    quietly(() -> listener.repeated(messages));
  }

  @Override
  public void gap(Message message, long expected, long came) {
    quietly(() -> listener.gap(message, expected, came));
  }

  @Override
  public void swapped(String topic, String key) {
    quietly(() -> listener.swapped(topic, key));
  }

  @Override
  public void parked(Message message, ParkReason reason, String failure) {
    quietly(() -> listener.parked(message, reason, failure));
  }

  @Override
  public void failed(Throwable failure) {
    quietly(() -> listener.failed(failure));
  }

  @Override
  public void stopped(String topic, int partition) {
    quietly(() -> listener.stopped(topic, partition));
  }

  @Override
  public void lag(ReaderLag lag) {
    quietly(() -> listener.lag(lag));
  }

  private static void quietly(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException e) {
      log.warn("a listener of a reader failed; reading goes on", e);
    }
  }
}
