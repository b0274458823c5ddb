package dev.stampede.server.alert;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stampede.engine.alert.Alert;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An alert as operators read it.
 *
 * @param server who sees it; absent if all servers see it alike
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AlertReply(
    String name,
    String severity,
    String state,
    Instant since,
    @Nullable Instant resolvedAt,
    double value,
    double limit,
    String detail,
    @Nullable String server) {

  static final String FIRING = "firing";
  static final String RESOLVED = "resolved";

  static AlertReply of(Alert alert) {
    return new AlertReply(
        alert.name(),
        alert.severity().label(),
        alert.isFiring() ? FIRING : RESOLVED,
        alert.since(),
        alert.resolvedAt().orElse(null),
        alert.seen().value(),
        alert.seen().limit(),
        alert.seen().detail(),
        alert.server().equals(Alert.OF_ALL) ? null : alert.server());
  }
}
