package dev.stampede.acceptance.storm;

import dev.stampede.acceptance.storm.Calls.Answer;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Target;

/**
 * A request that moves seats or points, whole: sent again, it is the same request.
 *
 * @param who the token's name; for top-ups the operator's
 */
record ClaimRequest(String who, String path, String body, String key) {

  static ClaimRequest topUp(String buyer, int amount, String key) {
    return new ClaimRequest(
        "operator",
        "/api/v1/wallets/" + buyer + "/top-ups",
        "{\"amount\":%d}".formatted(amount),
        key);
  }

  static ClaimRequest buy(String buyer, String show, String seat, String key) {
    return new ClaimRequest(
        buyer,
        "/api/v1/bookings",
        "{\"showId\":\"%s\",\"seats\":[\"%s\"]}".formatted(show, seat),
        key);
  }

  static ClaimRequest hold(String buyer, String show, String seat, String key) {
    return new ClaimRequest(
        buyer, "/api/v1/shows/" + show + "/holds", "{\"seats\":[\"%s\"]}".formatted(seat), key);
  }

  static ClaimRequest pay(String buyer, String hold, String key) {
    return new ClaimRequest(buyer, "/api/v1/bookings", "{\"holdId\":\"%s\"}".formatted(hold), key);
  }

  /** A hold that somebody has paid for elsewhere, recorded by the shop. */
  static ClaimRequest payOutside(String hold, String reference, String key) {
    return new ClaimRequest(
        "shop",
        "/api/v1/bookings",
        "{\"holdId\":\"%s\",\"payment\":{\"provider\":\"bank\",\"reference\":\"%s\"}}"
            .formatted(hold, reference),
        key);
  }

  static ClaimRequest cancel(String buyer, String booking, String key) {
    return new ClaimRequest(buyer, "/api/v1/bookings/" + booking + "/cancel", "{}", key);
  }

  /** Another top-up under the same key. */
  ClaimRequest withAnotherAmount() {
    return new ClaimRequest(who, path, body.replace("}", "0}"), key);
  }

  RenderedRequest to(Target target) {
    return target.post(path, body).with("Idempotency-Key", key);
  }

  /** An order and the answer that its client got. */
  record Told(ClaimRequest order, Answer answer) {

    boolean succeeded() {
      return answer.status() / 100 == 2;
    }

    /** The name of what came of it: a hold, a booking or a transfer. */
    String id() {
      return answer.body().path(answer.body().has("transferId") ? "transferId" : "id").asString();
    }

    boolean isTopUp() {
      return order.path().endsWith("/top-ups");
    }

    boolean isBooking() {
      return order.path().endsWith("/bookings");
    }
  }
}
