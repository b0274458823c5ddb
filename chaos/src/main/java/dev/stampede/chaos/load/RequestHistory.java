package dev.stampede.chaos.load;

import dev.stampede.chaos.load.AttemptReply.Answered;
import dev.stampede.chaos.load.AttemptReply.Meaning;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** An order and all that its client was told about it, in order. */
public record RequestHistory(ClientRequest order, List<SendAttempt> attempts) {

  private static final int CREATED = 201;

  public RequestHistory {
    attempts = List.copyOf(attempts);
    if (attempts.isEmpty()) {
      throw new IllegalArgumentException("an order that was never sent is no deed: " + order);
    }
  }

  /** Returns when its client knew. */
  public long heardNanos() {
    return attempts.getLast().heardNanos();
  }

  public Meaning meaning() {
    return isDoubtful() ? Meaning.UNKNOWN : attempts.getLast().meaning();
  }

  public boolean isAcknowledged() {
    return attempts.getLast().meaning() == Meaning.ACKNOWLEDGED;
  }

  /**
   * True if the acknowledgement says that something was made: the server has stored that answer
   * with the key. A hold that its buyer had already (200) changed nothing and is not stored.
   */
  public boolean hasStoredAnswer() {
    return isAcknowledged()
        && attempts.getLast().reply() instanceof Answered answer
        && answer.status() == CREATED;
  }

  /** The answer that promised it. */
  public Optional<JsonNode> promise() {
    return isAcknowledged() && attempts.getLast().reply() instanceof Answered answer
        ? Optional.of(answer.body())
        : Optional.empty();
  }

  /** The name of what was promised: a hold, a booking or a transfer. */
  public String id() {
    return promise()
        .map(body -> body.path(order.kind() == ClientRequest.Kind.TOP_UP ? "transferId" : "id"))
        .map(JsonNode::asString)
        .orElse("");
  }

  /**
   * Never acknowledged, and once unknown: an attempt that nobody heard of again may have come true,
   * even after a later one was refused.
   */
  public boolean isDoubtful() {
    return !isAcknowledged() && wasUnknown();
  }

  /** True if any attempt left its client not knowing. */
  public boolean wasUnknown() {
    return attempts.stream().anyMatch(attempt -> attempt.meaning() == Meaning.UNKNOWN);
  }
}
