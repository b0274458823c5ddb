package dev.stampede.prove;

import dev.stampede.prove.check.CheckedRecord;
import dev.stampede.prove.check.InvariantResult;
import dev.stampede.prove.fault.FaultKind;
import dev.stampede.prove.fault.FaultKinds;
import dev.stampede.prove.planted.Needs;
import dev.stampede.prove.planted.PlantedBug;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs with one planted bug each; the checker must find every bug, by an invariant it breaks. */
final class PlantedRuns {

  private final Path checkout;
  private final Path folder;
  private final RunPlan plan;
  private final PrintWriter out;

  /**
   * Runs in this folder, one below it for each bug.
   *
   * @param checkout the root of the repository, with its sources
   * @param plan the seed, the topology and the load of each
   */
  PlantedRuns(Path checkout, Path folder, RunPlan plan, PrintWriter out) {
    this.checkout = checkout;
    this.folder = folder;
    this.plan = plan;
    this.out = out;
  }

  /** Returns for each bug whether it was found. */
  Map<String, Boolean> run(List<PlantedBug> bugs)
      throws IOException, InterruptedException, SQLException {
    Map<String, Boolean> caught = new LinkedHashMap<>();
    for (PlantedBug bug : bugs) {
      out.printf("%n%s: %s%n", bug.name(), bug.story().why());
      boolean isCaught = run(bug);
      caught.put(bug.name(), isCaught);
      out.printf("%s: %s%n", bug.name(), isCaught ? "found" : "NOT FOUND");
      out.flush();
    }
    return caught;
  }

  private boolean run(PlantedBug bug) throws IOException, InterruptedException, SQLException {
    Path own = Files.createDirectories(folder.resolve(bug.name()));
    Path record = RunReport.emptyRecord(own);
    Path classes = bug.build(checkout, own.resolve("classes"));
    var _ = new ProveRun(planFor(bug, classes), record, out).run();
    CheckedRecord verdict = new RunReport(own, out).make().verdict();
    for (InvariantResult broken : verdict.broken()) {
      out.printf("%s%n%s", broken.name(), broken.shown().getFirst().print());
    }
    return verdict.broken().stream().anyMatch(one -> bug.invariants().contains(one.name()));
  }

  private RunPlan planFor(PlantedBug bug, Path classes) {
    Needs needs = bug.needs();
    List<FaultKind> kinds =
        needs.faults().isEmpty() ? List.of() : FaultKinds.named(String.join(",", needs.faults()));
    RunPlan own =
        plan.with(needs.servers(), kinds, needs.within().plus(ProveRun.CALM.multipliedBy(2)));
    return switch (needs.processes()) {
      case SERVERS -> own.withClassesInServers(classes);
      case LIBRARIES -> own.withClassesInLibraries(classes);
    };
  }
}
