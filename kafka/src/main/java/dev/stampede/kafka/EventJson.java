package dev.stampede.kafka;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.events.OutboxEvent;
import java.io.ByteArrayOutputStream;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Events as others read them; {@code docs/schemas} says the same in JSON Schema.
 *
 * <p>The same event is the same bytes however often it is sent: what is in it was written with it,
 * and nothing is said of when or by whom it was sent.
 */
final class EventJson {

  private static final int USUAL_BYTES = 384;

  private final JsonFactory json = new JsonFactory();

  byte[] of(OutboxEvent event) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
    try (JsonGenerator to = json.createGenerator(ObjectWriteContext.empty(), bytes)) {
      to.writeStartObject();
      switch (event) {
        case OutboxEvent.OfSeat seat -> write(to, seat);
        case OutboxEvent.OfBooking booking -> write(to, booking);
      }
      to.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator to, OutboxEvent.OfSeat told) {
    SeatEvent event = told.event();
    String show = event.show().toString();
    to.writeStringProperty(
        "eventId", show + "/" + told.seat() + "/" + event.version() + suffix(told));
    to.writeStringProperty(
        "type",
        switch (event.type()) {
          case HELD -> "seat.held";
          case RELEASED -> "seat.released";
          case SOLD -> "seat.sold";
        });
    to.writeStringProperty("showId", show);
    to.writeStringProperty("seat", told.seat());
    to.writeNumberProperty("epoch", told.epoch());
    to.writeNumberProperty("version", event.version());
    to.writeStringProperty(
        "reason",
        switch (event.reason()) {
          case CLAIMED -> "claimed";
          case GIVEN_BACK -> "given-back";
          case EXPIRED -> "expired";
          case MORE_TIME -> "more-time";
          case PAID -> "paid";
          case CANCELLED -> "cancelled";
        });
    to.writeStringProperty("holdId", event.hold().toString());
    if (event.booking().isPresent()) {
      to.writeStringProperty("bookingId", event.booking().get().toString());
    }
    to.writeStringProperty("buyer", event.buyer().sub());
    to.writeStringProperty("at", event.at().toString());
  }

  /** Versions begin again from where a rewind left them; an id never names two events. */
  private static String suffix(OutboxEvent told) {
    return told.epoch() == 1 ? "" : "/" + told.epoch();
  }

  private static void write(JsonGenerator to, OutboxEvent.OfBooking told) {
    Booking booking = told.booking();
    to.writeStringProperty("eventId", booking.id() + "/" + told.version() + suffix(told));
    to.writeStringProperty(
        "type",
        switch (booking.state()) {
          case CONFIRMED -> "booking.confirmed";
          case CANCELLED -> "booking.cancelled";
        });
    to.writeStringProperty("bookingId", booking.id().toString());
    to.writeNumberProperty("epoch", told.epoch());
    to.writeNumberProperty("version", told.version());
    to.writeStringProperty("buyer", booking.buyer().sub());
    to.writeStringProperty("at", booking.cancelledAt().orElse(booking.confirmedAt()).toString());
    to.writeObjectPropertyStart("booking");
    writeBooking(to, told);
    to.writeEndObject();
  }

  /** The booking as the API shows it; a test compares the two. */
  private static void writeBooking(JsonGenerator to, OutboxEvent.OfBooking told) {
    Booking booking = told.booking();
    to.writeStringProperty("id", booking.id().toString());
    to.writeStringProperty("showId", booking.show().toString());
    to.writeArrayPropertyStart("seats");
    told.seats().forEach(to::writeString);
    to.writeEndArray();
    to.writeNumberProperty("total", booking.total());
    if (booking.balance().isPresent()) {
      to.writeNumberProperty("balance", booking.balance().getAsLong());
    }
    if (booking.payment() instanceof Payment.Outside(String provider, String reference)) {
      to.writeObjectPropertyStart("payment");
      to.writeStringProperty("provider", provider);
      to.writeStringProperty("reference", reference);
      to.writeEndObject();
    }
    to.writeStringProperty("confirmedAt", booking.confirmedAt().toString());
    to.writeStringProperty("state", booking.state().name().toLowerCase(Locale.ROOT));
    if (booking.cancelledAt().isPresent()) {
      to.writeStringProperty("cancelledAt", booking.cancelledAt().get().toString());
      to.writeStringProperty("refund", booking.isRefundDue() ? "due-by-shop" : "points");
    }
  }
}
