package dev.stampede.bench.waitingroom;

import dev.stampede.bench.http.Echo;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.EchoLoad;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.crowd.RenderedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All of it, in the order in which one line can be had for everything. */
final class RoomMeasurements {

  static final String ECHO_NEW_TOKENS = "http echo, new tokens";
  static final String POLL = "http poll";
  static final String POLL_SHORT_LINE = "http poll, 1,000 in line";
  static final String POLL_NEW_TOKENS = "http poll, new tokens";
  static final String MEMORY = "line memory";
  static final String SCRIPTS = "line scripts";
  static final String DRAWS = "many draws";

  private static final List<String> HTTP =
      List.of(
          EchoLoad.NAME, JoinLoad.NAME, POLL, POLL_SHORT_LINE, ECHO_NEW_TOKENS, POLL_NEW_TOKENS);

  /** The number of buyers who poll; the same people in the long line and in the short one. */
  private static final int POLLERS = 1_000;

  private static final double JOIN_BAR = 0.5;
  private static final double JOIN_NEW_TOKENS_BAR = 0.75;
  private static final double POLL_BAR = 0.8;
  private static final double TIMES_THE_SHORT_LINES = 2;
  private static final double FOR_THE_RECORD = 0;

  private final BenchSaleServer server;
  private final RoomShows shows;
  private final InProcessLines lines;
  private final Effort effort;
  private final RoomSchedule schedule;
  private final ProgressPrinter journal;

  RoomMeasurements(
      BenchSaleServer server, InProcessLines lines, Effort effort, ProgressPrinter journal) {
    this.server = server;
    this.shows = new RoomShows(server);
    this.lines = lines;
    this.effort = effort;
    this.schedule = RoomSchedule.of(effort);
    this.journal = journal;
  }

  void measure(Findings findings) throws Exception {
    if (effort.includes(DRAWS)) {
      ManyDraws draws = new ManyDraws(server, lines, schedule.early(), journal);
      findings.part(DRAWS, journal, () -> draws.measure(findings));
    }
    // All that follows happens to this one line, so what breaks here leaves nothing to measure.
    Optional<LongLine> longLine = longLine();
    if (longLine.isPresent()) {
      longLine.get().fill(findings, effort.includes(MEMORY));
      if (effort.includes(SCRIPTS)) {
        longLine.get().draw(findings);
      }
    }
    findings.part("over HTTP", journal, () -> http(findings, longLine));
    if (longLine.isPresent() && effort.includes(SCRIPTS)) {
      findings.part(SCRIPTS, journal, () -> scripts(findings, longLine.get()));
    }
  }

  private static void scripts(Findings findings, LongLine line) throws Exception {
    line.afterLoad(findings);
    line.admit(findings);
    line.rewind(findings);
    line.lose(findings);
    line.verdict(findings);
  }

  private Optional<LongLine> longLine() throws InterruptedException {
    boolean wanted = Stream.of(POLL, POLL_NEW_TOKENS, MEMORY, SCRIPTS).anyMatch(effort::includes);
    if (!wanted) {
      return Optional.empty();
    }
    SaleShow show = effort.includes(SCRIPTS) ? shows.beforeTheDraw() : shows.onSale();
    return Optional.of(new LongLine(shows, lines, show, schedule, journal));
  }

  private void http(Findings findings, Optional<LongLine> longLine) throws Exception {
    if (HTTP.stream().noneMatch(effort::includes)) {
      return;
    }
    TokenHolders holders = TokenHolders.of(server, schedule);
    journal.say("%,d buyers have tokens".formatted(holders.count()));
    List<Case> cases = cases(holders, longLine.map(LongLine::show));
    journal.say("%s, %d connections".formatted(schedule.turns(), HttpRound.CONNECTIONS));
    Measured measured = Measured.inTurns(cases, schedule.turns(), journal);
    measured.tell(findings);
    measured.ratio(findings, "join / echo", JoinLoad.NAME, EchoLoad.NAME, JOIN_BAR);
    measured.ratio(findings, "poll / echo", POLL, EchoLoad.NAME, POLL_BAR);
    measured.p99Within(
        findings,
        "2 × p99 of 1,000 / p99 of %,d".formatted(schedule.people()),
        POLL,
        TIMES_THE_SHORT_LINES,
        POLL_SHORT_LINE);
    // Of what a join costs, how much is the token that is seen for the first time.
    String newTokens = ECHO_NEW_TOKENS;
    measured.ratio(
        findings, "join / echo, new tokens", JoinLoad.NAME, newTokens, JOIN_NEW_TOKENS_BAR);
    measured.ratio(findings, "poll / echo, new tokens", POLL_NEW_TOKENS, newTokens, FOR_THE_RECORD);
  }

  private List<Case> cases(TokenHolders holders, Optional<SaleShow> longLine)
      throws InterruptedException {
    Polls polls = new Polls(shows, holders);
    List<Case> cases = new ArrayList<>();
    if (effort.includes(EchoLoad.NAME)) {
      cases.add(new EchoLoad(server));
    }
    if (effort.includes(JoinLoad.NAME)) {
      cases.add(new JoinLoad(shows, holders));
    }
    if (effort.includes(POLL)) {
      cases.add(inTurn(POLL, polls.withPlaces(longLine.orElseThrow(), POLLERS)));
    }
    if (effort.includes(POLL_SHORT_LINE)) {
      cases.add(inTurn(POLL_SHORT_LINE, polls.withPlaces(shortLine(holders), POLLERS)));
    }
    if (effort.includes(ECHO_NEW_TOKENS)) {
      RenderedRequest echo = server.target().post(Echo.PATH, Echo.BODY);
      cases.add(inTurn(ECHO_NEW_TOKENS, holders.each(echo)));
    }
    if (effort.includes(POLL_NEW_TOKENS)) {
      cases.add(inTurn(POLL_NEW_TOKENS, polls.ofEverybody(longLine.orElseThrow())));
    }
    return cases;
  }

  private Case inTurn(String name, List<RenderedRequest> requests) {
    return new InTurn(name, server, requests);
  }

  private SaleShow shortLine(TokenHolders holders) throws InterruptedException {
    SaleShow show = shows.onSale();
    int apart = holders.count() / POLLERS;
    lines.join(show, IntStream.range(0, POLLERS).mapToObj(i -> holders.buyer(i * apart)).toList());
    return show;
  }
}
