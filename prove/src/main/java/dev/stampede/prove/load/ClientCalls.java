package dev.stampede.prove.load;

import dev.stampede.prove.history.Asked;
import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.load.ClientCall.Route;
import java.util.List;

/** The requests that clients make, each with the content that the record has of it. */
final class ClientCalls {

  static final String PROVIDER = "till";

  private static final String BOOKINGS = "/api/v1/bookings";
  private static final int LISTED = 20;

  private ClientCalls() {}

  static ClientCall hold(String buyer, LoadShow show, List<Integer> seats, String key) {
    return ClientCall.of(
        CallKind.HOLD,
        buyer,
        Route.post(holds(show), "{\"seats\":" + show.labels().json(seats) + "}"),
        Asked.NOTHING.in(show.id()).seats(seats).key(key));
  }

  static ClientCall best(String buyer, LoadShow show, int count, String section, String key) {
    return ClientCall.of(
        CallKind.BEST,
        buyer,
        Route.post(holds(show), "{\"best\":" + bestJson(count, section) + "}"),
        Asked.NOTHING.in(show.id()).amount(count).about(section).key(key));
  }

  static ClientCall release(String buyer, String hold) {
    return ClientCall.of(
        CallKind.RELEASE, buyer, Route.delete("/api/v1/holds/" + hold), Asked.NOTHING.about(hold));
  }

  static ClientCall extend(LoadShow show, int seconds, String key) {
    return ClientCall.of(
        CallKind.EXTEND,
        SaleSite.OPERATOR,
        Route.post(holds(show) + "/extend", "{\"seconds\":" + seconds + "}"),
        Asked.NOTHING.in(show.id()).amount(seconds).key(key));
  }

  static ClientCall book(String buyer, String hold, String key) {
    return ClientCall.of(
        CallKind.BOOK,
        buyer,
        Route.post(BOOKINGS, paying(hold)),
        Asked.NOTHING.about(hold).key(key));
  }

  static ClientCall bookOutside(String buyer, String hold, String reference, String key) {
    String body =
        "{\"holdId\":\"%s\",\"payment\":{\"provider\":\"%s\",\"reference\":\"%s\"}}"
            .formatted(hold, PROVIDER, reference);
    return ClientCall.of(
            CallKind.BOOK_OUTSIDE,
            buyer,
            Route.post(BOOKINGS, body),
            Asked.NOTHING.about(hold).reference(reference).key(key))
        .by(SaleSite.SHOP);
  }

  static ClientCall bookNow(String buyer, LoadShow show, List<Integer> seats, String key) {
    return ClientCall.of(
        CallKind.BOOK_NOW,
        buyer,
        Route.post(BOOKINGS, oneStep(show, "\"seats\":" + show.labels().json(seats))),
        Asked.NOTHING.in(show.id()).seats(seats).key(key));
  }

  static ClientCall bookBest(String buyer, LoadShow show, int count, String section, String key) {
    return ClientCall.of(
        CallKind.BOOK_NOW,
        buyer,
        Route.post(BOOKINGS, oneStep(show, "\"best\":" + bestJson(count, section))),
        Asked.NOTHING.in(show.id()).amount(count).about(section).key(key));
  }

  /** The same booking through Kafka. */
  static ClientCall async(ClientCall booking) {
    return new ClientCall(
            CallKind.BOOK_ASYNC,
            booking.user(),
            booking.buyer(),
            booking.route(),
            booking.asked(),
            booking.headers())
        .with("Prefer", "respond-async");
  }

  /**
   * Asks for an operation.
   *
   * @param path as the server gave it
   */
  static ClientCall outcome(String buyer, String path, String operation) {
    return ClientCall.of(CallKind.OUTCOME, buyer, Route.get(path), Asked.NOTHING.about(operation));
  }

  static ClientCall cancel(String buyer, String booking, String key) {
    return ClientCall.of(
        CallKind.CANCEL,
        buyer,
        Route.post(BOOKINGS + "/" + booking + "/cancel", "{}"),
        Asked.NOTHING.about(booking).key(key));
  }

  static ClientCall topUp(String buyer, long amount, String key) {
    return ClientCall.of(
            CallKind.TOP_UP,
            buyer,
            Route.post("/api/v1/wallets/" + buyer + "/top-ups", "{\"amount\":" + amount + "}"),
            Asked.NOTHING.amount(amount).key(key))
        .by(SaleSite.OPERATOR);
  }

  static ClientCall join(String buyer, LoadShow show, String placeToken) {
    return placed(
        ClientCall.of(CallKind.JOIN, buyer, Route.post(queue(show), ""), queued(show, placeToken)),
        placeToken);
  }

  static ClientCall poll(String buyer, LoadShow show, String placeToken) {
    return placed(
        ClientCall.of(CallKind.POLL, buyer, Route.get(queue(show)), queued(show, placeToken)),
        placeToken);
  }

  static ClientCall leave(String buyer, LoadShow show) {
    return ClientCall.of(
        CallKind.LEAVE, buyer, Route.delete(queue(show)), Asked.NOTHING.in(show.id()));
  }

  static ClientCall readSeats(String buyer, LoadShow show, List<Integer> seats) {
    return ClientCall.of(
        CallKind.READ_SEATS,
        buyer,
        Route.get("/api/v1/shows/" + show.id() + "/seats"),
        Asked.NOTHING.in(show.id()).seats(seats));
  }

  static ClientCall readHold(String buyer, String hold) {
    return ClientCall.of(
        CallKind.READ_HOLD, buyer, Route.get("/api/v1/holds/" + hold), Asked.NOTHING.about(hold));
  }

  static ClientCall readBooking(String buyer, String booking) {
    return ClientCall.of(
        CallKind.READ_BOOKING,
        buyer,
        Route.get(BOOKINGS + "/" + booking),
        Asked.NOTHING.about(booking));
  }

  static ClientCall listBookings(String buyer) {
    return ClientCall.of(
        CallKind.LIST_BOOKINGS,
        buyer,
        Route.get(BOOKINGS + "?limit=" + LISTED),
        Asked.NOTHING.amount(LISTED));
  }

  static ClientCall readWallet(String buyer) {
    return ClientCall.of(CallKind.READ_WALLET, buyer, Route.get("/api/v1/wallet"), Asked.NOTHING);
  }

  static String paying(String hold) {
    return "{\"holdId\":\"" + hold + "\"}";
  }

  static String oneStep(LoadShow show, String claim) {
    return "{\"showId\":\"%d\",%s}".formatted(show.id(), claim);
  }

  private static String bestJson(int count, String section) {
    return section.isEmpty()
        ? "{\"quantity\":" + count + "}"
        : "{\"quantity\":%d,\"section\":\"%s\"}".formatted(count, section);
  }

  private static String holds(LoadShow show) {
    return "/api/v1/shows/" + show.id() + "/holds";
  }

  private static String queue(LoadShow show) {
    return "/api/v1/shows/" + show.id() + "/queue";
  }

  private static Asked queued(LoadShow show, String placeToken) {
    return Asked.NOTHING.in(show.id()).about(ReadableTokens.place(placeToken));
  }

  private static ClientCall placed(ClientCall call, String placeToken) {
    return placeToken.isEmpty() ? call : call.with("Stampede-Place", placeToken);
  }
}
