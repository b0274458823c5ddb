package dev.stampede.lab.report;

import dev.stampede.harness.RunEnvironment;
import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.contest.Verdict;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.strategy.ClaimFailure;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs as programs read them; the field names are promised to them. */
public final class RunsJson {

  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final int DECIMALS = 3;

  private RunsJson() {}

  public static String render(List<RunResult> runs, RunEnvironment environment) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("commit", environment.shortCommit());
    json.put("cpus", environment.cpus());
    ArrayNode array = json.putArray("runs");
    runs.forEach(run -> add(array.addObject(), run));
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
  }

  private static void add(ObjectNode node, RunResult run) {
    Plan plan = run.trial().plan();
    Verdict verdict = Verdict.of(run);
    node.put("strategy", plan.strategy().word());
    node.put("queue", plan.queueing().on());
    node.put("seats", plan.crowd().seats());
    node.put("buyers", plan.crowd().buyers());
    node.put("sold", verdict.sold());
    node.put("oversold", verdict.oversold());
    node.put("lost", verdict.lost());
    ObjectNode failures = node.putObject("failures");
    for (ClaimFailure why : ClaimFailure.values()) {
      failures.put(why.word(), verdict.failed(why));
    }
    node.put("retries", verdict.pace().retries());
    node.put("ratePerSecond", rounded(verdict.pace().ratePerSecond()));
    node.put("p50Millis", rounded(verdict.pace().latency().p50()));
    node.put("p99Millis", rounded(verdict.pace().latency().p99()));
    node.put("maxMillis", rounded(verdict.pace().latency().max()));
    node.put("tookMillis", run.cost().took().toMillis());
    node.put("inOrder", rounded(verdict.order()));
    node.put("starved", verdict.starved().size());
    node.put("statements", run.cost().usage().statements());
    node.put("redisCommands", run.cost().usage().redisCommands());
    settings(node, run);
    node.put("stopped", run.stopped());
  }

  private static void settings(ObjectNode node, RunResult run) {
    Plan plan = run.trial().plan();
    node.put("repeat", run.trial().repeat());
    if (!run.trial().swept().isEmpty()) {
      node.put("swept", run.trial().swept());
    }
    node.put("want", plan.crowd().want().word());
    node.put("seatsPerBuyer", plan.crowd().perBuyer());
    node.put("seed", plan.crowd().seed());
    node.put("maxAttempts", plan.tries().maxAttempts());
    node.put("thinkMillis", plan.tries().thinkTime().toMillis());
    if (plan.strategy().isRedisLock()) {
      node.put("lockTtlMillis", plan.guard().ttl().toMillis());
      node.put("fence", plan.guard().fence());
    }
    if (plan.queueing().on()) {
      node.put("pollIntervalMillis", plan.queueing().pollInterval().toMillis());
      node.put("pollLimit", plan.queueing().pollLimit());
      node.put("queueExpiryMillis", plan.queueing().expiry().toMillis());
      node.put("ghosts", plan.queueing().ghosts());
    }
  }

  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
  }
}
