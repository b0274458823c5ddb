package dev.stampede.prove.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Each invariant accepts a right record, and turns red when one thing in it is broken. */
final class CheckerTest {

  @TempDir private static Path folder;
  private static CheckBench bench;

  @BeforeAll
  static void open() {
    bench = new CheckBench(Checker.MOST_SHOWN);
  }

  @AfterAll
  static void close() {
    bench.close();
  }

  /** The files of a record, as lines of fields that a test changes. */
  private record RecordFiles(Path record) {

    static RecordFiles ofScene() {
      return new RecordFiles(CheckScene.write(CheckBench.folder(folder)));
    }

    private List<String[]> read(String file) {
      try {
        List<String[]> lines = new ArrayList<>();
        for (String line : Files.readAllLines(record.resolve(file), UTF_8)) {
          lines.add(line.split("\t", -1));
        }
        return lines;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void write(String file, List<String[]> lines) {
      try {
        Files.write(
            record.resolve(file),
            lines.stream().map(one -> String.join("\t", one)).toList(),
            UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void drop(String file, Predicate<String[]> which) {
      List<String[]> lines = read(file);
      assertThat(lines.removeIf(which)).as("a line of %s is dropped", file).isTrue();
      write(file, lines);
    }

    void set(String file, Predicate<String[]> which, int field, String value) {
      List<String[]> lines = read(file);
      String[] line = lines.stream().filter(which).findFirst().orElseThrow();
      line[field] = value;
      write(file, lines);
    }

    void add(String file, String... fields) {
      List<String[]> lines = read(file);
      lines.add(fields);
      write(file, lines);
    }

    /** Adds a line like another with some fields changed: number, value, number, value. */
    void addLike(String file, Predicate<String[]> which, Object... changes) {
      List<String[]> lines = read(file);
      String[] line = lines.stream().filter(which).findFirst().orElseThrow();
      String[] copy = Arrays.copyOf(line, line.length);
      for (int i = 0; i < changes.length; i += 2) {
        copy[(Integer) changes[i]] = changes[i + 1].toString();
      }
      lines.add(copy);
      write(file, lines);
    }

    String field(String file, Predicate<String[]> which, int field) {
      return read(file).stream().filter(which).findFirst().orElseThrow()[field];
    }
  }

  private static final String CALLS = "calls.tsv";

  private static Predicate<String[]> key(String key) {
    return line -> line[12].equals(key);
  }

  private static Predicate<String[]> kind(String kind) {
    return line -> line[1].equals(kind);
  }

  private static Predicate<String[]> first(int field, String value) {
    return line -> line[field].equals(value);
  }

  private static boolean any(String[] line) {
    return line.length > 0;
  }

  @Test
  void everyInvariantAcceptsARightRecordAndHasSomethingToCheck() {
    CheckedRecord verdict = bench.check(RecordFiles.ofScene().record());

    assertThat(verdict.broken())
        .as(
            verdict.broken().stream()
                .flatMap(one -> one.shown().stream())
                .map(Violation::print)
                .toList()
                .toString())
        .isEmpty();
    assertThat(verdict.invariants())
        .extracting(InvariantResult::name)
        .isEqualTo(Invariants.names());
    assertThat(verdict.invariants()).allMatch(one -> one.checked() > 0, "has something to check");
  }

  @TestFactory
  List<DynamicTest> eachInvariantTurnsRed() {
    List<DynamicTest> tests = new ArrayList<>();
    Map<String, Consumer<RecordFiles>> breaks = breaks();
    assertThat(breaks.keySet()).containsExactlyInAnyOrderElementsOf(Invariants.names());
    breaks.forEach(
        (name, change) -> tests.add(DynamicTest.dynamicTest(name, () -> turnsRed(name, change))));
    return tests;
  }

  private static void turnsRed(String name, Consumer<RecordFiles> change) {
    RecordFiles files = RecordFiles.ofScene();
    change.accept(files);

    InvariantResult result = bench.check(files.record(), name).invariants().getFirst();

    assertThat(result.name()).isEqualTo(name);
    assertThat(result.violations()).isPositive();
    assertThat(result.shown().getFirst().text()).isNotBlank();
  }

  private static Map<String, Consumer<RecordFiles>> breaks() {
    Map<String, Consumer<RecordFiles>> breaks = new LinkedHashMap<>();
    String events = "tables/seat_event.tsv";
    breaks.put(
        "one-owner",
        files ->
            files.addLike(
                events,
                line -> line[1].equals("4"),
                2,
                2,
                8,
                "00000000-0000-0001-0000-0000000000ff"));
    breaks.put(
        "one-owner-in-real-time",
        files -> {
          String since = files.field(CALLS, key("h-1"), 6);
          long at = Long.parseLong(since) + 1;
          files.addLike(
              CALLS,
              key("h-3"),
              0,
              900,
              9,
              "{0}",
              18,
              "{0}",
              5,
              at,
              6,
              at + 1,
              17,
              "other",
              12,
              "h-9");
        });
    breaks.put(
        "all-or-none",
        files -> files.drop(events, line -> line[1].equals("1") && line[2].equals("1")));
    breaks.put(
        "nothing-lost",
        files -> files.drop("tables/hold.tsv", first(0, files.field(CALLS, key("h-3"), 17))));
    breaks.put("nothing-unasked", files -> files.drop(CALLS, key("t-2")));
    breaks.put(
        "no-confirmation-after-later-owner",
        files ->
            files.set(
                "tables/hold.tsv",
                first(0, files.field(CALLS, key("h-1"), 17)),
                3,
                RecordWriter.time(11_000_000)));
    breaks.put("seat-history", files -> files.set("tables/seat.tsv", CheckerTest::any, 2, "77"));
    breaks.put("ledger", files -> files.set("tables/entry.tsv", CheckerTest::any, 0, "101"));
    breaks.put(
        "outside-payments", files -> files.drop("tables/outside_payment.tsv", CheckerTest::any));
    breaks.put(
        "one-answer",
        files ->
            files.set(
                CALLS,
                line -> line[12].equals("h-1") && line[23].equals("t"),
                17,
                "00000000-0000-0001-0000-000000000099"));
    breaks.put("answers-match-tables", files -> files.set(CALLS, key("b-1"), 20, "81"));
    breaks.put(
        "requests-decided", files -> files.drop("tables/request_outcome.tsv", CheckerTest::any));
    breaks.put("seat-map-reads", files -> files.set(CALLS, kind("read-seats"), 21, "sh"));
    breaks.put("booking-reads", files -> files.set(CALLS, kind("read-booking"), 21, "cancelled"));
    breaks.put("wallet-reads", files -> files.set(CALLS, kind("read-wallet"), 20, "101"));
    breaks.put(
        "list-reads",
        files -> {
          files.set(CALLS, kind("list-bookings"), 5, "60000000");
          files.set(CALLS, kind("list-bookings"), 6, "60000001");
          files.set(CALLS, kind("list-bookings"), 21, "c");
        });
    breaks.put("refusals-have-a-reason", files -> files.set(CALLS, key("h-6"), 18, "{7}"));
    breaks.put("buyer-limit", files -> files.set("tables/show.tsv", CheckerTest::any, 6, "1"));
    breaks.put(
        "passes-spent-once",
        files -> {
          String last = files.field(CALLS, key("p-3"), 6);
          files.addLike(CALLS, key("p-1"), 0, 901, 5, last, 6, Long.parseLong(last) + 1, 12, "p-9");
        });
    breaks.put(
        "places-in-order",
        files ->
            files.set(CALLS, line -> line[1].equals("join") && line[3].equals("carl"), 17, "1/1"));
    breaks.put("events-in-order", files -> files.set("events.tsv", CheckerTest::any, 2, "99"));
    breaks.put(
        "events-equal-tables",
        files ->
            files.drop("events.tsv", line -> line[0].equals("seat-events") && line[2].equals("1")));
    breaks.put(
        "booking-events-equal-tables",
        files ->
            files.drop(
                "events.tsv", line -> line[0].equals("booking-events") && line[2].equals("2")));
    breaks.put(
        "statistics-equal-tables",
        files -> files.set("tables/booking_statistic.tsv", CheckerTest::any, 1, "7"));
    breaks.put(
        "job-effect-once",
        files -> files.addLike("tables/prove.job_effect.tsv", CheckerTest::any, 1, 2));
    breaks.put(
        "fences-rise", files -> files.set("tables/prove.fenced_write.tsv", first(0, "2"), 2, "1"));
    breaks.put(
        "one-match-per-ticket",
        files -> files.addLike(CALLS, kind("assignment"), 0, 902, 17, "host:2", 6, 200_000_000L));
    breaks.put(
        "quiet-after-healing",
        files ->
            files.add(
                "tables/outbox.tsv", "1", "11", "1", "1", "0", "\\N", "1", "\\N", "\\N", "\\N"));
    breaks.put(
        "no-cycles",
        files -> {
          files.set(CALLS, key("t-2"), 5, "1");
          files.set(CALLS, key("t-2"), 6, "2");
        });
    return breaks;
  }

  @Test
  void aLostHoldIsExcusedOnlyInsideARewind() {
    RecordFiles files = RecordFiles.ofScene();
    String hold = files.field(CALLS, key("h-4"), 17);
    long from = Long.parseLong(files.field(CALLS, key("h-4"), 5));
    files.drop("tables/hold.tsv", first(0, hold));
    assertThat(broken(files)).contains("nothing-lost");

    files.add("faults.tsv", "postgres-rewind", "postgres", "" + from, "" + (from + 1), "");
    assertThat(broken(files)).doesNotContain("nothing-lost");

    files.set("faults.tsv", CheckerTest::any, 3, "" + (from - 1));
    files.set("faults.tsv", CheckerTest::any, 2, "" + (from - 2));
    assertThat(broken(files)).contains("nothing-lost");
  }

  @Test
  void aCallWithoutAnAnswerMayHaveHappenedOrNot() {
    RecordFiles files = RecordFiles.ofScene();
    for (String key : List.of("h-3", "t-3")) {
      files.set(CALLS, key(key), 7, "u");
      files.set(CALLS, key(key), 15, "0");
      files.set(CALLS, key(key), 17, "");
    }
    files.addLike(CALLS, key("h-3"), 0, 903, 9, "{7}", 12, "h-8", 18, "{}");

    assertThat(broken(files)).isEmpty();
  }

  @Test
  void anAnswerThatSaysNoMakesItsEffectUnasked() {
    RecordFiles files = RecordFiles.ofScene();
    files.set(CALLS, key("t-3"), 7, "n");
    files.set(CALLS, key("t-3"), 15, "503");
    files.set(CALLS, key("t-3"), 17, "");

    assertThat(broken(files)).contains("nothing-unasked");
  }

  @Test
  void theWitnessOfAViolationHasTheCallsAndTheRowsInOrderOfTime() {
    RecordFiles files = RecordFiles.ofScene();
    files.set(CALLS, key("b-1"), 20, "81");

    InvariantResult result =
        bench.check(files.record()).broken().stream()
            .filter(one -> one.name().equals("answers-match-tables"))
            .findFirst()
            .orElseThrow();

    assertThat(result.shown().getFirst().witness())
        .hasSize(3)
        .anyMatch(line -> line.contains("book of ann"))
        .anyMatch(line -> line.contains("booking 0000"))
        .anyMatch(line -> line.contains("entry 3 of the wallet of ann: -20 makes 100"));
  }

  private static List<String> broken(RecordFiles files) {
    return bench.check(files.record()).broken().stream().map(InvariantResult::name).toList();
  }
}
