package dev.stampede.bench.matching;

import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.server.ChildServer;
import dev.stampede.bench.server.Servers;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Nanos;
import dev.stampede.embedded.LoneProcess;
import dev.stampede.harness.StampedeRoot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The whole of it: players over gRPC, each with a watch, a server as {@code up} starts it, which
 * ticks at its own pace. Players, server and Redis share the machine.
 */
final class OverGrpc {

  static final String CASE = "over gRPC, watched";

  private static final int PLAYERS = 800;
  private static final double BAR_RATE = 5_000;

  /** The interval at which a server ticks when nobody arrives. */
  private static final double TICK_MILLIS = 200;

  private static final double BAR_P99_MILLIS = 2 * TICK_MILLIS + 100;

  private static final String PROFILES =
      """
      {"profiles": [{
        "name": "duel",
        "pools": [{"name": "everybody"}],
        "function": {"kind": "1v1"},
        "assigner": {"kind": "fixed", "connection": "game.example:7777"}}]}
      """;

  private final ProgressPrinter journal;

  OverGrpc(ProgressPrinter journal) {
    this.journal = journal;
  }

  void measure(Duration warmUp, Duration duration, Findings findings) throws Exception {
    Path profiles = Files.createTempFile("profiles", ".json");
    Files.writeString(profiles, PROFILES);
    int port = LoneProcess.freePort();
    try (ChildServer server =
        Servers.stampede(
            "stampede",
            StampedeRoot.launcher(),
            Map.of(
                "STAMPEDE_GRPC_PORT", Integer.toString(port),
                "MATCH_PROFILES", profiles.toString()))) {
      Servers.awaitReady(server);
      try (GrpcPlayers players = GrpcPlayers.come(port, PLAYERS)) {
        Thread.sleep(warmUp);
        tell(players.waitsDuring(duration), duration, players.failures(), findings);
      }
    } finally {
      Files.delete(profiles);
    }
  }

  private void tell(Nanos waits, Duration duration, long failures, Findings findings) {
    double rate = waits.count() / (duration.toMillis() / 1e3);
    double p99 = waits.percentileMillis(0.99);
    String note = "%d players at a time, %d calls failed".formatted(PLAYERS, failures);
    journal.say(
        String.format(Locale.ROOT, "%-30s %,9.0f/s  p99 %.1f ms  %s", CASE, rate, p99, note));
    findings.row(
        new Row(
            CASE,
            rate,
            OptionalDouble.of(waits.percentileMillis(0.5)),
            OptionalDouble.of(p99),
            note));
    findings.ratio("over gRPC, of 5,000/s", rate / BAR_RATE, 1);
    findings.ratio("(2 ticks + 100 ms) / p99 over gRPC", BAR_P99_MILLIS / p99, 1);
  }
}
