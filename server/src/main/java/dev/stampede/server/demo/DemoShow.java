package dev.stampede.server.demo;

import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.engine.show.Shows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A show to try things with, so that a newcomer has something to claim in the first minute. */
final class DemoShow {

  private static final String NAME = "Demo: one night only";
  private static final Duration IN_A_MONTH = Duration.ofDays(30);
  private static final int NEWEST = 1;

  private static final SeatMap MAP =
      new SeatMap(
          List.of(
              new Section.Mapped("A", 80, 12, 24),
              new Section.Mapped("B", 45, 8, 30),
              new Section.Open("GA", 20, 300)));

  private DemoShow() {}

  /** The newest show, whoever made it; where there is none, a new one on sale from now on. */
  static Show open(Shows shows) {
    return shows.list(Optional.empty(), NEWEST).shows().stream()
        .findFirst()
        .orElseGet(() -> create(shows));
  }

  private static Show create(Shows shows) {
    Instant now = shows.now();
    ShowSettings settings =
        new ShowSettings(
            now,
            ShowTerms.Gate.OPEN,
            ShowSettings.DEFAULT_SEATS_PER_HOLD,
            OptionalInt.empty(),
            ShowSettings.DEFAULT_HOLD,
            Optional.empty());
    return shows.create(new Shows.NewShow(NAME, now.plus(IN_A_MONTH), MAP, settings));
  }
}
