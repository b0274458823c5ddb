package dev.stampede.server.show;

import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.WaitingRoomSettings;
import dev.stampede.server.http.Fields;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * A change of a show's settings, as a JSON merge patch says it.
 *
 * <p>It is applied to the settings as they are when its turn comes, and more than once if it has to
 * be tried again.
 */
record ShowPatch(
    Optional<Boolean> paused,
    Optional<Boolean> closed,
    Optional<Instant> saleOpensAt,
    Optional<Duration> holdFor,
    WaitingRoomChange waitingRoom)
    implements UnaryOperator<ShowSettings> {

  private static final SortedSet<String> CHANGEABLE =
      new TreeSet<>(Set.of("paused", "closed", "saleOpensAt", "holdSeconds", "waitingRoom"));

  /** These a show has for good: seats are counted, numbered and sold by them. */
  private static final Set<String> FIXED =
      Set.of(
          "id",
          "name",
          "startsAt",
          "sections",
          "maxSeatsPerHold",
          "maxSeatsPerBuyer",
          "version",
          "free",
          "held",
          "sold",
          "now");

  /** The change to the waiting room. */
  sealed interface WaitingRoomChange {
    record Kept() implements WaitingRoomChange {}

    record Removed() implements WaitingRoomChange {}

    record Merged(WaitingRoomFields fields) implements WaitingRoomChange {}
  }

  static ShowPatch read(JsonNode json) {
    Fields body = Fields.of(json);
    for (String name : FIXED) {
      if (body.has(name)) {
        body.refuse(name, "cannot be changed; you can change " + String.join(", ", CHANGEABLE));
      }
    }
    body.knowing(CHANGEABLE, FIXED);
    for (String name : CHANGEABLE) {
      if (body.isNull(name) && !name.equals("waitingRoom")) {
        body.refuse(name, "is null and cannot be removed; give a value or leave it out");
      }
    }
    ShowPatch patch =
        new ShowPatch(
            body.flag("paused").optional(),
            body.flag("closed").optional(),
            body.time("saleOpensAt").optional(),
            NewShowFields.holdSeconds(body),
            waitingRoom(body));
    body.requireGood();
    return patch;
  }

  private static WaitingRoomChange waitingRoom(Fields body) {
    if (body.isNull("waitingRoom")) {
      return new WaitingRoomChange.Removed();
    }
    return body.object("waitingRoom")
        .optional()
        .<WaitingRoomChange>map(
            room -> new WaitingRoomChange.Merged(WaitingRoomFields.readPatch(room)))
        .orElseGet(WaitingRoomChange.Kept::new);
  }

  @Override
  public ShowSettings apply(ShowSettings before) {
    return new ShowSettings(
        saleOpensAt.orElse(before.saleOpensAt()),
        saleSwitch(before.saleSwitch()),
        before.maxSeatsPerHold(),
        before.maxSeatsPerBuyer(),
        holdFor.orElse(before.holdFor()),
        switch (waitingRoom) {
          case WaitingRoomChange.Kept _ -> before.waitingRoom();
          case WaitingRoomChange.Removed _ -> Optional.empty();
          case WaitingRoomChange.Merged merged ->
              Optional.of(
                  merged.fields().over(before.waitingRoom().orElse(WaitingRoomSettings.DEFAULT)));
        });
  }

  /** Closed wins: a show that is closed is not paused beside it. A closed one may open again. */
  private SaleSwitch saleSwitch(SaleSwitch before) {
    if (closed.orElse(before == SaleSwitch.CLOSED)) {
      return SaleSwitch.CLOSED;
    }
    return paused.orElse(before == SaleSwitch.PAUSED) ? SaleSwitch.PAUSED : SaleSwitch.OPEN;
  }
}
