package dev.stampede.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.chaos.load.AttemptReply.Meaning;
import dev.stampede.crowd.Failure;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The knowledge of a client after one answer or several. */
final class RequestHistoryTest {

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
    assertThat(new AttemptReply.Silence(Failure.TIMED_OUT).meaning()).isEqualTo(Meaning.UNKNOWN);
    assertThat(new AttemptReply.Silence(Failure.CLOSED).meaning()).isEqualTo(Meaning.UNKNOWN);
    assertThat(new AttemptReply.Silence(Failure.NOT_CONNECTED).meaning()).isEqualTo(Meaning.FAILED);
  }

  @Test
  void anUnknownRequestThatIsThenAcknowledgedIsAPromise() {
    RequestHistory deed = deed(new AttemptReply.Silence(Failure.CLOSED), answer(201, ""));

    assertThat(deed.meaning()).isEqualTo(Meaning.ACKNOWLEDGED);
    assertThat(deed.id()).isEqualTo("b-1");
    assertThat(deed.wasUnknown()).isTrue();
  }

  @Test
  void anUnknownRequestThatIsThenRefusedIsDoubtful() {
    assertThat(deed(answer(503, "outcome-unknown"), answer(409, "seat-taken")).isDoubtful())
        .isTrue();
    assertThat(deed(answer(503, "read-only")).isDoubtful()).isFalse();
    assertThat(deed(answer(409, "seat-taken")).isDoubtful()).isFalse();
  }

  private static RequestHistory deed(AttemptReply... replies) {
    ClientRequest order = ClientRequest.book("ann", "h-1", "key");
    return new RequestHistory(
        order, Stream.of(replies).map(reply -> new SendAttempt(0, 0, 0, reply)).toList());
  }

  private static AttemptReply answer(int status, String problem) {
    return new AttemptReply.Answered(
        status, problem, JsonMapper.shared().createObjectNode().put("id", "b-1"));
  }
}
