package dev.stampede.prove.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.prove.check.judge.SlowJudge;
import dev.stampede.prove.check.judge.SmallHistory;
import dev.stampede.prove.history.RecordedCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Thousands of small histories, right ones and such with one thing broken, judged twice: by the
 * checker's queries, all in one load, and by the loops of the second judge.
 *
 * <p>Seen red: the checker took the owner of a booking from the table and not from the answer, put
 * all versions without a booking into one group, and looked at one of several expired holds. Each
 * made some of the histories differ.
 */
final class JudgesAgreeTest {

  private static final int HISTORIES = 2_000;
  private static final int CALLS = 14;

  /** Histories are so far apart that no call of one meets one of another. */
  private static final long APART = 60_000_000;

  /**
   * Ids of shows, calls and holds begin with the number of their history, and buyers' names too.
   */
  private static final Pattern HISTORY =
      Pattern.compile(
          "h(\\d+)-b|(?:seat|show) (\\d+)\\d(?:/|\\b)|call (\\d+)\\d{3}\\b|"
              + "([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-");

  @TempDir private Path folder;
  private final CheckBench bench = new CheckBench(Integer.MAX_VALUE);

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void theJudgesAgreeOnEveryHistoryAndInvariant() {
    List<SmallHistory> histories = new ArrayList<>();
    for (int number = 1; number <= HISTORIES; number++) {
      SmallHistory right = history(number);
      histories.add(number % 5 == 0 ? right : new Mutations(number).broken(right));
    }
    CheckedRecord verdict = bench.check(write(histories));

    Set<String> judged = new SlowJudge(histories.getFirst()).invariants();
    Map<Integer, Set<String>> found = broken(verdict, judged);
    Map<Integer, String> disagreements = new TreeMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    for (int number = 1; number <= HISTORIES; number++) {
      SlowJudge judge = new SlowJudge(histories.get(number - 1));
      Set<String> one = judge.broken();
      Set<String> other = new TreeSet<>(found.getOrDefault(number, Set.of()));
      one.forEach(name -> counts.merge(name, 1, Integer::sum));
      if (!one.equals(other)) {
        disagreements.put(number, "the judge says %s and the checker %s".formatted(one, other));
      }
      if (number % 5 == 0) {
        assertThat(one).as("a right history, %d", number).isEmpty();
      }
    }
    assertThat(disagreements).isEmpty();
    assertThat(counts.keySet()).as("each invariant was broken by some history").containsAll(judged);
  }

  private static SmallHistory history(int number) {
    SaleModel model = new SaleModel(number, 1, 4);
    List<RecordedCall> calls = new ArrayList<>();
    ModelClients.Pace pace =
        new ModelClients.Pace(number * APART, 1_500_000, 2_500_000, number * 1_000L);
    List<String> buyers = List.of("h" + number + "-b1", "h" + number + "-b2");
    new ModelClients(model, buyers, pace, number, calls::add).run(CALLS);
    return model.history(calls);
  }

  private Path write(List<SmallHistory> histories) {
    RecordWriter writer = new RecordWriter(CheckBench.folder(folder));
    writer.calls(histories);
    histories.forEach(writer::rows);
    return writer.close();
  }

  private static Map<Integer, Set<String>> broken(CheckedRecord verdict, Set<String> judged) {
    Map<Integer, Set<String>> broken = new TreeMap<>();
    for (InvariantResult result : verdict.invariants()) {
      for (Violation violation :
          judged.contains(result.name()) ? result.shown() : List.<Violation>of()) {
        broken
            .computeIfAbsent(number(result.name(), violation), _ -> new TreeSet<>())
            .add(result.name());
      }
    }
    return broken;
  }

  private static int number(String invariant, Violation violation) {
    Matcher found = HISTORY.matcher(violation.print());
    if (!found.find()) {
      throw new AssertionError(invariant + " does not say where: " + violation.print());
    }
    for (int group = 1; group <= 3; group++) {
      if (found.group(group) != null) {
        return Integer.parseInt(found.group(group));
      }
    }
    return Integer.parseInt(found.group(4) + found.group(5) + found.group(6), 16);
  }
}
