package dev.stampede.bench.report;

import dev.stampede.harness.RunEnvironment;
import java.math.BigDecimal;
import java.math.RoundingMode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A report as programs read it; the field names are promised to them. */
public final class ReportJson {

  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final int DECIMALS = 3;

  private ReportJson() {}

  public static String render(Report report, RunEnvironment environment) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("name", report.name());
    json.put("commit", environment.commit());
    json.put("cpus", environment.cpus());
    ArrayNode rows = json.putArray("rows");
    for (Row row : report.rows()) {
      ObjectNode node = rows.addObject();
      node.put("case", row.name());
      node.put("ratePerSecond", rounded(row.ratePerSecond()));
      row.p50Millis().ifPresent(millis -> node.put("p50Millis", rounded(millis)));
      row.p99Millis().ifPresent(millis -> node.put("p99Millis", rounded(millis)));
    }
    ArrayNode ratios = json.putArray("ratios");
    for (Ratio ratio : report.ratios()) {
      ObjectNode node = ratios.addObject();
      node.put("name", ratio.name());
      node.put("value", rounded(ratio.value()));
      node.put("bar", rounded(ratio.bar()));
      node.put("holds", ratio.holds());
    }
    if (!report.failed().isEmpty()) {
      ArrayNode failed = json.putArray("failed");
      report.failed().forEach(each -> failed.add(each.name()));
    }
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
  }

  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
  }
}
