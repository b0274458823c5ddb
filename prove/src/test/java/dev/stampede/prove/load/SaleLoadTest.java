package dev.stampede.prove.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.CallLine;
import dev.stampede.prove.history.CallRecorder;
import dev.stampede.prove.history.Meaning;
import dev.stampede.prove.history.RecordedCall;
import dev.stampede.prove.load.library.LibraryProcess;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A short load on one real server without faults. The tables have what the record says, no more and
 * no less.
 *
 * <p>Planted: a top-up that is recorded with another amount, and a job that is enqueued twice. Each
 * made the comparison with the tables fail.
 */
final class SaleLoadTest {

  private static final String FENCED_WRITES = "SELECT call_id FROM prove.fenced_write";
  private static final int CALLS = 2_000;
  private static final Duration ENOUGH_WITHIN = Duration.ofSeconds(60);

  /** A machine that does a dozen other things lets some calls time out. */
  private static final double MOST_UNKNOWN = 0.05;

  @TempDir private Path folder;

  private List<RecordedCall> calls = List.of();

  @Test
  void everyKindOfCallIsRecordedAsTheTablesHaveIt() throws Exception {
    try (TestSite site = TestSite.start(folder, 1)) {
      load(site);

      assertThat(calls.stream().map(RecordedCall::kind).collect(Collectors.toSet()))
          .isEqualTo(EnumSet.allOf(CallKind.class));
      assertThat(count(call -> call.meaning() == Meaning.UNKNOWN))
          .as("unknown: %s", problems(Meaning.UNKNOWN))
          .isLessThan((long) (CALLS * MOST_UNKNOWN));
      eachIdIsThereOnce();
      answersAreComplete();
      repeatsAreTold();
      theTablesAgree(site);
    }
  }

  private void load(TestSite site) throws Exception {
    Path file = folder.resolve("calls.tsv");
    try (CallRecorder recorder = CallRecorder.to(file)) {
      SaleLoadPlan plan = SaleLoadPlan.of(7, folder.resolve("load")).withClients(24).withRate(500);
      try (SaleLoad load = SaleLoad.start(site, recorder, plan)) {
        LibraryProcess process = load.libraryProcesses().getFirst();
        Eventually.within(ENOUGH_WITHIN)
            .until("a lock was written under", () -> longs(site, FENCED_WRITES).size() > 5);
        process.kill();
        process.startAgain();
        Eventually.within(ENOUGH_WITHIN)
            .until("enough calls are recorded", () -> recorder.recorded() >= CALLS);
        assertThat(load.rate()).isPositive();
        load.stop();
      }
    }
    calls = Files.readAllLines(file).stream().map(CallLine::parse).toList();
  }

  private void eachIdIsThereOnce() {
    Set<Long> ids = new HashSet<>();
    assertThat(calls).allMatch(call -> ids.add(call.id()));
  }

  private void answersAreComplete() {
    Map<CallKind, Predicate<RecordedCall>> complete = new HashMap<>();
    Predicate<RecordedCall> seats =
        call -> !call.answered().seats().isEmpty() && call.answered().total() > 0;
    Predicate<RecordedCall> named = call -> !call.answered().subject().isEmpty();
    complete.put(CallKind.HOLD, named.and(seats));
    complete.put(CallKind.BEST, named.and(seats));
    complete.put(CallKind.BOOK, named.and(seats).and(call -> call.answered().balance() >= 0));
    complete.put(CallKind.BOOK_NOW, named.and(seats).and(call -> call.answered().balance() >= 0));
    complete.put(CallKind.BOOK_OUTSIDE, named.and(seats));
    complete.put(CallKind.BOOK_ASYNC, named);
    complete.put(CallKind.TOP_UP, named.and(call -> call.answered().balance() >= 0));
    complete.put(CallKind.JOIN, call -> !call.answered().states().isEmpty());
    complete.put(
        CallKind.READ_SEATS,
        call -> call.answered().states().length() == call.asked().seats().size());
    complete.put(CallKind.CANCEL, call -> call.answered().states().equals("cancelled"));
    complete.put(CallKind.FENCED_WRITE, named.and(call -> call.asked().amount() > 0));
    complete.put(CallKind.JOB, named);
    complete.put(CallKind.TICKET, named);
    complete.forEach(
        (kind, test) ->
            assertThat(calls)
                .filteredOn(call -> call.kind() == kind && call.meaning() == Meaning.DONE)
                .isNotEmpty()
                .allMatch(test));
    assertThat(calls).allMatch(call -> call.answered().seats().stream().allMatch(s -> s >= 0));
  }

