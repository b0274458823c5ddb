package dev.stampede.server.show;

import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows.NewShow;
import dev.stampede.engine.show.WaitingRoomSettings;
import dev.stampede.server.http.Fields;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Reads a show that is to be created. */
final class NewShowFields {

  static final int MAX_NAME_CHARS = 200;

  private static final Set<String> NAMES =
      Set.of(
          "name",
          "startsAt",
          "saleOpensAt",
          "sections",
          "maxSeatsPerHold",
          "maxSeatsPerBuyer",
          "holdSeconds",
          "waitingRoom");

  private NewShowFields() {}

  /**
   * The show, if all of it is good.
   *
   * @param now when the sale opens if nothing is said
   */
  static NewShow read(JsonNode json, Supplier<Instant> now) {
    Fields body = Fields.of(json).knowing(NAMES);
    Optional<String> name = body.text("name", 1, MAX_NAME_CHARS).required();
    Optional<Instant> startsAt = body.time("startsAt").required();
    Optional<Instant> saleOpensAt = body.time("saleOpensAt").optional();
    List<Section> sections = new SectionFields(body).read();
    long perHold =
        body.whole("maxSeatsPerHold", 1, ShowSettings.MAX_SEATS_PER_HOLD)
            .orElse((long) ShowSettings.DEFAULT_SEATS_PER_HOLD);
    Optional<Long> perBuyer =
        body.whole("maxSeatsPerBuyer", 1, ShowSettings.MAX_SEATS_PER_BUYER).optional();
    Duration holdFor = holdSeconds(body).orElse(ShowSettings.DEFAULT_HOLD);
    Optional<WaitingRoomSettings> waitingRoom =
        body.object("waitingRoom")
            .optional()
            .map(room -> WaitingRoomFields.read(room).over(WaitingRoomSettings.DEFAULT));
    body.requireGood();
    return new NewShow(
        name.orElseThrow(),
        startsAt.orElseThrow(),
        new SeatMap(sections),
        new ShowSettings(
            saleOpensAt.orElseGet(now),
            SaleSwitch.OPEN,
            (int) perHold,
            perBuyer.map(limit -> OptionalInt.of(limit.intValue())).orElse(OptionalInt.empty()),
            holdFor,
            waitingRoom));
  }

  static Optional<Duration> holdSeconds(Fields body) {
    return body.whole(
            "holdSeconds", ShowSettings.MIN_HOLD.toSeconds(), ShowSettings.MAX_HOLD.toSeconds())
        .optional()
        .map(Duration::ofSeconds);
  }
}
