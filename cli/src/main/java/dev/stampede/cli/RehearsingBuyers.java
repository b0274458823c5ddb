package dev.stampede.cli;

import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.LoadRun;
import dev.stampede.crowd.Target;
import dev.stampede.server.RehearsalCrowd;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The buyers who rehearse with a server that the launcher started with what the JVM has learned.
 * One without it takes long enough to start, and learns too little in so short a time.
 */
final class RehearsingBuyers implements RehearsalCrowd {

  /** Other servers may be selling on the same database: enough to fill groups, and no more. */
  private static final int CONNECTIONS = 128;

  /** Share of the time; warm servers compile for less. */
  private static final double COMPILERS_ARE_BUSY = 0.15;

  /** The tables of a stage take a part of this to make. */
  private static final Duration SHORTEST_STAGE = Duration.ofSeconds(2);

  private final CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
  private final Duration overAfterStart;

  private RehearsingBuyers(Duration overAfterStart) {
    this.overAfterStart = overAfterStart;
  }

  /**
   * None, unless the launcher wants them and says how many seconds after the start of the process
   * they are to be gone: who starts a server waits no longer on a slow machine than on a fast one.
   */
  static @Nullable RehearsalCrowd ifWanted() {
    int seconds = Integer.getInteger("stampede.rehearsal", 0);
    return seconds > 0 ? new RehearsingBuyers(Duration.ofSeconds(seconds)) : null;
  }

  /** Claims every seat once, and goes on as long as that keeps the JVM's compilers busy. */
  @Override
  public boolean claim(Stage stage) throws InterruptedException {
    Duration atMost = left();
    if (!atMost.isPositive()) {
      return false;
    }
    long began = System.nanoTime();
    long compiledBefore = compilers.getTotalCompilationTime();
    BuyerScript claims = new SeatClaims(stage);
    Target target = Target.loopback(stage.port());
    var _ = new LoadRun(LoadPlan.closed(target, CONNECTIONS, atMost)).with(_ -> claims);
    double took = Duration.ofNanos(System.nanoTime() - began).toMillis();
    double compiled = compilers.getTotalCompilationTime() - compiledBefore;
    return compiled > COMPILERS_ARE_BUSY * took && left().compareTo(SHORTEST_STAGE) > 0;
  }

  private Duration left() {
    Instant now = Instant.now();
    Instant begun = ProcessHandle.current().info().startInstant().orElse(now);
    return overAfterStart.minus(Duration.between(begun, now));
  }
}
