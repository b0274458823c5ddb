package dev.stampede.kafka;

import dev.stampede.consumer.EventFormat;
import dev.stampede.consumer.Message;
import dev.stampede.consumer.VersionedEvent;
import dev.stampede.engine.sale.ToldBooking;
import dev.stampede.engine.show.ShowId;
import tools.jackson.core.json.JsonFactory;

/** Reads our own events of bookings: the counterpart of {@link EventJson}. */
public final class ToldBookingFormat implements EventFormat<ToldBooking> {

  private final JsonFactory json = new JsonFactory();

  @Override
  public VersionedEvent<ToldBooking> read(Message message) {
    FlatJson event = FlatJson.of(json, message.value());
    // Events that were sent before there were epochs are of the first.
    long epoch = event.whole("epoch", VersionedEvent.FIRST_EPOCH);
    return new VersionedEvent<>(
        epoch,
        event.whole("version"),
        new ToldBooking(
            epoch, show(event.text("booking.showId")), isConfirmed(event.text("type"))));
  }

  private static boolean isConfirmed(String type) {
    return switch (type) {
      case "booking.confirmed" -> true;
      case "booking.cancelled" -> false;
      default -> throw new IllegalArgumentException("'" + type + "' is no event of a booking");
    };
  }

  private static ShowId show(String text) {
    return ShowId.parse(text)
        .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no show's id"));
  }
}
