package dev.stampede.server.show;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows.Counts;
import dev.stampede.engine.show.WaitingRoomSettings;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A show as clients see it.
 *
 * @param stale true where it is from before the database went away
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ShowReply(
    String id,
    String name,
    Instant startsAt,
    Instant saleOpensAt,
    boolean paused,
    boolean closed,
    List<SectionReply> sections,
    int maxSeatsPerHold,
    @Nullable Integer maxSeatsPerBuyer,
    long holdSeconds,
    @Nullable WaitingRoomReply waitingRoom,
    int free,
    int held,
    int sold,
    int version,
    Instant now,
    @Nullable Boolean stale) {

  /** Rows of seats, or a capacity. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SectionReply(
      String name,
      long price,
      @Nullable Integer rows,
      @Nullable Integer seatsPerRow,
      @Nullable Integer capacity) {

    static SectionReply of(Section section) {
      return switch (section) {
        case Section.Mapped mapped ->
            new SectionReply(
                mapped.name(), mapped.price(), mapped.rows(), mapped.seatsPerRow(), null);
        case Section.Open open ->
            new SectionReply(open.name(), open.price(), null, null, open.capacity());
      };
    }
  }

  record WaitingRoomReply(
      boolean enabled, int admitPerSecond, int maxActive, long passSeconds, boolean shuffleEarly) {

    static WaitingRoomReply of(WaitingRoomSettings room) {
      return new WaitingRoomReply(
          room.enabled(),
          room.admitPerSecond(),
          room.maxActive(),
          room.passFor().toSeconds(),
          room.shuffleEarly());
    }
  }

  static ShowReply of(Show show, Counts counts, Instant now) {
    return of(show, counts, now, false);
  }

  /** A show as it was when the database was last there. */
  static ShowReply stale(Show show, Counts counts, Instant now) {
    return of(show, counts, now, true);
  }

  private static ShowReply of(Show show, Counts counts, Instant now, boolean stale) {
    ShowSettings settings = show.settings();
    return new ShowReply(
        show.id().toString(),
        show.name(),
        show.startsAt(),
        settings.saleOpensAt(),
        settings.saleSwitch() == SaleSwitch.PAUSED,
        settings.saleSwitch() == SaleSwitch.CLOSED,
        show.map().sections().stream().map(SectionReply::of).toList(),
        settings.maxSeatsPerHold(),
        settings.maxSeatsPerBuyer().isPresent()
            ? (Integer) settings.maxSeatsPerBuyer().getAsInt()
            : null,
        settings.holdFor().toSeconds(),
        settings.waitingRoom().map(WaitingRoomReply::of).orElse(null),
        counts.free(),
        counts.held(),
        counts.sold(),
        show.version(),
        now,
        stale ? true : null);
  }
}
