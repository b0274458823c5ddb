package dev.stampede.prove.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChildRecordTest {

  private static final long IDS_ABOVE = 1_000;

  @TempDir private Path folder;

  @Test
  void aCallThatItsProcessDidNotFinishIsUnknownAndEndsWithTheRecord() throws Exception {
    Path file = folder.resolve("child.tsv");
    try (ChildRecord record = ChildRecord.open(file, System.nanoTime(), IDS_ABOVE)) {
      RecordedCall first = call(record.nextId());
      record.begun(first);
      record.ended(first.with(Asked.NOTHING.amount(7), Answered.problem(409, "lock-busy")));
      record.begun(call(record.nextId()));
    }
    Files.writeString(file, "1003\tfenced-wri", UTF_8, StandardOpenOption.APPEND);

    List<RecordedCall> calls = List.copyOf(ChildRecord.read(file, 500));

    assertThat(calls).extracting(RecordedCall::id).containsExactly(1_001L, 1_002L);
    assertThat(calls.getFirst().asked().amount()).isEqualTo(7);
    assertThat(calls.getFirst().meaning()).isEqualTo(Meaning.NOT_DONE);
    assertThat(calls.getLast().meaning()).isEqualTo(Meaning.UNKNOWN);
    assertThat(calls.getLast().completedMicros()).isEqualTo(500);
  }

  @Test
  void aProcessThatIsStartedAgainGoesOnWithItsIds() throws Exception {
    Path file = folder.resolve("child.tsv");
    try (ChildRecord record = ChildRecord.open(file, System.nanoTime(), IDS_ABOVE)) {
      record.begun(call(record.nextId()));
    }
    Files.writeString(file, "1002\tfenc", UTF_8, StandardOpenOption.APPEND);

    try (ChildRecord again = ChildRecord.open(file, System.nanoTime(), IDS_ABOVE)) {
      assertThat(again.nextId()).isEqualTo(1_002);
      again.begun(call(1_002));
    }

    assertThat(ChildRecord.read(file, 500))
        .extracting(RecordedCall::id)
        .containsExactly(1_001L, 1_002L);
  }

  @Test
  void aLineThatDidNotAnswerMayHaveChanged() {
    assertThat(Meaning.of(CallKind.LEAVE, 503, "queue-unavailable")).isEqualTo(Meaning.UNKNOWN);
    assertThat(Meaning.of(CallKind.POLL, 503, "queue-unavailable")).isEqualTo(Meaning.NOT_DONE);
    assertThat(Meaning.of(CallKind.EXTEND, 503, "overloaded")).isEqualTo(Meaning.UNKNOWN);
    assertThat(Meaning.of(CallKind.HOLD, 503, "overloaded")).isEqualTo(Meaning.NOT_DONE);
  }

  private static RecordedCall call(long id) {
    return new RecordedCall(
        id,
        CallKind.FENCED_WRITE,
        1,
        "writer",
        -1,
        10,
        20,
        Asked.NOTHING.about("resource-1"),
        Answered.nothing(""));
  }
}
