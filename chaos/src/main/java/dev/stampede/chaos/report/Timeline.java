package dev.stampede.chaos.report;

import dev.stampede.chaos.load.HealthPoller.Look;
import java.time.Duration;
import java.util.List;

/** The health that servers reported, each time that it changed. */
public final class Timeline {

  /** Enough to see what happened; one that never rests is cut. */
  private static final int MOST = 60;

  private Timeline() {}

  /** Returns a line for each change from the fault's beginning on. */
  public static List<String> of(Moments moments, List<Look> looks) {
    return looks.stream()
        .filter(look -> look.atNanos() >= moments.began())
        .limit(MOST)
        .map(look -> line(moments, look))
        .toList();
  }

  private static String line(Moments moments, Look look) {
    return "after %d ms server %d: %s"
        .formatted(
            Duration.ofNanos(look.atNanos() - moments.began()).toMillis(),
            look.server(),
            look.isWell() ? "all is up" : look.down());
  }
}
