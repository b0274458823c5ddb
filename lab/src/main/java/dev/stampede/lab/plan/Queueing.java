package dev.stampede.lab.plan;

import java.time.Duration;

/**
 * The queue in front.
 *
 * @param on true if there is one
 * @param pollInterval how long to pause before looking again whether it is my turn
 * @param pollLimit how often to look before giving up
 * @param expiry after which an entry counts no more, whoever forgot to remove it
 * @param ghosts how many entries are made by buyers who then vanish, ahead of everybody else
 */
public record Queueing(
    boolean on, Duration pollInterval, int pollLimit, Duration expiry, int ghosts) {

  public Queueing switched(boolean isOn) {
    return new Queueing(isOn, pollInterval, pollLimit, expiry, ghosts);
  }

  public Queueing withPollInterval(Duration time) {
    return new Queueing(on, time, pollLimit, expiry, ghosts);
  }

  public Queueing withPollLimit(int count) {
    return new Queueing(on, pollInterval, count, expiry, ghosts);
  }

  public Queueing withExpiry(Duration time) {
    return new Queueing(on, pollInterval, pollLimit, time, ghosts);
  }
}
