package dev.stampede.bench.claims;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.DistinctSeats;
import dev.stampede.bench.sale.EchoLoad;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.server.OtherBuild;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import dev.stampede.harness.StampedeRoot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/**
 * This build against another one: both servers up at once on the same services, each with a
 * database of its own, measured in turns. A regression check: the ratios of one run count, not the
 * rates of two.
 */
public final class ClaimsAgainst implements Benchmark {

  private static final String THIS = "this ";
  private static final String THAT = "that ";
  private static final String ECHO = "echo";
  private static final String HOLDS = "holds";
  private static final String REFUSALS = "refusals";
  private static final List<String> LOADS = List.of(ECHO, HOLDS, REFUSALS);

  private final String commitOrFolder;

  public ClaimsAgainst(String commitOrFolder) {
    this.commitOrFolder = commitOrFolder;
  }

  @Override
  public String name() {
    return "claims-against";
  }

  @Override
  public String question() {
    return "holds, refusals and the echo of this build against those of " + commitOrFolder;
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Findings findings = new Findings();
    try (OtherBuild that = OtherBuild.of(commitOrFolder, StampedeRoot.path(), journal);
        BenchServices embedded =
            BenchServices.start(
                EnumSet.allOf(ServiceKind.class), new ServiceReporter(journal::say));
        BenchSaleServer ours = start(embedded, "this_build", 1, StampedeRoot.launcher());
        BenchSaleServer theirs = start(embedded, "that_build", 2, that.launcher())) {
      List<CostedCase> here = cases(THIS, ours, effort);
      List<CostedCase> there = cases(THAT, theirs, effort);
      List<Case> inTurns = new ArrayList<>();
      for (int i = 0; i < here.size(); i++) {
        inTurns.add(here.get(i));
        inTurns.add(there.get(i));
      }
      Measured measured = Measured.inTurns(inTurns, ClaimsSchedule.of(effort).turns(), journal);
      measured.tell(findings);
      for (String load : LOADS) {
        measured.ratio(findings, load + "/s, this / that", THIS + load, THAT + load, 0);
        measured.p99Ratio(findings, load + " p99, this / that", THIS + load, THAT + load);
      }
      for (int i = 0; i < here.size(); i++) {
        here.get(i).tellCostAgainst(there.get(i), findings);
      }
    }
    return findings.report(name());
  }

  private static BenchSaleServer start(
      BenchServices embedded, String name, int redisDatabase, Path launcher) throws Exception {
    return BenchSaleServer.start(embedded, name, redisDatabase, Map.of(), launcher);
  }

  private static List<CostedCase> cases(String whose, BenchSaleServer server, Effort effort) {
    Case holds =
        new DistinctSeats(
            HOLDS,
            server,
            SeatSupply.ofHolds(server, HttpSales.GROUPED_SHOW),
            HttpSales.MOST_GROUPED_PER_SECOND);
    return List.of(
            new CostedCase(whose, ECHO, server, new EchoLoad(server)),
            new CostedCase(whose, HOLDS, server, holds),
            new CostedCase(whose, REFUSALS, server, new HotSeat(server)))
        .stream()
        .filter(each -> effort.includes(each.name()))
        .toList();
  }
}
