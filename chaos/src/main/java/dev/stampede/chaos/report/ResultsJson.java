package dev.stampede.chaos.report;

import dev.stampede.chaos.judge.Finding;
import dev.stampede.harness.RunEnvironment;
import java.time.Duration;
import java.util.Collection;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Results for programs. A time that never came is left out. */
public final class ResultsJson {

  private ResultsJson() {}

  public static String of(Collection<Result> results, RunEnvironment environment) {
    JsonMapper mapper = JsonMapper.shared();
    ObjectNode all =
        mapper
            .createObjectNode()
            .put("commit", environment.shortCommit())
            .put("cpus", environment.cpus())
            .put("machine", environment.machine() + ", " + environment.java());
    var list = all.putArray("experiments");
    results.forEach(result -> write(result, list.addObject()));
    return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
  }

  private static void write(Result result, ObjectNode to) {
    ExperimentFigures figures = result.figures();
    to.put("name", result.experiment().label())
        .put("clients", result.setting().clients())
        .put("faultMillis", result.setting().lasted().toMillis());
    if (!result.setting().note().isEmpty()) {
      to.put("note", result.setting().note());
    }
    figures
        .detected()
        .ifPresent(
            sign -> to.put("detectedMillis", sign.after().toMillis()).put("detectedBy", sign.by()));
    to.putObject("goodputPerSecond")
        .put("before", rounded(figures.goodput().before()))
        .put("during", rounded(figures.goodput().during()))
        .put("after", rounded(figures.goodput().after()));
    figures.recovered().map(Duration::toMillis).ifPresent(it -> to.put("recoveredMillis", it));
    figures.well().map(Duration::toMillis).ifPresent(it -> to.put("wellMillis", it));
    to.put("longestPauseMillis", figures.longestPause().toMillis());
    ObjectNode answers = to.putObject("answers");
    figures
        .answers()
        .forEach(
            (meaning, counts) -> {
              ObjectNode of = answers.putObject(meaning);
              counts.forEach(of::put);
            });
    var health = to.putArray("health");
    result.health().forEach(health::add);
    to.put("holds", result.holds());
    var findings = to.putArray("findings");
    for (Finding finding : result.findings()) {
      findings
          .addObject()
          .put("what", finding.what())
          .put("holds", finding.holds())
          .put("detail", finding.detail());
    }
  }

  private static double rounded(double rate) {
    return Math.round(rate * 10) / 10.0;
  }
}
