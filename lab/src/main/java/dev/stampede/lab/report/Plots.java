package dev.stampede.lab.report;

import dev.stampede.lab.chart.CurvesPlot;
import dev.stampede.lab.chart.Drawing;
import dev.stampede.lab.chart.EndingsPlot;
import dev.stampede.lab.chart.LatencyPlot;
import dev.stampede.lab.chart.OrderPlot;
import dev.stampede.lab.chart.PlottedRun;
import dev.stampede.lab.chart.ThroughputPlot;
import dev.stampede.lab.contest.BuyerResult;
import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.contest.Verdict;
import dev.stampede.lab.plan.Knob;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Want;
import dev.stampede.lab.strategy.ClaimFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Chooses the plots of a set of runs. Of repeats, the one with the middle rate is drawn. */
final class Plots {

  private Plots() {}

  static List<Drawing> of(List<RunResult> runs) {
    List<PlottedRun> entries = middles(runs).values().stream().map(Plots::entry).toList();
    return List.of(
        ThroughputPlot.of(entries),
        LatencyPlot.of(entries),
        EndingsPlot.of(entries),
        OrderPlot.of(entries));
  }

  static List<Drawing> swept(List<RunResult> runs, String word) {
    Knob knob = Knob.named(word).orElseThrow();
    String x = word + (knob.isTime() ? " (ms)" : "");
    return List.of(
        curves(
            runs,
            knob,
            new Labels("rate", "Tickets sold a second", x, "a second"),
            run -> Verdict.of(run).pace().ratePerSecond()),
        curves(
            runs,
            knob,
            new Labels("p50", "Time until a ticket was theirs, in the middle", x, "ms"),
            run -> Verdict.of(run).pace().latency().p50()),
        curves(
            runs,
            knob,
            new Labels("retries", "Transactions run again, for each ticket sold", x, "retries"),
            Plots::retriesPerSale),
        curves(
            runs,
            knob,
            new Labels("turned-away", "Turned away although there were tickets", x, "% of buyers"),
            Plots::turnedAway),
        curves(
            runs,
            knob,
            new Labels("in-order", "Pairs served in the order of arrival (50 % is chance)", x, "%"),
            run -> Verdict.of(run).order() * 100));
  }

  private record Labels(String name, String title, String x, String y) {}

  private static double retriesPerSale(RunResult run) {
    Verdict verdict = Verdict.of(run);
    return verdict.sold() == 0 ? 0 : (double) verdict.pace().retries() / verdict.sold();
  }

  private static double turnedAway(RunResult run) {
    return 100.0 * Verdict.of(run).starved().size() / run.trial().plan().crowd().buyers();
  }

  private static Drawing curves(
      List<RunResult> runs, Knob knob, Labels labels, ToDoubleFunction<RunResult> value) {
    Map<String, List<CurvesPlot.Point>> points = new LinkedHashMap<>();
    Map<String, Plan> plans = new LinkedHashMap<>();
    for (RunResult run : middles(runs).values()) {
      Plan plan = run.trial().plan();
      plans.put(plan.name(), plan);
      points
          .computeIfAbsent(plan.name(), name -> new ArrayList<>())
          .add(new CurvesPlot.Point(knob.amount(run.trial().swept()), value.applyAsDouble(run)));
    }
    List<CurvesPlot.Curve> curves =
        plans.values().stream()
            .map(
                plan ->
                    new CurvesPlot.Curve(
                        plan.name(),
                        classes(plan),
                        points.getOrDefault(plan.name(), List.of()).stream()
                            .sorted(Comparator.comparingDouble(CurvesPlot.Point::x))
                            .toList()))
            .toList();
    return CurvesPlot.of(
        new CurvesPlot.Labels(labels.name(), labels.title(), labels.x(), labels.y()), curves);
  }

  /**
   * Returns the run with the middle rate of each way (and swept value), in the order of the runs.
   */
  private static Map<String, RunResult> middles(List<RunResult> runs) {
    Map<String, List<RunResult>> repeats = new LinkedHashMap<>();
    for (RunResult run : runs) {
      String key = run.trial().plan().name() + "\n" + run.trial().swept();
      repeats.computeIfAbsent(key, name -> new ArrayList<>()).add(run);
    }
    Map<String, RunResult> middles = new LinkedHashMap<>();
    repeats.forEach(
        (key, same) -> {
          same.sort(Comparator.comparingDouble(run -> Verdict.of(run).pace().ratePerSecond()));
          middles.put(key, same.get(same.size() / 2));
        });
    return middles;
  }

  private static PlottedRun entry(RunResult run) {
    Verdict verdict = Verdict.of(run);
    List<PlottedRun.Outcome> outcomes = new ArrayList<>();
    int twice = verdict.oversold() / run.trial().plan().crowd().perBuyer();
    outcomes.add(new PlottedRun.Outcome("sold", run.sold().size() - twice));
    outcomes.add(new PlottedRun.Outcome("sold-twice", twice));
    for (ClaimFailure why : ClaimFailure.values()) {
      outcomes.add(new PlottedRun.Outcome(why.word(), verdict.failed(why)));
    }
    return new PlottedRun(
        run.trial().plan().name(),
        classes(run.trial().plan()),
        new PlottedRun.Shape(
            verdict.pace().ratePerSecond(),
            run.sold().stream().map(BuyerResult::millis).toList(),
            outcomes,
            verdict.pace().retries(),
            served(run),
            verdict.order()));
  }

  private static String classes(Plan plan) {
    return plan.strategy().word() + (plan.queueing().on() ? " queued" : "");
  }

  /** Returns the rank in which each buyer with a ticket was served, in the order of arrival. */
  private static List<Integer> served(RunResult run) {
    Comparator<BuyerResult> byAnswer = Comparator.comparingInt(story -> story.order().served());
    Comparator<BuyerResult> byTicket = Comparator.comparingInt(story -> story.seats().getFirst());
    boolean ranked = run.trial().plan().crowd().want() == Want.FIRST_FREE;
    List<BuyerResult> inOrder =
        run.sold().stream().sorted(ranked ? byTicket.thenComparing(byAnswer) : byAnswer).toList();
    Map<String, Integer> places = new LinkedHashMap<>();
    inOrder.forEach(story -> places.put(story.label(), places.size()));
    return run.sold().stream().map(story -> places.get(story.label())).toList();
  }
}
