package dev.stampede.server.waitingroom;

import dev.stampede.engine.waitingroom.QueueOutcome;
import java.time.Instant;

/**
 * Writes a buyer's place as JSON. It does so by hand, because a crowd asks for it all the time;
 * tokens are letters, digits, dots and dashes, so that there is nothing to escape.
 */
final class PlaceJson {

  /** The usual length of an answer without its token, about. */
  private static final int USUAL_CHARS = 192;

  private PlaceJson() {}

  static String of(QueueOutcome.Waiting place, Instant now) {
    StringBuilder json =
        new StringBuilder(USUAL_CHARS + place.placeToken().length())
            .append("{\"state\":\"waiting\",\"position\":")
            .append(place.position())
            .append(",\"ahead\":")
            .append(place.ahead());
    if (place.eta().isPresent()) {
      json.append(",\"etaSeconds\":").append(place.eta().get().toSeconds());
    }
    json.append(",\"pollAfterMillis\":")
        .append(place.pollAfter().toMillis())
        .append(",\"placeToken\":\"")
        .append(place.placeToken())
        .append('"');
    if (place.provisional()) {
      json.append(",\"provisional\":true");
    }
    return json.append(",\"now\":\"").append(now).append("\"}").toString();
  }

  static String of(QueueOutcome.Admitted admitted, Instant now) {
    return "{\"state\":\"admitted\",\"pass\":\""
        + admitted.pass()
        + "\",\"passExpiresAt\":\""
        + admitted.expiresAt()
        + "\",\"now\":\""
        + now
        + "\"}";
  }
}
