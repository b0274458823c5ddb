package dev.stampede.bench.waitingroom;

import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.waitingroom.ScriptTimes.Longest;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.waitingroom.LineState.Numbered;
import dev.stampede.engine.waitingroom.LineState.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * One line with everybody in it, and what becomes of it: it fills, it is drawn, people are let in,
 * it is lost twice. At each step it is noted how long Redis was busy with one script.
 */
final class LongLine {

  private static final double BYTES_ALLOWED = 300;
  private static final double MILLIS_ALLOWED = 20;
  private static final int SIGNS_OF_LIFE = 10_000;
  private static final Duration DRAWN_WITHIN = Duration.ofMinutes(4);
  private static final Duration ADMITTED_WITHIN = Duration.ofSeconds(60);
  private static final Duration REBUILT_WITHIN = Duration.ofMinutes(2);

  private final RoomShows shows;
  private final InProcessLines lines;
  private final SaleShow show;
  private final RoomSchedule schedule;
  private final ProgressPrinter journal;
  private final ScriptTimes watch;
  private double longestMillis;

  LongLine(
      RoomShows shows,
      InProcessLines lines,
      SaleShow show,
      RoomSchedule schedule,
      ProgressPrinter journal)
      throws InterruptedException {
    this.shows = shows;
    this.lines = lines;
    this.show = show;
    this.schedule = schedule;
    this.journal = journal;
    this.watch = ScriptTimes.on(lines.redis());
  }

  SaleShow show() {
    return show;
  }

  /** Everybody joins; what that takes in memory is told if it is asked for. */
  void fill(Findings findings, boolean memoryToo) throws InterruptedException {
    List<Buyer> people = IntStream.range(0, schedule.people()).mapToObj(People::number).toList();
    RedisMemory memory = new RedisMemory(lines.redis());
    long before = memory.used();
    long start = System.nanoTime();
    lines.join(show, people);
    double perSecond = people.size() / seconds(start);
    journal.say(String.format(Locale.ROOT, "%,d joined, %,.0f/s", people.size(), perSecond));
    findings.row(row("line join", perSecond));
    busy(findings, "joining");
    lines.touch(show, people.subList(0, SIGNS_OF_LIFE));
    busy(findings, "signs of life");
    if (memoryToo) {
      memory(findings, (double) (memory.used() - before) / people.size());
    }
  }

  private void memory(Findings findings, double bytesEach) throws InterruptedException {
    findings.ratio("300 / bytes a person", BYTES_ALLOWED / bytesEach, 1);
    findings.figure("bytes a person", bytesEach);
    lines
        .keys(show)
        .bytes()
        .forEach(
            (key, bytes) ->
                findings.figure("bytes a person, " + key, (double) bytes / schedule.people()));
    journal.say(String.format(Locale.ROOT, "%.0f bytes a person", bytesEach));
  }

  /** The sale opens: early arrivals are frozen, drawn and moved. */
  void draw(Findings findings) throws InterruptedException {
    long start = System.nanoTime();
    shows.open(show);
    var _ = lines.await(show, "the draw", DRAWN_WITHIN, line -> line.phase() == Phase.OPEN);
    journal.say(String.format(Locale.ROOT, "drawn within %.1f s", seconds(start)));
    findings.figure("the draw, s", seconds(start));
    busy(findings, "the draw");
  }

  /** While clients keep both processors busy; no bar, since it is they who are measured then. */
  void afterLoad(Findings findings) throws InterruptedException {
    Longest longest = watch.look();
    journal.say("longest script under load: " + longest);
    findings.figure("script ms, under load", longest.millis());
  }

  void admit(Findings findings) throws InterruptedException {
    long before = lines.snapshot(show).counts().admitted();
    watch.forget();
    long start = System.nanoTime();
    shows.letIn(show, RoomShows.MOST_PER_SECOND);
    long admitted =
        lines
            .await(
                show,
                "letting people in",
                ADMITTED_WITHIN,
                line -> line.counts().admitted() - before >= schedule.admitted())
            .counts()
            .admitted();
    double perSecond = (admitted - before) / seconds(start);
    shows.letIn(show, 0);
    findings.row(row("line admit", perSecond));
    busy(findings, "admitting");
  }

  /** Redis comes back as it once was: everybody is there, and nobody believes it. */
  void rewind(Findings findings) throws InterruptedException {
    int epoch = lines.snapshot(show).epoch();
    lines.keys(show).rewind();
    awaitRebuilt(findings, "rewound", epoch);
    busy(findings, "rewound");
  }

  /** Redis comes back empty, and people return. */
  void lose(Findings findings) throws InterruptedException {
    int epoch = lines.snapshot(show).epoch();
    List<Numbered> returning = lines.first(show, schedule.returning());
    watch.forget();
    lines.keys(show).lose();
    awaitRebuilt(findings, "emptied", epoch);
    lines.putBack(show, returning);
    busy(findings, "emptied");
  }

  private void awaitRebuilt(Findings findings, String how, int epoch) throws InterruptedException {
    long start = System.nanoTime();
    var _ =
        lines.await(
            show,
            "beginning a line again",
            REBUILT_WITHIN,
            line -> line.epoch() > epoch && line.rebuilt());
    findings.figure("%s, begun again, s".formatted(how), seconds(start));
  }

  /** Once all of it was seen. */
  void verdict(Findings findings) {
    findings.ratio("20 ms / longest script", MILLIS_ALLOWED / longestMillis, 1);
  }

  private void busy(Findings findings, String phase) throws InterruptedException {
    Longest longest = watch.look();
    longestMillis = Math.max(longestMillis, longest.millis());
    journal.say("longest script, %s: %s".formatted(phase, longest));
    findings.figure("script ms, " + phase, longest.millis());
    findings.note("longest script, %s: %s".formatted(phase, longest));
  }

  private static Row row(String name, double perSecond) {
    return new Row(name, perSecond, OptionalDouble.empty(), OptionalDouble.empty(), "in process");
  }

  private static double seconds(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }
}
