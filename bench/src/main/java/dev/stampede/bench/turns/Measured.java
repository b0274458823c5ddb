package dev.stampede.bench.turns;

import dev.stampede.bench.report.Failed;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Rounds;
import dev.stampede.bench.report.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;

/**
 * Cases measured in turns, and what their rounds come to. A round that breaks is tried once more; a
 * case that breaks again is left out from there on, so that the rounds of all others still belong
 * together, and the run ends as failed.
 */
public final class Measured {

  private static final int TRIES = 2;

  private final Map<String, List<CaseSample>> samples = new LinkedHashMap<>();
  private final Map<String, Failed> failed = new LinkedHashMap<>();

  private Measured() {}

  /** Warms all of them up and then measures them in turns. */
  public static Measured inTurns(
      List<? extends Case> cases, RoundSchedule turns, ProgressPrinter journal) throws Exception {
    Measured measured = new Measured();
    for (int i = 0; i < turns.warmUps(); i++) {
      for (Case each : cases) {
        measured.attempt(each, journal, () -> each.warmUp(turns.warmUp()));
      }
    }
    return measured.round(cases, turns.rounds(), turns.round(), journal);
  }

  public static Measured inTurns(
      List<? extends Case> cases, int rounds, Duration duration, ProgressPrinter journal)
      throws Exception {
    return new Measured().round(cases, rounds, duration, journal);
  }

  private Measured round(
      List<? extends Case> cases, int rounds, Duration duration, ProgressPrinter journal)
      throws InterruptedException {
    for (int i = 0; i < rounds; i++) {
      for (Case each : cases) {
        attempt(
            each,
            journal,
            () -> {
              CaseSample sample = each.measure(duration);
              journal.say("%-30s %s".formatted(each.name(), sample));
              samples.computeIfAbsent(each.name(), _ -> new ArrayList<>()).add(sample);
            });
      }
    }
    return this;
  }

  private void attempt(Case subject, ProgressPrinter journal, Findings.Part turn)
      throws InterruptedException {
    String name = subject.name();
    for (int tries = 1; tries <= TRIES && !failed.containsKey(name); tries++) {
      try {
        turn.run();
        return;
      } catch (InterruptedException stopped) {
        throw stopped;
      } catch (Exception e) {
        journal.say("%-30s broke: %s".formatted(name, e));
        if (tries == TRIES) {
          failed.put(name, new Failed(name, String.valueOf(e.getMessage())));
        }
      }
    }
  }

  /** A row for each case. */
  public void tell(Findings findings) {
    samples.keySet().forEach(name -> tell(findings, name));
  }

  /** A row for this case: the medians of its rounds, and the last round's note. */
  public void tell(Findings findings, String name) {
    failed.values().forEach(findings::failed);
    List<CaseSample> found = samples.getOrDefault(name, List.of());
    if (!found.isEmpty()) {
      findings.row(
          new Row(
              name,
              Rounds.median(found, CaseSample::ratePerSecond),
              median(found, CaseSample::p50Millis),
              median(found, CaseSample::p99Millis),
              found.getLast().note()));
    }
  }

  /** The median rate; empty when the case was left out. */
  public OptionalDouble rate(String name) {
    List<CaseSample> found = samples.getOrDefault(name, List.of());
    return found.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Rounds.median(found, CaseSample::ratePerSecond));
  }

  /** The median p99; empty when the case was left out, or looked at no latency. */
  public OptionalDouble p99(String name) {
    return median(samples.getOrDefault(name, List.of()), CaseSample::p99Millis);
  }

  /**
   * The median of the rounds' ratios, not the ratio of the medians: the two rates of one round were
   * measured seconds apart, and what else the machine did then mostly cancels out.
   */
  public void ratio(Findings findings, String name, String ours, String theirs, double bar) {
    ratio(
        findings,
        name,
        ours,
        theirs,
        (mine, other) -> mine.ratePerSecond() / other.ratePerSecond(),
        bar);
  }

  /** The same of how long one waited: so many times their p99 over ours, one or more is within. */
  public void p99Within(Findings findings, String name, String ours, double times, String theirs) {
    ratio(findings, name, ours, theirs, (mine, other) -> times * p99(other) / p99(mine), 1);
  }

  /** The same of how long one waited, ours over theirs: more than one is slower. */
  public void p99Ratio(Findings findings, String name, String ours, String theirs) {
    ratio(findings, name, ours, theirs, (mine, other) -> p99(mine) / p99(other), 0);
  }

  private static double p99(CaseSample sample) {
    return sample.p99Millis().orElse(Double.NaN);
  }

  /** The median of the rounds in which both were measured. */
  private void ratio(
      Findings findings,
      String name,
      String ours,
      String theirs,
      ToDoubleBiFunction<CaseSample, CaseSample> ofOneRound,
      double bar) {
    failed.values().forEach(findings::failed);
    List<CaseSample> mine = samples.getOrDefault(ours, List.of());
    List<CaseSample> others = samples.getOrDefault(theirs, List.of());
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < Math.min(mine.size(), others.size()); round++) {
      double ratio = ofOneRound.applyAsDouble(mine.get(round), others.get(round));
      if (Double.isFinite(ratio)) {
        ratios.add(ratio);
      }
    }
    if (!ratios.isEmpty()) {
      findings.ratio(name, Rounds.median(ratios, value -> value), bar);
    }
  }

  private static OptionalDouble median(
      List<CaseSample> found, Function<CaseSample, OptionalDouble> value) {
    List<Double> present = new ArrayList<>();
    found.forEach(sample -> value.apply(sample).ifPresent(present::add));
    return present.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Rounds.median(present, each -> each));
  }
}
