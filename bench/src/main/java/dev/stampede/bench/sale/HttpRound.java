package dev.stampede.bench.sale;

import dev.stampede.bench.turns.CaseSample;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.Failure;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.LoadResult;
import dev.stampede.crowd.LoadRun;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/** A load on one server, and the processors that each process used for it. */
public record HttpRound(LoadResult load, AnswerWindow answers, String processors) {

  public static final int CONNECTIONS = 256;

  /** Enough to open the connections and to turn the machine's attention to this server. */
  public static final Duration SETTLE = Duration.ofMillis(200);

  /** A server that answers nobody for as long is not slow: something is wrong. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** A round of some length. */
  @FunctionalInterface
  interface OfLength {
    HttpRound run(Duration duration) throws InterruptedException;
  }

  /** Every connection asks again as soon as it is answered. */
  public static HttpRound closed(
      BenchSaleServer server, Duration duration, IntFunction<BuyerScript> scripts)
      throws InterruptedException {
    return untilAnswered(
        duration,
        length ->
            run(
                server,
                LoadPlan.closed(server.target(), CONNECTIONS, length).warmUp(SETTLE),
                scripts));
  }

  /**
   * Runs rounds of twice the length until one has an answer in it: a short round ends before a slow
   * server has answered the first of all connections.
   */
  static HttpRound untilAnswered(Duration duration, OfLength round) throws InterruptedException {
    Duration length = duration;
    HttpRound found = round.run(length);
    while (found.isUnanswered() && length.multipliedBy(2).compareTo(LONGEST) <= 0) {
      length = length.multipliedBy(2);
      found = round.run(length);
    }
    return found;
  }

  public static HttpRound run(
      BenchSaleServer server, LoadPlan plan, IntFunction<BuyerScript> scripts)
      throws InterruptedException {
    long start = System.nanoTime();
    Duration serverBefore = server.cpuTime();
    Duration crowdBefore = crowdCpuTime();
    Duration allBefore = startedCpuTime();
    AnswerWindow answers = new AnswerWindow(plan.bounds().warmUp(), plan.bounds().duration());
    LoadResult load =
        new LoadRun(plan).with(connection -> answers.watching(scripts.apply(connection)));
    double seconds = (System.nanoTime() - start) / 1e9;
    double ours = server.cpuTime().minus(serverBefore).toNanos() / 1e9;
    double crowd = crowdCpuTime().minus(crowdBefore).toNanos() / 1e9;
    double all = startedCpuTime().minus(allBefore).toNanos() / 1e9;
    String processors =
        String.format(
            Locale.ROOT,
            "processors: server %.2f, services %.2f, crowd %.2f",
            ours / seconds,
            (all - ours) / seconds,
            crowd / seconds);
    return new HttpRound(load, answers, processors);
  }

  /** Anything but these answers means that there is nothing to compare. */
  public HttpRound onlyAnswering(String what, int... statuses) {
    if (isUnanswered()) {
      throw new IllegalStateException("%s was never answered: %s".formatted(what, load));
    }
    return answeringNothingElse(what, statuses);
  }

  /**
   * True if nobody got an answer. The load counts what was asked for after it had settled: if
   * answers take longer than half of a round it has none, while the window still has some.
   */
  private boolean isUnanswered() {
    return load.answered() == 0 && answers.answered() == 0;
  }

  /** The same where no answer at all will do: a server that has just started may take its time. */
  HttpRound answeringNothingElse(String what, int... statuses) {
    long expected = 0;
    long expectedInTime = 0;
    for (int status : statuses) {
      expected += load.answered(status);
      expectedInTime += answers.answered(status);
    }
    boolean cutOffAtTheEnd = load.failed() == load.failed(Failure.UNFINISHED);
    boolean others = expected < load.answered() || expectedInTime < answers.answered();
    if (others || !cutOffAtTheEnd) {
      throw new IllegalStateException("%s went wrong: %s".formatted(what, load));
    }
    return this;
  }

  /** Answers with this status a second, and how long one waited for any. */
  public CaseSample sample(int status) {
    return new CaseSample(
        answers.ratePerSecond(status),
        waited(load.latency().p50Millis()),
        waited(load.latency().p99Millis()),
        processors);
  }

  private OptionalDouble waited(double millis) {
    return load.latency().count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(millis);
  }

  private static Duration crowdCpuTime() {
    return cpuTime(ProcessHandle.current());
  }

  /**
   * Returns the CPU time of the servers and services together; we started both, and nothing else.
   */
  static Duration startedCpuTime() {
    return ProcessHandle.current()
        .descendants()
        .map(HttpRound::cpuTime)
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static Duration cpuTime(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
