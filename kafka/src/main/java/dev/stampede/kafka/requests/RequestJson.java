package dev.stampede.kafka.requests;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request as it waits in Kafka: everything that it is decided by, so that whoever takes it needs
 * to ask nobody. Seats are numbers, as everywhere inside; the pass is its number alone, for it was
 * judged when the request was accepted.
 */
final class RequestJson {

  /**
   * The form that this version writes; it reads this form and all before it. Anything that changes
   * what a request means is a new form, a new field included: a server that does not know the form
   * leaves the request to one that does. The moment of acceptance is at the same place in all
   * forms.
   */
  static final int FORM = 1;

  private static final JsonMapper MAPPER = new JsonMapper();

  private final int form;

  /** Another form than today's is for tests, which stand in for the next version. */
  RequestJson(int form) {
    this.form = form;
  }

  byte[] write(BookingRequest request) {
    Claim.Paying claim = request.claim();
    ObjectNode json = MAPPER.createObjectNode();
    json.put("form", form);
    json.put("requestId", request.id().toString());
    json.put("acceptedAt", request.acceptedAt().toString());
    json.put("showId", claim.show().toString());
    json.put("buyer", claim.buyer().sub());
    json.put("bookingId", claim.id().toString());
    switch (claim) {
      case Claim.Book book -> {
        if (!(book.payment() instanceof Payment.Points)) {
          throw new IllegalArgumentException("only what is paid with points waits in Kafka");
        }
        json.put("holdId", book.hold().toString());
      }
      case Claim.Buy buy -> {
        json.put("newHoldId", buy.hold().toString());
        write(buy.wanted(), json);
        write(buy.pass(), json);
      }
    }
    claim
        .operation()
        .ifPresent(
            operation ->
                json.putObject("operation")
                    .put("id", operation.id())
                    .put("fingerprint", operation.fingerprint()));
    return MAPPER.writeValueAsBytes(json);
  }

  private static void write(Wanted wanted, ObjectNode json) {
    switch (wanted) {
      case Wanted.Seats seats -> {
        ArrayNode numbers = json.putArray("seats");
        seats.numbers().forEach(numbers::add);
      }
      case Wanted.Best best -> {
        ObjectNode wish = json.putObject("best").put("quantity", best.quantity());
        best.section().ifPresent(section -> wish.put("section", section));
        best.maxPrice().ifPresent(price -> wish.put("maxPrice", price));
      }
    }
  }

  private static void write(ShownPass pass, ObjectNode json) {
    switch (pass) {
      case ShownPass.NotAsked _ -> {}
      case ShownPass.Good good -> json.put("pass", good.number());
      case ShownPass.Taken taken -> json.put("pass", taken.number());
      case ShownPass.Missing _, ShownPass.Unusable _ ->
          throw new IllegalArgumentException("a request without a good pass is not accepted");
    }
  }

  /** A request as it was read, or as much of it as this version understands. */
  sealed interface Read {

    record Understood(BookingRequest request) implements Read {}

    /**
     * One of a form that this version does not read.
     *
     * @param acceptedAt empty where it does not say that either
     */
    record NotUnderstood(String why, Optional<Instant> acceptedAt) implements Read {}
  }

  Read read(byte[] value) {
    Optional<Instant> acceptedAt = Optional.empty();
    try {
      JsonNode json = MAPPER.readTree(value);
      acceptedAt = Optional.of(Instant.parse(text(json, "acceptedAt")));
      int written = json.path("form").asInt(0);
      return written >= 1 && written <= form
          ? new Read.Understood(read(json))
          : new Read.NotUnderstood(
              "it has form %d, and this version reads 1..%d".formatted(written, form), acceptedAt);
    } catch (JacksonException | IllegalArgumentException | DateTimeException notOne) {
      // Its own words may quote the request, and the reason is shown where anybody may look.
      return new Read.NotUnderstood(
          "this version cannot read it (%s)".formatted(notOne.getClass().getSimpleName()),
          acceptedAt);
    }
  }

  private static BookingRequest read(JsonNode json) {
    ShowId show =
        ShowId.parse(text(json, "showId"))
            .orElseThrow(() -> new IllegalArgumentException("no show has such an id"));
    Buyer buyer = new Buyer(text(json, "buyer"));
    BookingId booking = new BookingId(uuid(json, "bookingId"));
    Optional<Operation> operation =
        json.has("operation")
            ? Optional.of(
                new Operation(
                    text(json.path("operation"), "id"),
                    text(json.path("operation"), "fingerprint")))
            : Optional.empty();
    Claim.Paying claim =
        json.has("holdId")
            ? new Claim.Book(
                show,
                buyer,
                operation,
                booking,
                new HoldId(uuid(json, "holdId")),
                new Payment.Points())
            : new Claim.Buy(
                show,
                buyer,
                operation,
                booking,
                new HoldId(uuid(json, "newHoldId")),
                wanted(json),
                json.has("pass")
                    ? new ShownPass.Taken(json.required("pass").longValue())
                    : new ShownPass.NotAsked());
    return new BookingRequest(
        new BookingRequestId(uuid(json, "requestId")),
        Instant.parse(text(json, "acceptedAt")),
        claim);
  }

  private static Wanted wanted(JsonNode json) {
    if (json.has("seats")) {
      List<Integer> numbers = new ArrayList<>();
      json.required("seats").forEach(number -> numbers.add(number.intValue()));
      return new Wanted.Seats(numbers);
    }
    JsonNode best = json.required("best");
    return new Wanted.Best(
        best.required("quantity").intValue(),
        best.has("section")
            ? OptionalInt.of(best.required("section").intValue())
            : OptionalInt.empty(),
        best.has("maxPrice")
            ? OptionalLong.of(best.required("maxPrice").longValue())
            : OptionalLong.empty());
  }

  private static String text(JsonNode json, String field) {
    return json.required(field).stringValue();
  }

  private static UUID uuid(JsonNode json, String field) {
    return UUID.fromString(text(json, field));
  }
}
