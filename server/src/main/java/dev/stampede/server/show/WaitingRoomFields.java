package dev.stampede.server.show;

import dev.stampede.engine.show.WaitingRoomSettings;
import dev.stampede.server.http.Fields;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The fields of a waiting room that a request gave; a field that was not given stays as it was, or
 * is the default.
 *
 * <p>The record keeps the given fields and not settings, because a patch is applied to whatever is
 * there when its turn comes.
 */
record WaitingRoomFields(
    Optional<Boolean> enabled,
    Optional<Long> admitPerSecond,
    Optional<Long> maxActive,
    Optional<Long> passSeconds,
    Optional<Boolean> shuffleEarly) {

  private static final Set<String> NAMES =
      Set.of("enabled", "admitPerSecond", "maxActive", "passSeconds", "shuffleEarly");

  static WaitingRoomFields read(Fields fields) {
    fields.knowing(NAMES);
    return new WaitingRoomFields(
        fields.flag("enabled").optional(),
        fields.whole("admitPerSecond", 0, WaitingRoomSettings.MAX_ADMIT_PER_SECOND).optional(),
        fields.whole("maxActive", 1, WaitingRoomSettings.MAX_ACTIVE).optional(),
        fields
            .whole(
                "passSeconds",
                WaitingRoomSettings.MIN_PASS.toSeconds(),
                WaitingRoomSettings.MAX_PASS.toSeconds())
            .optional(),
        fields.flag("shuffleEarly").optional());
  }

  /** The same for a patch, where null would take away what a waiting room cannot be without. */
  static WaitingRoomFields readPatch(Fields fields) {
    for (String name : NAMES) {
      if (fields.isNull(name)) {
        fields.refuse(name, "is null and cannot be removed; give a value or leave it out");
      }
    }
    return read(fields);
  }

  WaitingRoomSettings over(WaitingRoomSettings before) {
    return new WaitingRoomSettings(
        enabled.orElse(before.enabled()),
        admitPerSecond.map(Long::intValue).orElse(before.admitPerSecond()),
        maxActive.map(Long::intValue).orElse(before.maxActive()),
        passSeconds.map(Duration::ofSeconds).orElse(before.passFor()),
        shuffleEarly.orElse(before.shuffleEarly()));
  }
}
