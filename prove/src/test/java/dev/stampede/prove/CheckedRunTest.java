package dev.stampede.prove;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.CallLine;
import dev.stampede.prove.history.Meaning;
import dev.stampede.prove.history.RecordedCall;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code ./stampede prove} as people type it: a minute of faults on two servers, and what all
 * clients were told is judged. {@code ./stampede test --long} runs ten minutes with every kind.
 *
 * <p>{@code CheckerTest} breaks a record once for each invariant, and {@code ./stampede prove
 * --planted} the product once for each bug, to see this turn red.
 */
final class CheckedRunTest {

  private static final boolean LONG = Boolean.getBoolean("stampede.long");

  /** One seed that is always the same, so that a failure can be run again. */
  private static final String SEED = "21";

  /** Of each sort, what does not take a part away for longer than a busy machine needs. */
  private static final String QUICK =
      "link-reset,link-delay,link-jitter,link-drop-answers,link-cut-before-answer,redis-kill,"
          + "redis-flush,redis-script-flush,redis-news-lost,postgres-immediate-stop,"
          + "postgres-terminate,postgres-rewind,postgres-clock-forward,server-kill,library-kill,"
          + "kafka-poison,signing-key-rotation,cut-after-commit-before-answer,cut-after-row-locks,"
          + "cut-after-redis-gate";

  private static final List<String> HOW =
      LONG
          ? List.of("--minutes", "10")
          : List.of("--minutes", "1", "--faults", QUICK, "--clients", "32", "--rate", "200");

  /** Some kinds come more than once; some do not come in a minute. */
  private static final int KINDS = LONG ? 30 : 8;

  private static final int FAULTS = LONG ? 100 : 10;
  private static final int CALLS = LONG ? 100_000 : 3_000;

  @TempDir private Path folder;

  @Test
  void nothingIsViolatedWhileSeveralThingsBreakAtATime() throws Exception {
    Path report = folder.resolve("report");
    Path json = folder.resolve("prove.json");
    StringWriter said = new StringWriter();

    int exit = command(said, report, json);

    assertThat(exit).as(said.toString()).isEqualTo(ProveMain.HELD);
    assertThat(said.toString()).doesNotContain("a fault went wrong");
    assertThat(report.resolve("index.html")).isNotEmptyFile();
    JsonNode result = JsonMapper.shared().readTree(json);
    assertThat(result.path("operations").asInt()).isGreaterThan(CALLS);
    assertThat(result.path("faults").size()).as(said.toString()).isGreaterThanOrEqualTo(KINDS);
    assertThat(result.path("faults").valueStream().mapToInt(JsonNode::asInt).sum())
        .isGreaterThanOrEqualTo(FAULTS);
    assertThat(result.path("invariants").valueStream())
        .hasSizeGreaterThan(25)
        .allMatch(invariant -> invariant.path("violations").asInt() == 0);
    everyKindOfCallSucceededOften(report.resolve("record/calls.tsv"));
  }

  private static int command(StringWriter said, Path report, Path json) {
    PrintWriter out = new PrintWriter(said);
    CommandLine command = ProveMain.commandLine().setOut(out).setErr(out);
    List<String> where = List.of("--report", report.toString(), "--json", json.toString());
    return command.execute(
        Stream.of(List.of("--seed", SEED), HOW, where)
            .flatMap(List::stream)
            .toArray(String[]::new));
  }

  /** Else a run would be green in which all clients were refused for some wrong reason. */
  private static void everyKindOfCallSucceededOften(Path calls) throws IOException {
    Map<CallKind, Integer> succeeded = new EnumMap<>(CallKind.class);
    Map<String, Predicate<RecordedCall>> sights =
        Map.of(
            "an answer once more", call -> call.answered().replayed(),
            "another body", call -> call.answered().problem().equals("idempotency-mismatch"),
            "a seat of others", call -> call.answered().problem().equals("seat-taken"),
            "an admission", call -> call.answered().states().equals("admitted"),
            "a match", call -> call.answered().states().equals("assigned"));
    Map<String, Boolean> seen = new TreeMap<>();
    sights.keySet().forEach(sight -> seen.put(sight, false));
    try (Stream<String> lines = Files.lines(calls)) {
      lines
          .map(CallLine::parse)
          .filter(call -> call.meaning() != Meaning.UNKNOWN)
          .forEach(
              call -> {
                if (call.meaning() == Meaning.DONE) {
                  succeeded.merge(call.kind(), 1, Integer::sum);
                }
                sights.forEach(
                    (sight, test) -> seen.merge(sight, test.test(call), Boolean::logicalOr));
              });
    }
    assertThat(succeeded.keySet()).isEqualTo(EnumSet.allOf(CallKind.class));
    assertThat(seen).allSatisfy((sight, was) -> assertThat(was).as(sight).isTrue());
  }
}
