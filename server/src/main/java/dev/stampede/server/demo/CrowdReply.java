package dev.stampede.server.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A demo crowd as an operator sees it.
 *
 * @param state idle, running or ended
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CrowdReply(
    String state,
    @Nullable String showId,
    int buyers,
    int waiting,
    int choosing,
    int holding,
    int paid,
    int abandoned,
    int turnedAway,
    int failed,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt) {

  /** There was none since the server started. */
  public static final CrowdReply IDLE =
      new CrowdReply("idle", null, 0, 0, 0, 0, 0, 0, 0, 0, null, null);
}
