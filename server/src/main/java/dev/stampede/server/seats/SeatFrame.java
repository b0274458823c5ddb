package dev.stampede.server.seats;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatBoard.Shown;
import dev.stampede.engine.seats.SeatBoard.Update;
import dev.stampede.engine.show.SeatMap;

/** One event as bytes, shared by all who stand where it begins. */
final class SeatFrame {

  private static final byte[] NOTHING = {};

  private final Position from;
  private final Position to;
  private final byte[] bytes;

  private SeatFrame(Position from, Position to, byte[] bytes) {
    this.from = from;
    this.to = to;
    this.bytes = bytes;
  }

  /** Returns the first frame of a feed: it has nothing for a watcher at that position. */
  static SeatFrame start(Position at) {
    return new SeatFrame(at, at, NOTHING);
  }

  /** Takes somebody from a position to where the update leads. */
  static SeatFrame of(Position from, Update update, SeatMap map) {
    return switch (update) {
      case Update.Changes changes ->
          new SeatFrame(
              from, changes.now(), changes.seats().isEmpty() ? NOTHING : encoded(changes, map));
      case Update.Reset(Position now) ->
          new SeatFrame(
              from, now, ("event: reset\nid: " + now + "\ndata: {}\n\n").getBytes(US_ASCII));
    };
  }

  /** Labels are letters, digits and dashes: nothing to escape. */
  private static byte[] encoded(Update.Changes changes, SeatMap map) {
    StringBuilder text = new StringBuilder(64 + 40 * changes.seats().size());
    text.append("event: changes\nid: ").append(changes.now()).append("\ndata: {\"changes\":[");
    String comma = "";
    for (Shown shown : changes.seats()) {
      text.append(comma)
          .append("{\"seat\":\"")
          .append(map.label(shown.seat()))
          .append("\",\"state\":\"")
          .append(shown.state().letter())
          .append("\"}");
      comma = ",";
    }
    return text.append("]}\n\n").toString().getBytes(US_ASCII);
  }

  /** An id without an event: a client that has to reconnect knows from where. */
  static byte[] hello(Position at) {
    return ("retry: 1000\nid: " + at + "\n\n").getBytes(US_ASCII);
  }

  Position from() {
    return from;
  }

  Position to() {
    return to;
  }

  byte[] bytes() {
    return bytes;
  }
}
