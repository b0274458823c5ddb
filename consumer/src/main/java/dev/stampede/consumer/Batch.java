package dev.stampede.consumer;

/**
 * The number of messages that share a transaction.
 *
 * @param most no transaction has more
 * @param fetchBytes the broker answers when it has so many bytes for a reader, or after a second.
 *     With few, each message is handled as soon as it is there; with many, a busy topic costs fewer
 *     fetches and transactions, but a message may be a second late
 */
public record Batch(int most, int fetchBytes) {

  public static final int MAX_MESSAGES = 10_000;
  public static final int MAX_FETCH_BYTES = 4 * 1024 * 1024;

  /** Below the limits, which it is checked by. */
  public static final Batch DEFAULT = new Batch(1_000, 1);

  public Batch {
    ReaderBounds.within("batch", most, 1, MAX_MESSAGES);
    ReaderBounds.within("the number of bytes to fetch", fetchBytes, 1, MAX_FETCH_BYTES);
  }
}
