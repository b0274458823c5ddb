package dev.stampede.consumer;

/** There is no room to put a message aside; its transaction goes back. */
final class ParkFullException extends Exception {

  private static final long serialVersionUID = 1L;

  ParkFullException(int limit) {
    super("%d messages are parked, which is the limit".formatted(limit));
  }
}
