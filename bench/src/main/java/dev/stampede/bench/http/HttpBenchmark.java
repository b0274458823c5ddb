package dev.stampede.bench.http;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Ratio;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.report.Rounds;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.server.ChildServer;
import dev.stampede.bench.server.Servers;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import dev.stampede.harness.StampedeRoot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The echo of a small JSON body: what our HTTP costs over the bare library below it, and what the
 * others cost. All servers stay up while the load goes round among them; an idle one costs next to
 * nothing, and so they all have the same minutes of the machine.
 */
public final class HttpBenchmark implements Benchmark {

  private static final String OURS = "stampede";
  private static final String OURS_WITH_TOKEN = "stampede, with token";
  private static final String HELIDON = "bare Helidon";
  private static final String VERTX = "Vert.x";
  private static final String SPRING = "Spring Boot";

  private static final double BAR = 0.80;
  private static final double FOR_THE_RECORD = 0;

  private static final JsonMapper MAPPER = JsonMapper.shared();

  @Override
  public String name() {
    return "http";
  }

  @Override
  public String question() {
    return "echo of a small JSON body, against bare Helidon, Vert.x and Spring Boot";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Schedule schedule = effort.quick() ? Schedule.QUICK : Schedule.FULL;
    try (EchoFleet fleet = new EchoFleet()) {
      fleet.start(servers(effort));
      journal.say("%d servers are up".formatted(fleet.servers().size()));
      List<EchoCase> cases = cases(fleet.servers(), effort);
      for (EchoCase subject : cases) {
        check(subject);
      }
      journal.say(schedule.toString());
      Rounds.alternate(
          cases, schedule.warmUps(), subject -> EchoRound.measure(subject, schedule.warmUp()));
      Map<EchoCase, List<EchoRound>> measured =
          Rounds.alternate(
              cases,
              schedule.rounds(),
              subject -> {
                EchoRound round = EchoRound.measure(subject, schedule.round());
                journal.say("%-24s %s".formatted(subject.name(), round));
                return round;
              });
      return report(name(), measured);
    }
  }

  private static List<Callable<ChildServer>> servers(Effort effort) {
    List<Callable<ChildServer>> starts = new ArrayList<>();
    if (effort.includes(OURS) || effort.includes(OURS_WITH_TOKEN)) {
      starts.add(() -> Servers.stampede(OURS, StampedeRoot.launcher()));
    }
    if (effort.includes(HELIDON)) {
      starts.add(() -> Servers.peer(HELIDON, HelidonEchoMain.class, Echo::probe));
    }
    if (effort.includes(VERTX)) {
      starts.add(() -> Servers.peer(VERTX, VertxEchoMain.class, Echo::probe));
    }
    if (effort.includes(SPRING)) {
      starts.add(() -> Servers.peer(SPRING, SpringEchoMain.class, Echo::probe));
    }
    return starts;
  }

  private static List<EchoCase> cases(Map<String, ChildServer> servers, Effort effort)
      throws InterruptedException {
    List<EchoCase> cases = new ArrayList<>();
    for (String name : List.of(OURS, HELIDON, VERTX, SPRING)) {
      ChildServer server = servers.get(name);
      if (server != null) {
        cases.add(new EchoCase(name, server, server.target().post(Echo.PATH, Echo.BODY)));
      }
    }
    ChildServer ours = servers.get(OURS);
    if (ours != null && effort.includes(OURS_WITH_TOKEN)) {
      RenderedRequest echo = ours.target().post(Echo.PATH, Echo.BODY);
      String bearer = "Bearer " + token(ours);
      cases.add(new EchoCase(OURS_WITH_TOKEN, ours, echo.with("Authorization", bearer)));
    }
    return cases;
  }

  static String token(ChildServer ours) throws InterruptedException {
    RenderedRequest ask =
        ours.target().post("/api/v1/dev/tokens", "{\"sub\":\"bench\",\"roles\":[\"buyer\"]}");
    try (CrowdClient caller = CrowdClient.to(ours.target(), 1)) {
      Response response = caller.send(ask);
      if (response.status() / 100 != 2) {
        throw new IllegalStateException(
            "no token from the development issuer: %d %s"
                .formatted(response.status(), response.text()));
      }
      return MAPPER.readTree(response.body()).required("token").asString();
    }
  }

  /** A server that answers something else, and fast, must not win. */
  static void check(EchoCase subject) throws InterruptedException {
    try (CrowdClient caller = CrowdClient.to(subject.server().target(), 1)) {
      Response response = caller.send(subject.request());
      boolean json = response.header("Content-Type").orElse("").startsWith(Echo.JSON);
      if (response.status() != 200
          || !json
          || !MAPPER.readTree(response.body()).equals(MAPPER.readTree(Echo.BODY))) {
        throw new IllegalStateException(
            "%s does not echo: %d %s"
                .formatted(subject.name(), response.status(), response.text()));
      }
    }
  }

  private static Report report(String name, Map<EchoCase, List<EchoRound>> measured) {
    List<Row> rows = new ArrayList<>();
    Map<String, List<EchoRound>> byName = new HashMap<>();
    measured.forEach(
        (subject, rounds) -> {
          rows.add(row(subject, rounds));
          byName.put(subject.name(), rounds);
        });
    List<Ratio> ratios = new ArrayList<>();
    ratio(byName, HELIDON, BAR).ifPresent(ratios::add);
    ratio(byName, VERTX, FOR_THE_RECORD).ifPresent(ratios::add);
    ratio(byName, SPRING, FOR_THE_RECORD).ifPresent(ratios::add);
    return new Report(name, rows, ratios);
  }

  private static Row row(EchoCase subject, List<EchoRound> rounds) {
    String note =
        String.format(
            Locale.ROOT,
            "processors: server %.2f, crowd %.2f",
            Rounds.median(rounds, EchoRound::serverCpus),
            Rounds.median(rounds, EchoRound::crowdCpus));
    return new Row(
        subject.name(),
        Rounds.median(rounds, round -> round.load().ratePerSecond()),
        OptionalDouble.of(Rounds.median(rounds, round -> round.load().latency().p50Millis())),
        OptionalDouble.of(Rounds.median(rounds, round -> round.load().latency().p99Millis())),
        note);
  }

  /**
   * The median of the rounds' ratios, not the ratio of the medians: the two rates of one round were
   * measured seconds apart, and what else the machine did then mostly cancels out.
   */
  private static Optional<Ratio> ratio(
      Map<String, List<EchoRound>> byName, String peer, double bar) {
    List<EchoRound> ours = byName.getOrDefault(OURS, List.of());
    List<EchoRound> theirs = byName.getOrDefault(peer, List.of());
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < Math.min(ours.size(), theirs.size()); round++) {
      ratios.add(ours.get(round).load().ratePerSecond() / theirs.get(round).load().ratePerSecond());
    }
    return ratios.isEmpty()
        ? Optional.empty()
        : Optional.of(new Ratio("echo / " + peer, Rounds.median(ratios, value -> value), bar));
  }
}
