package dev.stampede.bench.http;

import dev.stampede.crowd.Failure;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.LoadResult;
import dev.stampede.crowd.LoadRun;
import java.time.Duration;
import java.util.Locale;

/**
 * One measurement of one case: the answers, and the processors that the server and the crowd used
 * for them.
 */
record EchoRound(LoadResult load, double serverCpus, double crowdCpus) {

  static final int CONNECTIONS = 64;

  /** Enough to open the connections and to turn the machine's attention to this server. */
  private static final Duration SETTLE = Duration.ofMillis(200);

  /** Loads the server; anything but answers with 200 means that there is nothing to compare. */
  static EchoRound measure(EchoCase subject, Duration duration) throws InterruptedException {
    LoadPlan plan =
        LoadPlan.closed(subject.server().target(), CONNECTIONS, duration).warmUp(SETTLE);
    Duration serverBefore = subject.server().cpuTime();
    Duration crowdBefore = ownCpuTime();
    LoadResult load = new LoadRun(plan).repeating(subject.request());
    double seconds = load.duration().plus(SETTLE).toNanos() / 1e9;
    double server = subject.server().cpuTime().minus(serverBefore).toNanos() / 1e9 / seconds;
    double crowd = ownCpuTime().minus(crowdBefore).toNanos() / 1e9 / seconds;
    refuseFailures(subject, load);
    return new EchoRound(load, server, crowd);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,9.0f/s, processors: server %.2f, crowd %.2f",
        load.ratePerSecond(),
        serverCpus,
        crowdCpus);
  }

  private static void refuseFailures(EchoCase subject, LoadResult load) {
    boolean cutOffAtTheEnd = load.failed() == load.failed(Failure.UNFINISHED);
    if (load.answered() == 0 || load.answered(200) < load.answered() || !cutOffAtTheEnd) {
      throw new IllegalStateException(
          "%s did not answer every request with 200: %s".formatted(subject.name(), load));
    }
  }

  private static Duration ownCpuTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
