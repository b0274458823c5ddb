package dev.stampede.cli;

import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.Reconciliation.Result;
import dev.stampede.engine.verify.Scope;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Says what a comparison came to: a line for each part and each drift, or one JSON object. */
final class VerifyReport {

  private final PrintStream out;
  private final Scope scope;

  VerifyReport(PrintStream out, Scope scope) {
    this.out = out;
    this.scope = scope;
  }

  void part(Result result) {
    out.printf(
        Locale.ROOT,
        "%-10s %,12d rows  %s%n",
        result.part().label(),
        result.rows(),
        result.agrees() ? "agree" : result.drifts() + " DO NOT AGREE");
    for (Drift drift : result.named()) {
      out.printf("  %s: %s%n", drift.kind(), drift.detail());
    }
    if (result.drifts() > result.named().size()) {
      out.printf("  and %d more%n", result.drifts() - result.named().size());
    }
    out.flush();
  }

  void end(List<Result> results, boolean agree) {
    long drifts = results.stream().mapToLong(Result::drifts).sum();
    if (scope instanceof Scope.OneShow) {
      out.println("transfers, wallets and the ledger belong to no show and were not compared");
    }
    out.println(
        agree
            ? "all of it agrees"
            : "DRIFT: %d places do not agree; docs/operating.md says what to do".formatted(drifts));
  }

  void json(List<Result> results, boolean agree) {
    JsonMapper mapper = JsonMapper.shared();
    ObjectNode all = mapper.createObjectNode().put("agrees", agree);
    if (scope instanceof Scope.OneShow one) {
      all.put("show", one.show().toString());
    }
    ArrayNode parts = all.putArray("parts");
    for (Result result : results) {
      ObjectNode part =
          parts
              .addObject()
              .put("part", result.part().label())
              .put("rows", result.rows())
              .put("drifts", result.drifts());
      ArrayNode named = part.putArray("named");
      for (Drift drift : result.named()) {
        named
            .addObject()
            .put("kind", drift.kind())
            .put("place", drift.place())
            .put("detail", drift.detail());
      }
    }
    out.println(mapper.writeValueAsString(all));
  }
}
