package dev.stampede.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.chaos.load.Reply.Meaning;
import dev.stampede.crowd.Failure;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The knowledge of a client after one answer or several. */
final class DeedTest {

  @Test
  void anAnswerIsWhatItsStatusAndItsProblemSay() {
    assertThat(answer(201, "").meaning()).isEqualTo(Meaning.ACKNOWLEDGED);
    assertThat(answer(409, "seat-taken").meaning()).isEqualTo(Meaning.REFUSED);
    assertThat(answer(503, "read-only").meaning()).isEqualTo(Meaning.FAILED);
    assertThat(answer(503, "outcome-unknown").meaning()).isEqualTo(Meaning.UNKNOWN);
    assertThat(answer(409, "idempotency-in-flight").meaning()).isEqualTo(Meaning.UNKNOWN);
  }

  @Test
  void silenceIsUnknownUnlessNobodyEverHeard() {
    assertThat(new Reply.Silence(Failure.TIMED_OUT).meaning()).isEqualTo(Meaning.UNKNOWN);
    assertThat(new Reply.Silence(Failure.CLOSED).meaning()).isEqualTo(Meaning.UNKNOWN);
    assertThat(new Reply.Silence(Failure.NOT_CONNECTED).meaning()).isEqualTo(Meaning.FAILED);
  }

  @Test
  void whatWasUnknownAndThenAcknowledgedIsAPromise() {
    Deed deed = deed(new Reply.Silence(Failure.CLOSED), answer(201, ""));

    assertThat(deed.meaning()).isEqualTo(Meaning.ACKNOWLEDGED);
    assertThat(deed.id()).isEqualTo("b-1");
    assertThat(deed.wasUnknown()).isTrue();
  }

  @Test
  void whatWasUnknownAndThenRefusedMayHaveComeTrueAllTheSame() {
    assertThat(deed(answer(503, "outcome-unknown"), answer(409, "seat-taken")).isDoubtful())
        .isTrue();
    assertThat(deed(answer(503, "read-only")).isDoubtful()).isFalse();
    assertThat(deed(answer(409, "seat-taken")).isDoubtful()).isFalse();
  }

  private static Deed deed(Reply... replies) {
    Order order = Order.book("ann", "h-1", "key");
    return new Deed(order, Stream.of(replies).map(reply -> new Attempt(0, 0, 0, reply)).toList());
  }

  private static Reply answer(int status, String problem) {
    return new Reply.Answered(
        status, problem, JsonMapper.shared().createObjectNode().put("id", "b-1"));
  }
}
