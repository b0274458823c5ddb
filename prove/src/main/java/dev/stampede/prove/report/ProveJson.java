package dev.stampede.prove.report;

import dev.stampede.harness.RunEnvironment;
import dev.stampede.prove.check.CheckedRecord;
import dev.stampede.prove.check.InvariantResult;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The result of a run for programs. */
public final class ProveJson {

  private static final long MICROS = 1_000_000;

  private final ObjectNode all = JsonMapper.shared().createObjectNode();

  private ProveJson() {}

  /** Describes a run that was checked. */
  public static String of(RunFacts run, RecordFigures figures, CheckedRecord verdict) {
    ProveJson json = new ProveJson();
    json.all
        .put("seed", run.seed())
        .put("topology", run.topology())
        .put("operations", figures.total().calls())
        .put("unknown", figures.total().unknown());
    ObjectNode faults = json.all.putObject("faults");
    run.faultCounts().forEach(faults::put);
    json.invariants(verdict);
    json.all
        .put("seconds", run.lasted().toSeconds())
        .put("loadSeconds", run.moments().loadEndedMicros() / MICROS)
        .put("commit", run.environment().shortCommit())
        .put("cpus", run.environment().cpus())
        .put("machine", run.environment().machine() + ", " + run.environment().java());
    ArrayNode impacts = json.all.putArray("impacts");
    figures.impacts().forEach(impact -> write(impact, impacts.addObject()));
    return json.text();
  }

  /** Describes runs with planted bugs: whether each was found. */
  public static String planted(long seed, Map<String, Boolean> caught) {
    ProveJson json = new ProveJson();
    RunEnvironment environment = RunEnvironment.here();
    json.all.put("seed", seed);
    ObjectNode bugs = json.all.putObject("plantedBugs");
    caught.forEach(bugs::put);
    json.all.put("commit", environment.shortCommit()).put("cpus", environment.cpus());
    return json.text();
  }

  private void invariants(CheckedRecord verdict) {
    ArrayNode list = all.putArray("invariants");
    for (InvariantResult each : verdict.invariants()) {
      list.addObject()
          .put("name", each.name())
          .put("checked", each.checked())
          .put("violations", each.violations());
    }
  }

  private static void write(FaultImpact impact, ObjectNode to) {
    to.put("kind", impact.kind())
        .put("injected", impact.injected())
        .put("meanMillis", impact.meanMicros() / 1000);
    to.putObject("goodputPerSecond")
        .put("before", rounded(impact.goodput().before()))
        .put("during", rounded(impact.goodput().during()))
        .put("after", rounded(impact.goodput().after()));
    to.put("noticed", impact.noticed());
    impact.noticedMedianMicros().ifPresent(it -> to.put("noticedMedianMillis", it / 1000));
    to.put("recovered", impact.recovered());
    impact.recoveredMedianMicros().ifPresent(it -> to.put("recoveredMedianMillis", it / 1000));
    impact.recoveredWorstMicros().ifPresent(it -> to.put("recoveredWorstMillis", it / 1000));
  }

  private static double rounded(double rate) {
    return Math.round(rate * 10) / 10.0;
  }

  private String text() {
    return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
  }
}
