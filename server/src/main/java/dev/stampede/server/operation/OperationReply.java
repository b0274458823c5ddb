package dev.stampede.server.operation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Document;
import dev.stampede.server.http.EventStream;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request as its buyer sees it: still waiting, or what it would have been answered had they
 * waited.
 *
 * @param booking once it is done
 * @param problem once it has failed, as a problem with its status
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OperationReply(
    String state, @Nullable Object booking, @Nullable Object problem, Instant now) {

  static OperationReply queued(Instant now) {
    return new OperationReply("queued", null, null, now);
  }

  static OperationReply of(Answer answer, Instant now) {
    return switch (answer) {
      case JsonAnswer reply -> new OperationReply("done", reply.json(), null, now);
      case Problem problem -> new OperationReply("failed", null, problem.body(), now);
      case Document _, EventStream _ ->
          throw new IllegalStateException("a booking is not answered with " + answer);
    };
  }
}
