package dev.stampede.cli;

import dev.stampede.crowd.Target;
import dev.stampede.crowd.demo.CrowdPlan;
import dev.stampede.crowd.demo.CrowdSpeed;
import dev.stampede.crowd.demo.Headcount;
import dev.stampede.crowd.demo.SimulatedCrowd;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.demo.CrowdReply;
import dev.stampede.server.demo.DemoCrowd;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The demo crowd of {@code up}: virtual buyers who come in over HTTP like everybody else, one crowd
 * at a time.
 */
public final class HttpDemoCrowd implements DemoCrowd {

  private static final int BASE_36 = 36;

  private final IntFunction<CrowdSpeed> tempo;
  private @Nullable SimulatedCrowd last;

  /** A crowd paced for somebody who watches. */
  public HttpDemoCrowd() {
    this(CrowdSpeed::toWatch);
  }

  /**
   * A crowd of another pace.
   *
   * @param tempo how fast a crowd of so many lives
   */
  public HttpDemoCrowd(IntFunction<CrowdSpeed> tempo) {
    this.tempo = tempo;
  }

  @Override
  public synchronized boolean start(int port, ShowId show, int buyers) {
    if (last != null && last.endedAt().isEmpty()) {
      return false;
    }
    // Other names each time: the buyers of yesterday's crowd have had their say in this show.
    long now = System.currentTimeMillis();
    String name = "crowd-" + Long.toString(now, BASE_36);
    CrowdPlan plan = new CrowdPlan(show.toString(), buyers, name, now, tempo.apply(buyers));
    last = SimulatedCrowd.start(Target.loopback(port), plan);
    return true;
  }

  @Override
  public synchronized CrowdReply status() {
    if (last == null) {
      return CrowdReply.IDLE;
    }
    Headcount heads = last.headcount();
    return new CrowdReply(
        last.endedAt().isEmpty() ? "running" : "ended",
        last.plan().show(),
        last.plan().buyers(),
        heads.waiting(),
        heads.choosing(),
        heads.holding(),
        heads.paid(),
        heads.abandoned(),
        heads.turnedAway(),
        heads.failed(),
        last.startedAt(),
        last.endedAt().orElse(null));
  }

  @Override
  public void stop() throws InterruptedException {
    SimulatedCrowd running = last();
    if (running != null) {
      running.stop();
    }
  }

  @Override
  public void close() {
    SimulatedCrowd running = last();
    if (running != null) {
      running.close();
    }
  }

  private synchronized @Nullable SimulatedCrowd last() {
    return last;
  }
}