  private void repeatsAreTold() {
    assertThat(count(call -> call.answered().replayed() && call.kind() != CallKind.JOB))
        .isPositive();
    assertThat(count(call -> call.answered().problem().equals("idempotency-mismatch")))
        .isPositive();
    assertThat(count(call -> call.answered().problem().equals("seat-taken"))).isPositive();
    assertThat(count(call -> call.answered().states().equals("admitted"))).isPositive();
    assertThat(count(call -> call.answered().states().equals("assigned"))).isPositive();
  }

  private void theTablesAgree(TestSite site) throws Exception {
    assertThat(longs(site, "SELECT sum(amount) FROM transfer WHERE kind = 't'"))
        .containsExactly(
            calls.stream()
                .filter(call -> call.kind() == CallKind.TOP_UP && first(call))
                .mapToLong(call -> call.asked().amount())
                .sum());
    assertThat(booked()).containsAll(texts(site, "SELECT id FROM booking"));
    assertThat(texts(site, "SELECT id FROM booking")).containsAll(booked());
    assertThat(texts(site, "SELECT id FROM hold")).containsAll(subjects(CallKind.HOLD));
    List<Long> written = longs(site, FENCED_WRITES);
    assertThat(written).doesNotHaveDuplicates();
    assertThat(written)
        .containsAll(
            calls.stream()
                .filter(call -> call.kind() == CallKind.FENCED_WRITE && done(call))
                .map(RecordedCall::id)
                .toList());
    assertThat(ids(call -> call.kind() == CallKind.FENCED_WRITE)).containsAll(written);
    assertThat(texts(site, "SELECT job_key FROM prove.job_effect"))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(texts(site, "SELECT job_key FROM prove.job_asked"))
        .containsAll(
            calls.stream()
                .filter(call -> call.kind() == CallKind.JOB && done(call))
                .map(call -> call.asked().key())
                .toList());
  }

  private Set<String> booked() {
    Set<String> booked = new HashSet<>();
    for (CallKind kind :
        List.of(CallKind.BOOK, CallKind.BOOK_NOW, CallKind.BOOK_OUTSIDE, CallKind.OUTCOME)) {
      booked.addAll(subjects(kind));
    }
    booked.remove("");
    return booked;
  }

  private Set<String> subjects(CallKind kind) {
    return calls.stream()
        .filter(call -> call.kind() == kind && done(call))
        .map(call -> call.answered().subject())
        .collect(Collectors.toSet());
  }

  private Set<Long> ids(Predicate<RecordedCall> which) {
    return calls.stream().filter(which).map(RecordedCall::id).collect(Collectors.toSet());
  }

  private long count(Predicate<RecordedCall> which) {
    return calls.stream().filter(which).count();
  }

  private Map<String, Long> problems(Meaning meaning) {
    return calls.stream()
        .filter(call -> call.meaning() == meaning)
        .collect(
            Collectors.groupingBy(
                call -> call.kind().label() + " " + call.answered().problem(),
                TreeMap::new,
                Collectors.counting()));
  }

  private static boolean done(RecordedCall call) {
    return call.meaning() == Meaning.DONE;
  }

  private static boolean first(RecordedCall call) {
    return done(call) && !call.answered().replayed();
  }

  private static List<Long> longs(TestSite site, String query) throws Exception {
    return texts(site, query).stream().map(Long::parseLong).toList();
  }

  private static List<String> texts(TestSite site, String query) throws Exception {
    try (Connection connection = new Sql(site.databaseUrl()).connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }
}
