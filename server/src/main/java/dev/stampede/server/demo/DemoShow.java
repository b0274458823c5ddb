package dev.stampede.server.demo;

import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.show.WaitingRoomSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** The shows to try things with, so that a newcomer has something to claim in the first minute. */
enum DemoShow {

  /** Without a line, so that one command buys a seat of it. */
  ONE_NIGHT("Demo: one night only") {

    @Override
    SeatMap map() {
      return new SeatMap(
          List.of(
              new Section.Mapped("A", 80, 12, 24),
              new Section.Mapped("B", 45, 8, 30),
              new Section.Open("GA", 20, 300)));
    }

    @Override
    ShowSettings settings(Instant now) {
      return settings(now, ShowSettings.DEFAULT_HOLD, Optional.empty());
    }

    // Any such show counts, whatever its origin: a second start must not add a second one.
    @Override
    boolean isLike(Show show) {
      return !show.settings().needsPass();
    }
  },

  /**
   * With a line, for a crowd of about two thousand: a dozen a second are let in and buy some twenty
   * seats, so that it sells out within two or three minutes and the last are turned away. Holds are
   * short, so that seats which people walked away from are seen to come back.
   */
  THE_RUSH("Demo: the rush") {

    @Override
    SeatMap map() {
      return new SeatMap(
          List.of(
              new Section.Mapped("A", 90, 20, 40),
              new Section.Mapped("B", 60, 20, 40),
              new Section.Mapped("C", 35, 12, 50),
              new Section.Open("GA", 20, 300)));
    }

    @Override
    ShowSettings settings(Instant now) {
      WaitingRoomSettings line =
          new WaitingRoomSettings(true, 12, 300, Duration.ofMinutes(1), false);
      return settings(now, Duration.ofSeconds(45), Optional.of(line));
    }

    @Override
    boolean isLike(Show show) {
      return show.name().equals(title())
          && show.settings().needsPass()
          && show.settings().saleSwitch() == SaleSwitch.OPEN;
    }
  };

  private static final Duration IN_A_MONTH = Duration.ofDays(30);
  private static final int NEWEST = 100;

  private final String title;

  DemoShow(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  abstract SeatMap map();

  abstract ShowSettings settings(Instant now);

  abstract boolean isLike(Show show);

  /** The newest that is like it and is wanted; where there is none, a new one on sale now. */
  Show open(Shows shows, Predicate<Show> wanted) {
    return shows.list(Optional.empty(), NEWEST).shows().stream()
        .filter(this::isLike)
        .filter(wanted)
        .findFirst()
        .orElseGet(() -> create(shows));
  }

  Show create(Shows shows) {
    Instant now = shows.now();
    return shows.create(new Shows.NewShow(title, now.plus(IN_A_MONTH), map(), settings(now)));
  }

  static ShowSettings settings(
      Instant now, Duration holdFor, Optional<WaitingRoomSettings> waitingRoom) {
    return new ShowSettings(
        now,
        SaleSwitch.OPEN,
        ShowSettings.DEFAULT_SEATS_PER_HOLD,
        OptionalInt.empty(),
        holdFor,
        waitingRoom);
  }
}
