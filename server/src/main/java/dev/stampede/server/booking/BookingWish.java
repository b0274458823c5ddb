package dev.stampede.server.booking;

import dev.stampede.engine.claim.Payment;
import dev.stampede.server.claim.WantedSeats;
import dev.stampede.server.http.Fields;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The body of a request to the bookings: one of three forms, told apart by their fields. Each wrong
 * mixture of them has its own error message.
 */
sealed interface BookingWish {

  /** Pay the caller's own hold with points: {@code {holdId}}. */
  record PayWithPoints(String hold) implements BookingWish {}

  /** Anybody's hold has been paid elsewhere: {@code {holdId, payment}}, from a shop. */
  record PaidOutside(String hold, Payment.Outside payment) implements BookingWish {}

  /**
   * Claim seats and pay them in one step: {@code {showId, seats}} or {@code {showId, best}}.
   *
   * @param body what is left to read: which seats there can be, only the show knows
   */
  record Buy(String show, Fields body) implements BookingWish {}

  /** It may not be, or it is none. */
  record Refused(Problem problem) implements BookingWish {}

  /** The payments that the token allows: with points, and outside. */
  record Rights(boolean points, boolean outside) {}

  /** Longer than any id we give; a longer one is refused before it is looked for. */
  int MAX_ID_CHARS = 64;

  /** Reads the wish; a body that fits no form is answered for the handler. */
  static BookingWish read(JsonNode json, Rights rights) {
    Fields body = Fields.of(json).knowing(names());
    if (body.isPresent("payment") && !rights.outside()) {
      return new Refused(
          Problem.of(
              ProblemType.FORBIDDEN,
              "only the role shop may send payment, which it vouches for; leave it out to pay"
                  + " with points"));
    }
    Optional<String> hold = body.text("holdId", 1, MAX_ID_CHARS).optional();
    Optional<String> show = body.text("showId", 1, MAX_ID_CHARS).optional();
    Optional<Payment.Outside> payment =
        body.object("payment").optional().flatMap(BookingWish::payment);
    refuseMixtures(body);
    if (body.isPresent("holdId")) {
      if (!body.isPresent("payment") && !rights.points()) {
        body.refuse(
            "payment",
            "is missing; a shop pays outside: give provider and reference (only the hold's buyer"
                + " pays with points)");
      }
      body.requireGood();
      String id = hold.orElseThrow();
      return payment
          .<BookingWish>map(outside -> new PaidOutside(id, outside))
          .orElseGet(() -> new PayWithPoints(id));
    }
    if (body.isPresent("showId") && !rights.points()) {
      return new Refused(
          Problem.of(
              ProblemType.FORBIDDEN,
              "buying in one step needs the role buyer; a shop pays a buyer's hold: give holdId and"
                  + " payment"));
    }
    if (show.isEmpty()) {
      body.requireGood();
    }
    return new Buy(show.orElseThrow(), body);
  }

  private static Set<String> names() {
    Set<String> names = new HashSet<>(WantedSeats.NAMES);
    names.addAll(Set.of("holdId", "showId", "payment"));
    return names;
  }

  private static void refuseMixtures(Fields body) {
    boolean hold = body.isPresent("holdId");
    boolean show = body.isPresent("showId");
    if (hold && show) {
      body.refuse(
          "showId",
          "cannot come with holdId; give holdId to pay a hold, or showId to buy in one step");
    }
    for (String seats : WantedSeats.NAMES) {
      if (hold && !show && body.isPresent(seats)) {
        body.refuse(seats, "cannot come with holdId, as a hold has its seats; give holdId alone");
      }
    }
    if (!hold && body.isPresent("payment")) {
      body.refuse("payment", "is for a hold; give holdId with it");
    }
    if (!hold && !show) {
      boolean seats = WantedSeats.NAMES.stream().anyMatch(body::isPresent);
      body.refuse(
          seats ? "showId" : "holdId",
          seats
              ? "is missing; give the id of the show whose seats they are"
              : "or showId is missing; give holdId to pay a hold, or showId and seats to buy in"
                  + " one step");
    }
  }

  private static Optional<Payment.Outside> payment(Fields fields) {
    fields.knowing(Set.of("provider", "reference"));
    Optional<String> provider =
        fields.text("provider", 1, Payment.Outside.MAX_PROVIDER_CHARS).required();
    Optional<String> reference =
        fields.text("reference", 1, Payment.Outside.MAX_REFERENCE_CHARS).required();
    return provider.isPresent() && reference.isPresent()
        ? Optional.of(new Payment.Outside(provider.get(), reference.get()))
        : Optional.empty();
  }
}
