package dev.stampede.server.alert;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stampede.engine.alert.Alert;
import dev.stampede.engine.alert.AlertStore.Listed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of alerts, the newest first.
 *
 * @param partial true if the database is away: then it is what the answering server knows, and has
 *     no further page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AlertsReply(List<AlertReply> items, @Nullable String nextCursor, boolean partial) {

  AlertsReply {
    items = List.copyOf(items);
  }

  /**
   * From all servers.
   *
   * @param found one more than the limit if there is more
   */
  static AlertsReply ofAll(List<Listed> found, int limit) {
    boolean more = found.size() > limit;
    List<Listed> page = more ? found.subList(0, limit) : found;
    return new AlertsReply(
        page.stream().map(Listed::alert).map(AlertReply::of).toList(),
        more ? Long.toString(page.getLast().id()) : null,
        false);
  }

  static AlertsReply ofThisServer(List<Alert> own, int limit, boolean onlyFiring) {
    return new AlertsReply(
        own.stream()
            .filter(alert -> alert.isFiring() || !onlyFiring)
            .limit(limit)
            .map(AlertReply::of)
            .toList(),
        null,
        true);
  }
}
