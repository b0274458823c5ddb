package dev.stampede.chaos.load;

import dev.stampede.chaos.deployment.ChaosTokens;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Target;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One request, whole: sent again, it is the same request.
 *
 * @param buyer whose wallet or seats it is about
 * @param who the token's name; for top-ups the operator's
 * @param about the seats, the hold, the booking or the points it is about, as text
 * @param key empty where none is taken
 */
public record ClientRequest(
    Kind kind, String buyer, String who, String path, String body, String about, String key) {

  /** The kind of request. */
  public enum Kind {
    TOP_UP,
    HOLD,
    BOOK,
    CANCEL,
    RELEASE,
    LIST;

    /** True if it changes something; goodput counts those. */
    public boolean moves() {
      return this != LIST;
    }

    /** In small letters, as reports have it. */
    public String label() {
      return switch (this) {
        case TOP_UP -> "top-up";
        case HOLD -> "hold";
        case BOOK -> "booking";
        case CANCEL -> "cancel";
        case RELEASE -> "release";
        case LIST -> "list";
      };
    }
  }

  static ClientRequest topUp(String buyer, long amount, String key) {
    return new ClientRequest(
        Kind.TOP_UP,
        buyer,
        ChaosTokens.OPERATOR,
        "/api/v1/wallets/" + buyer + "/top-ups",
        "{\"amount\":%d}".formatted(amount),
        Long.toString(amount),
        key);
  }

  static ClientRequest hold(String buyer, String show, List<String> seats, String key) {
    String quoted = seats.stream().collect(Collectors.joining("\",\"", "\"", "\""));
    return new ClientRequest(
        Kind.HOLD,
        buyer,
        buyer,
        "/api/v1/shows/" + show + "/holds",
        "{\"seats\":[%s]}".formatted(quoted),
        String.join(",", seats),
        key);
  }

  static ClientRequest book(String buyer, String hold, String key) {
    String body = "{\"holdId\":\"%s\"}".formatted(hold);
    return new ClientRequest(Kind.BOOK, buyer, buyer, "/api/v1/bookings", body, hold, key);
  }

  static ClientRequest cancel(String buyer, String booking, String key) {
    String path = "/api/v1/bookings/" + booking + "/cancel";
    return new ClientRequest(Kind.CANCEL, buyer, buyer, path, "{}", booking, key);
  }

  static ClientRequest release(String buyer, String hold) {
    return new ClientRequest(Kind.RELEASE, buyer, buyer, "/api/v1/holds/" + hold, "", hold, "");
  }

  static ClientRequest list(String buyer) {
    return new ClientRequest(Kind.LIST, buyer, buyer, "/api/v1/bookings?limit=20", "", "", "");
  }

  /** Returns the order as a request for the wire. */
  RenderedRequest to(Target target, ChaosTokens tokens) {
    RenderedRequest request =
        switch (kind) {
          case RELEASE -> target.delete(path);
          case LIST -> target.get(path);
          case TOP_UP, HOLD, BOOK, CANCEL -> target.post(path, body).with("Idempotency-Key", key);
        };
    return request.with("Authorization", "Bearer " + tokens.of(who));
  }
}
