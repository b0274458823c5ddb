package dev.stampede.chaos.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.chaos.load.AttemptReply;
import dev.stampede.chaos.load.ClientRequest;
import dev.stampede.chaos.load.ClientRequest.Kind;
import dev.stampede.chaos.load.RequestHistory;
import dev.stampede.chaos.load.SendAttempt;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The verdict on answers to requests that are sent again. */
final class ReplayCheckTest {

  private static final AttemptReply HELD = reply(201, "", "h-1");

  @Test
  void aRepeatWithTheStoredAnswerPasses() throws Exception {
    assertThat(findingAfter(HELD))
        .isEqualTo(
            new Finding("asked again with its key, the answer is the same", true, "1 looked at"));
  }

  /** The check accepted {@code seat-taken} as long as a server could not find every answer. */
  @Test
  void aRepeatedHoldThatIsToldThatItsSeatIsTakenFails() throws Exception {
    Finding finding = findingAfter(reply(409, "seat-taken", ""));

    assertThat(finding.holds()).isFalse();
    assertThat(finding.detail()).contains("k-1 was h-1 and is now seat-taken");
  }

  @Test
  void aRepeatThatMakesAnotherHoldFails() throws Exception {
    assertThat(findingAfter(reply(201, "", "h-2")).holds()).isFalse();
  }

  /** Such an answer is not stored: its seat may be another buyer's by now. */
  @Test
  void aHoldThatItsBuyerHadAlreadyIsNotRepeated() throws Exception {
    assertThat(findingAfter(reply(200, "", "h-1"), reply(409, "seat-taken", "")))
        .isEqualTo(
            new Finding("asked again with its key, the answer is the same", true, "0 looked at"));
  }

  private static Finding findingAfter(AttemptReply repeated) throws InterruptedException {
    return findingAfter(HELD, repeated);
  }

  private static Finding findingAfter(AttemptReply first, AttemptReply repeated)
      throws InterruptedException {
    ClientRequest order =
        new ClientRequest(Kind.HOLD, "ann", "ann", "/api/v1/shows/1/holds", "{}", "A-1-1", "k-1");
    RequestHistory held = new RequestHistory(order, List.of(attempt(first)));
    return new ReplayCheck((_, _) -> attempt(repeated)).finding(List.of(held));
  }

  private static SendAttempt attempt(AttemptReply reply) {
    return new SendAttempt(0, 0, 0, reply);
  }

  private static AttemptReply reply(int status, String problem, String id) {
    return new AttemptReply.Answered(
        status, problem, JsonMapper.shared().createObjectNode().put("id", id));
  }
}
