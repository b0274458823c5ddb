package dev.stampede.server;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The pause between two ticks of a loop.
 *
 * @param busy while somebody is there, and after a tick that failed
 * @param quiet while nobody is; a sign of activity ends it at once
 * @param activity tells the two apart; without it the loop is always busy
 */
public record LoopInterval(Duration busy, Duration quiet, @Nullable Activity activity) {

  public LoopInterval {
    if (quiet.compareTo(busy) < 0) {
      throw new IllegalArgumentException(
          "the quiet pause is %s; set it to at least the busy pause, which is %s"
              .formatted(quiet, busy));
    }
  }

  /** The same pause at all times. */
  public static LoopInterval steady(Duration pause) {
    return new LoopInterval(pause, pause, null);
  }

  boolean isQuiet() {
    return activity != null && activity.isQuiet();
  }

  void onSign(Runnable wake) {
    if (activity != null) {
      activity.onSign(wake);
    }
  }

  void forget(Runnable wake) {
    if (activity != null) {
      activity.forget(wake);
    }
  }
}
