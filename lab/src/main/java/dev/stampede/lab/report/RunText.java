package dev.stampede.lab.report;

import dev.stampede.lab.contest.BuyerResult;
import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.contest.Verdict;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Span;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.plan.Want;
import dev.stampede.lab.strategy.ClaimFailure;
import dev.stampede.lab.strategy.LabSeatRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One run as a terminal shows it: the buyers with their tickets, the others with the reason, the
 * tickets, a verdict.
 */
public final class RunText {

  /** Tells where transactions wait for the think time. */
  public static final String THINKING =
      "Think time is waited after the row locks, once a transaction; by group-commit once a group.";

  private static final int FEW = 60;
  private static final int NAMES = 12;

  private final RunResult run;
  private final Verdict verdict;
  private final boolean whole;
  private final List<String> lines = new ArrayList<>();

  private RunText(RunResult run, boolean whole) {
    this.run = run;
    this.verdict = Verdict.of(run);
    this.whole = whole;
  }

  /**
   * As lines.
   *
   * @param whole every buyer and every ticket, however many there are
   */
  public static String render(RunResult run, boolean whole) {
    RunText text = new RunText(run, whole);
    text.successes();
    text.failures();
    text.tickets();
    text.verdict();
    return String.join("\n", text.lines);
  }

  /** Describes the buyers and the seats that they come for, in one line. */
  public static String intentions(Plan plan) {
    return String.format(
        Locale.ROOT,
        "%,d buyers for %,d tickets, want %s%s, seed %d",
        plan.crowd().buyers(),
        plan.crowd().seats(),
        plan.crowd().want().word(),
        plan.crowd().perBuyer() > 1 ? ", %d each".formatted(plan.crowd().perBuyer()) : "",
        plan.crowd().seed());
  }

  /** Describes the run that follows, in one line. */
  public static String heading(Plan plan) {
    StringBuilder line = new StringBuilder(plan.name()).append(": ").append(intentions(plan));
    if (!plan.tries().thinkTime().isZero()) {
      line.append(
          ", think time %s once a %s"
              .formatted(
                  Span.shown(plan.tries().thinkTime()),
                  plan.strategy() == Strategy.GROUP_COMMIT ? "group" : "transaction"));
    }
    if (plan.strategy().isRedisLock()) {
      line.append(
          ", lock for %s, %s fence"
              .formatted(Span.shown(plan.guard().ttl()), plan.guard().fence() ? "with a" : "no"));
    }
    if (plan.queueing().on()) {
      line.append(
          ", looks every %s at most %,d times, entries expire after %s"
              .formatted(
                  Span.shown(plan.queueing().pollInterval()),
                  plan.queueing().pollLimit(),
                  Span.shown(plan.queueing().expiry())));
      if (plan.queueing().ghosts() > 0) {
        line.append(", %d ghosts ahead".formatted(plan.queueing().ghosts()));
      }
    }
    return line.toString();
  }

  private void successes() {
    lines.add("Successful Transactions: [");
    list(
        run.sold().stream()
            .map(
                story ->
                    "  { label: '%s', ticketId: '%s', retries: %d }"
                        .formatted(story.label(), ticketIds(story), story.retries()))
            .toList());
    lines.add("]");
  }

  private static String ticketIds(BuyerResult story) {
    return story.seats().stream()
        .map(seat -> String.valueOf(seat + 1))
        .collect(Collectors.joining(", "));
  }

  private void failures() {
    lines.add("Failed Transactions: [");
    list(
        run.failed().stream()
            .map(
                story ->
                    "  { label: '%s', reason: '%s', retries: %d }"
                        .formatted(
                            story.label(),
                            story.failure().map(ClaimFailure::sentence).orElse("?"),
                            story.retries()))
            .toList());
    lines.add("]");
  }

  private void tickets() {
    lines.add("Final state of tickets:");
    list(run.tickets().stream().map(LabSeatRow::toString).map(line -> "  " + line).toList());
  }

  private void list(List<String> all) {
    if (whole || all.size() <= FEW) {
      lines.addAll(all);
    } else {
      lines.addAll(all.subList(0, FEW));
      lines.add("  … and %,d more (--verbose lists all)".formatted(all.size() - FEW));
    }
  }

  private void verdict() {
    lines.add("");
    lines.add("Verdict");
    if (run.stopped()) {
      say(
          "stopped",
          "%,d of %,d buyers had an answer; the rest is not known"
              .formatted(run.stories().size(), run.trial().plan().crowd().buyers()));
    }
    say(
        "sold",
        "%,d of %,d tickets, %s per second, %s ms in the middle, %s ms at p99, %s ms at most"
            .formatted(
                verdict.sold(),
                run.tickets().size(),
                NumberText.of(verdict.pace().ratePerSecond()),
                NumberText.of(verdict.pace().latency().p50()),
                NumberText.of(verdict.pace().latency().p99()),
                NumberText.of(verdict.pace().latency().max())));
    say(
        "oversold?",
        verdict.oversold() == 0
            ? "no: nobody was promised what another was promised too"
            : "YES: %,d promises too many".formatted(verdict.oversold()));
    say(
        "lost?",
        verdict.lost() == 0
            ? "no: whatever was promised is its buyer's in the end"
            : "YES: %,d promised tickets are somebody else's in the end".formatted(verdict.lost()));
    say("failed", failed());
    say("retries", "%,d".formatted(verdict.pace().retries()));
    say("order kept?", order());
    say("starved?", starved());
    say("asked", asked());
    run.errors().forEach(error -> say("error", error));
  }

  private void say(String what, String text) {
    lines.add(String.format(Locale.ROOT, "  %-12s %s", what, text));
  }

  private String failed() {
    if (verdict.failures().isEmpty()) {
      return "nobody";
    }
    return verdict.failures().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> "%,d %s".formatted(entry.getValue(), entry.getKey().word()))
        .collect(Collectors.joining(", "));
  }

  private String order() {
    if (run.sold().size() < 2) {
      return "too few were served to say";
    }
    String measure =
        run.trial().plan().crowd().want() == Want.FIRST_FREE
            ? "the earlier buyer has the lower ticket"
            : "the earlier buyer was answered first";
    return verdict.order() == 1
        ? "yes, strictly: " + measure
        : "in %s of all pairs %s (50 %% is chance)"
            .formatted(NumberText.percent(verdict.order()), measure);
  }

  private String starved() {
    List<String> names = verdict.starved();
    if (names.isEmpty()) {
      return "nobody";
    }
    return "%,d were turned away while others who came later, or nobody, got the tickets: %s%s"
        .formatted(
            names.size(),
            String.join(", ", names.subList(0, Math.min(NAMES, names.size()))),
            names.size() > NAMES ? ", …" : "");
  }

  private String asked() {
    if (verdict.sold() == 0) {
      return "nothing was sold";
    }
    return "%s statements of PostgreSQL and %s commands of Redis for each ticket sold"
        .formatted(
            NumberText.of((double) run.cost().usage().statements() / verdict.sold()),
            NumberText.of((double) run.cost().usage().redisCommands() / verdict.sold()));
  }
}
