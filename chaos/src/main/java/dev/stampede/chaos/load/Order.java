package dev.stampede.chaos.load;

import dev.stampede.chaos.house.Tokens;
import dev.stampede.crowd.Request;
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
public record Order(
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

  static Order topUp(String buyer, long amount, String key) {
    return new Order(
        Kind.TOP_UP,
        buyer,
        Tokens.OPERATOR,
        "/api/v1/wallets/" + buyer + "/top-ups",
        "{\"amount\":%d}".formatted(amount),
        Long.toString(amount),
        key);
  }

  static Order hold(String buyer, String show, List<String> seats, String key) {
    String quoted = seats.stream().collect(Collectors.joining("\",\"", "\"", "\""));
    return new Order(
        Kind.HOLD,
        buyer,
        buyer,
        "/api/v1/shows/" + show + "/holds",
        "{\"seats\":[%s]}".formatted(quoted),
        String.join(",", seats),
        key);
  }

  static Order book(String buyer, String hold, String key) {
    String body = "{\"holdId\":\"%s\"}".formatted(hold);
    return new Order(Kind.BOOK, buyer, buyer, "/api/v1/bookings", body, hold, key);
  }

  static Order cancel(String buyer, String booking, String key) {
    String path = "/api/v1/bookings/" + booking + "/cancel";
    return new Order(Kind.CANCEL, buyer, buyer, path, "{}", booking, key);
  }

  static Order release(String buyer, String hold) {
    return new Order(Kind.RELEASE, buyer, buyer, "/api/v1/holds/" + hold, "", hold, "");
  }

  static Order list(String buyer) {
    return new Order(Kind.LIST, buyer, buyer, "/api/v1/bookings?limit=20", "", "", "");
  }

  /** Returns the order as a request for the wire. */
  Request to(Target target, Tokens tokens) {
    Request request =
        switch (kind) {
          case RELEASE -> target.delete(path);
          case LIST -> target.get(path);
          case TOP_UP, HOLD, BOOK, CANCEL -> target.post(path, body).with("Idempotency-Key", key);
        };
    return request.with("Authorization", "Bearer " + tokens.of(who));
  }
}
