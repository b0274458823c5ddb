package dev.stampede.server.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of each part when it was last checked. */
record Readiness(String state, Map<String, PartState> parts) {

  static final String READY = "ready";
  static final String DEGRADED = "degraded";
  static final String NOT_READY = "not-ready";

  /** One part: up or down, how long that took to find out, and in a word why it is down. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record PartState(String state, double latencyMillis, @Nullable String reason) {

    static PartState up(double latencyMillis) {
      return new PartState("up", latencyMillis, null);
    }

    static PartState down(double latencyMillis, String reason) {
      return new PartState("down", latencyMillis, reason);
    }

    boolean isUp() {
      return state.equals("up");
    }
  }

  boolean isUsable() {
    return !state.equals(NOT_READY);
  }
}
