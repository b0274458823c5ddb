package dev.stampede.kafka;

import dev.stampede.engine.sale.SaleEvent;
import dev.stampede.engine.sale.SaleEvent.Change;
import dev.stampede.engine.show.ShowId;
import dev.stampede.kafka.consumer.EventFormat;
import dev.stampede.kafka.consumer.Message;
import dev.stampede.kafka.consumer.Versioned;
import java.time.Instant;
import tools.jackson.core.json.JsonFactory;

/** Reads our own events as what counts in statistics: the counterpart of {@link EventJson}. */
public final class SaleEventFormat implements EventFormat<SaleEvent> {

  private final JsonFactory json = new JsonFactory();

  @Override
  public Versioned<SaleEvent> read(Message message) {
    FlatJson event = FlatJson.of(json, message.value());
    // Events that were sent before there were epochs are of the first.
    long epoch = event.whole("epoch", Versioned.FIRST_EPOCH);
    return new Versioned<>(epoch, event.whole("version"), event(epoch, event));
  }

  private static SaleEvent event(long epoch, FlatJson event) {
    String type = event.text("type");
    Instant at = Instant.parse(event.text("at"));
    return switch (type) {
      case "seat.held", "seat.released", "seat.sold" ->
          new SaleEvent.OfSeat(
              epoch,
              show(event.text("showId")),
              at,
              section(event.text("seat")),
              change(event, type));
      case "booking.confirmed", "booking.cancelled" ->
          new SaleEvent.OfBooking(
              epoch, show(event.text("booking.showId")), at, type.equals("booking.confirmed"));
      default -> throw new IllegalArgumentException("'" + type + "' is no type of event");
    };
  }

  private static ShowId show(String text) {
    return ShowId.parse(text)
        .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no show's id"));
  }

  /** What stands before the first dash of a seat's label; names of sections have none. */
  private static String section(String seat) {
    int dash = seat.indexOf('-');
    if (dash < 1) {
      throw new IllegalArgumentException("'" + seat + "' is no label of a seat");
    }
    return seat.substring(0, dash);
  }

  private static Change change(FlatJson event, String type) {
    String reason = event.text("reason");
    return switch (type + " " + reason) {
      case "seat.held claimed" -> Change.HELD;
      case "seat.held more-time" -> Change.MORE_TIME;
      case "seat.sold paid" -> Change.SOLD;
      case "seat.released given-back" -> Change.GIVEN_BACK;
      case "seat.released expired" -> Change.LAPSED;
      case "seat.released cancelled" -> Change.CANCELLED;
      default ->
          throw new IllegalArgumentException("'%s' is no reason for '%s'".formatted(reason, type));
    };
  }
}
