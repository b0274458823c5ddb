package dev.stampede.prove.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CallLineTest {

  @Test
  void aCallIsReadAsItWasWritten() {
    Asked asked =
        Asked.NOTHING.in(7).seats(List.of(3, 4)).amount(2).key("b-1/\t9").pass("ab").reference("r");
    Answered answered = new Answered(201, "", "h\\1", List.of(3, 4), 100, 50, "fh", "cd\n\r", true);
    RecordedCall call =
        new RecordedCall(9, CallKind.BOOK_NOW, 2, "b-1", 1, 10, 20, asked, answered);

    String line = CallLine.of(call);

    assertThat(line).endsWith("\n").hasLineCount(1);
    assertThat(CallLine.parse(line.stripTrailing())).isEqualTo(call);
  }

  @Test
  void anEmptyAnswerIsReadAsItWasWritten() {
    RecordedCall call =
        new RecordedCall(
            1, CallKind.HOLD, 0, "b-0", 0, 5, 5, Asked.NOTHING, Answered.nothing("closed"));

    assertThat(CallLine.parse(CallLine.of(call).replace("\n", ""))).isEqualTo(call);
    assertThat(call.meaning()).isEqualTo(Meaning.UNKNOWN);
  }

  @Test
  void aLineHasAsManyFieldsAsTheTableHasColumns() {
    RecordedCall call =
        new RecordedCall(
            1, CallKind.POLL, 0, "b-0", 0, 5, 6, Asked.NOTHING, Answered.problem(404, "not-found"));

    assertThat(CallLine.of(call).split("\t", -1)).hasSameSizeAs(CallLine.COLUMNS.split(", "));
    assertThat(call.meaning()).isEqualTo(Meaning.NOT_DONE);
    assertThatThrownBy(() -> CallLine.parse("1\tpoll")).hasMessageContaining("2 fields");
  }
}
