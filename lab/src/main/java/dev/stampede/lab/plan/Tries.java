package dev.stampede.lab.plan;

import java.time.Duration;

/**
 * The persistence of a buyer.
 *
 * @param maxAttempts after which a transaction that was always overtaken has failed
 * @param thinkTime how long each transaction works between its locks and its writes
 * @param lockWait how long a buyer waits for a lock, a connection or an answer
 * @param connections how many transactions there can be at once
 */
public record Tries(int maxAttempts, Duration thinkTime, Duration lockWait, int connections) {

  public Tries withMaxAttempts(int count) {
    return new Tries(count, thinkTime, lockWait, connections);
  }

  public Tries withThinkTime(Duration time) {
    return new Tries(maxAttempts, time, lockWait, connections);
  }
}
