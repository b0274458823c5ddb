package dev.stampede.crowd.demo;

import dev.stampede.crowd.RenderedRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The requests of one buyer to the server, and their results. */
final class BuyerClient {

  private final ShowClient venue;
  private final String buyer;
  private final String token;
  private int keys;

  private BuyerClient(ShowClient venue, String buyer, String token) {
    this.venue = venue;
    this.buyer = buyer;
    this.token = token;
  }

  /** Comes in under this name; the development issuer gives everybody a token. */
  static BuyerClient of(ShowClient venue, String buyer) throws InterruptedException {
    String asked = "{\"sub\":\"%s\",\"roles\":[\"buyer\"]}".formatted(buyer);
    JsonReply reply = venue.send(venue.target().post("/api/v1/dev/tokens", asked));
    if (reply.status() != 201) {
      throw new UnexpectedReplyException("a token", reply);
    }
    return new BuyerClient(venue, buyer, reply.body().text("token"));
  }

  /** A buyer's place in line. */
  sealed interface Place {

    record Waiting(Duration askAgain, String place) implements Place {}

    record Admitted(String pass) implements Place {}

    /** Lost, or there never was a line. */
    record NotInLine() implements Place {}

    record Closed() implements Place {}
  }

  Place join(Optional<String> place) throws InterruptedException {
    return place(withPlace(venue.target().post(line(), "{}"), place));
  }

  Place look(String place) throws InterruptedException {
    return place(withPlace(venue.target().get(line()), Optional.of(place)));
  }

  void leave() throws InterruptedException {
    send(venue.target().delete(line()));
  }

  private Place place(RenderedRequest request) throws InterruptedException {
    JsonReply reply = send(request);
    return switch (reply.status()) {
      case 200, 201 ->
          reply.body().text("state").equals("admitted")
              ? new Place.Admitted(reply.body().text("pass"))
              : new Place.Waiting(
                  Duration.ofMillis(reply.body().whole("pollAfterMillis", 1_000)),
                  reply.body().text("placeToken"));
      case 404 -> new Place.NotInLine();
      case 409 -> new Place.Closed();
      default -> throw new UnexpectedReplyException(request.toString(), reply);
    };
  }

  /** The result of claiming seats. */
  sealed interface Claimed {

    record Held(String hold) implements Claimed {}

    /** Somebody was faster. */
    record Taken() implements Claimed {}

    /** There are not so many left. */
    record NoneLeft() implements Claimed {}

    /** Paused, or not open yet. */
    record NotNow() implements Claimed {}

    /** The pass has ended. */
    record BackInLine() implements Claimed {}

    record Closed() implements Claimed {}
  }

  Claimed holdSeats(List<String> seats, Optional<String> pass) throws InterruptedException {
    return hold(
        seats.stream().collect(Collectors.joining("\",\"", "{\"seats\":[\"", "\"]}")), pass);
  }

  Claimed holdBest(int quantity, Optional<String> pass) throws InterruptedException {
    return hold("{\"best\":{\"quantity\":%d}}".formatted(quantity), pass);
  }

  private Claimed hold(String wish, Optional<String> pass) throws InterruptedException {
    RenderedRequest request = keyed(venue.target().post(venue.show() + "/holds", wish));
    JsonReply reply = send(pass.map(seal -> request.with("Stampede-Pass", seal)).orElse(request));
    if (reply.status() == 201 || reply.status() == 200) {
      return new Claimed.Held(reply.body().text("id"));
    }
    return switch (reply.problem()) {
      case "seat-taken" -> new Claimed.Taken();
      case "not-available" -> new Claimed.NoneLeft();
      case "sale-paused", "sale-not-open" -> new Claimed.NotNow();
      case "pass-required", "pass-invalid" -> new Claimed.BackInLine();
      case "sale-closed" -> new Claimed.Closed();
      default -> throw new UnexpectedReplyException(request.toString(), reply);
    };
  }

  void release(String hold) throws InterruptedException {
    send(venue.target().delete("/api/v1/holds/" + hold));
  }

  /** The result of paying. */
  sealed interface Payment {

    record Paid(String booking) implements Payment {}

    record TooPoor(long points) implements Payment {}

    /** The hold has ended, and somebody else has the seats. */
    record TooLate() implements Payment {}
  }

  Payment pay(String hold) throws InterruptedException {
    RenderedRequest request =
        keyed(venue.target().post("/api/v1/bookings", "{\"holdId\":\"%s\"}".formatted(hold)));
    JsonReply reply = send(request);
    return switch (reply.status()) {
      case 200, 201 -> new Payment.Paid(reply.body().text("id"));
      case 402 ->
          new Payment.TooPoor(reply.body().whole("required", 1) - reply.body().whole("balance", 0));
      case 409, 410 -> new Payment.TooLate();
      default -> throw new UnexpectedReplyException(request.toString(), reply);
    };
  }

  /** Says whether points were to be had. */
  boolean topUp(long points) throws InterruptedException {
    RenderedRequest request =
        venue.target().post("/api/v1/wallet/top-ups", "{\"amount\":%d}".formatted(points));
    return send(keyed(request)).status() == 201;
  }

  /** Says whether it was not too late. */
  boolean cancel(String booking) throws InterruptedException {
    RenderedRequest request =
        venue.target().post("/api/v1/bookings/%s/cancel".formatted(booking), "{}");
    return send(keyed(request)).status() == 200;
  }

  private String line() {
    return venue.show() + "/queue";
  }

  private static RenderedRequest withPlace(RenderedRequest request, Optional<String> place) {
    return place.map(seal -> request.with("Stampede-Place", seal)).orElse(request);
  }

  /** So that a repeat after a lost answer is the same request. */
  private RenderedRequest keyed(RenderedRequest request) {
    keys++;
    return request.with("Idempotency-Key", buyer + "-" + keys);
  }

  private JsonReply send(RenderedRequest request) throws InterruptedException {
    return venue.send(request.with("Authorization", "Bearer " + token));
  }
}
