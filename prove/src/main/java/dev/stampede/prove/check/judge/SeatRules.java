package dev.stampede.prove.check.judge;

import static java.util.stream.Collectors.toSet;

import dev.stampede.prove.check.judge.SmallHistory.BookingRow;
import dev.stampede.prove.check.judge.SmallHistory.HoldRow;
import dev.stampede.prove.check.judge.SmallHistory.Seat;
import dev.stampede.prove.check.judge.SmallHistory.SeatEvent;
import dev.stampede.prove.check.judge.SmallHistory.SeatRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The promises about seats, by walking along each seat's versions. */
final class SeatRules {

  private final SmallHistory history;

  SeatRules(SmallHistory history) {
    this.history = history;
  }

  /** The versions of one seat, in order. */
  static List<SeatEvent> versions(SmallHistory history, Seat seat) {
    return history.sale().events().stream()
        .filter(event -> event.seat().equals(seat))
        .sorted(Comparator.comparingInt(SeatEvent::version))
        .toList();
  }

  private Set<Seat> seats() {
    Set<Seat> seats = new HashSet<>();
    history.sale().seats().forEach(row -> seats.add(row.seat()));
    history.sale().events().forEach(event -> seats.add(event.seat()));
    return seats;
  }

  private Optional<HoldRow> hold(UUID id) {
    return history.sale().holds().stream().filter(row -> row.id().equals(id)).findFirst();
  }

  /** A seat's events in pairs: each with the one before, if there is one. */
  private record Step(@Nullable SeatEvent before, SeatEvent event) {

    boolean follows(char type) {
      return before != null && before.change().type() == type;
    }

    boolean isOfTheSameHold() {
      return before != null && before.owner().hold().equals(event.owner().hold());
    }

    boolean is(char type, char reason) {
      return event.change().type() == type && event.change().reason() == reason;
    }
  }

  private List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (Seat seat : seats()) {
      SeatEvent before = null;
      for (SeatEvent event : versions(history, seat)) {
        steps.add(new Step(before, event));
        before = event;
      }
    }
    return steps;
  }

  boolean isOneSaleLive() {
    for (Step step : steps()) {
      if (step.follows('h') && !isLeftToItsOwner(step)) {
        return false;
      }
      if (!step.follows('s') || step.before() == null) {
        continue;
      }
      UUID sold = step.before().owner().booking();
      boolean isCancelled =
          step.is('r', 'x') && Objects.equals(sold, step.event().owner().booking());
      if (!isCancelled) {
        return false;
      }
    }
    Set<Seat> sold = new HashSet<>();
    for (BookingRow booking : history.sale().bookings()) {
      for (int number : booking.claimed().seats()) {
        if (booking.cancelledAt() == null
            && !sold.add(new Seat(booking.claimed().show(), number))) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isLeftToItsOwner(Step step) {
    Optional<HoldRow> hold = hold(step.event().owner().hold());
    return step.isOfTheSameHold()
        && (!step.is('r', 'g') || hold.isEmpty() || hold.get().state() == 'r');
  }

  boolean isNothingConfirmedLate() {
    for (Step step : steps()) {
      SeatEvent event = step.event();
      boolean isSale = event.change().type() == 's';
      if (isSale && step.follows('h') && !step.isOfTheSameHold()) {
        return false;
      }
      for (SeatEvent earlier : versions(history, event.seat())) {
        if (isSale
            && earlier.version() < event.version()
            && earlier.change().reason() == 'g'
            && earlier.owner().hold().equals(event.owner().hold())) {
          return false;
        }
      }
      Optional<HoldRow> hold = hold(event.owner().hold());
      if (step.follows('h') && step.isOfTheSameHold() && hold.isPresent()) {
        boolean isOver = event.at() >= hold.get().expiresAt();
        boolean isRight =
            switch (event.change().reason()) {
              case 'e' -> isOver;
              case 'g', 'p' -> !isOver;
              default -> true;
            };
        if (!isRight) {
          return false;
        }
      }
    }
    return true;
  }

  boolean isHistoryWhole() {
    return steps().stream().allMatch(this::isNext)
        && seats().stream().allMatch(this::endsAsItsRow)
        && steps().stream().allMatch(step -> isAsTheTablesHaveIt(step.event()))
        && history.sale().holds().stream().allMatch(this::isInItsState)
        && soldSeats().equals(bookedSeats());
  }

  private boolean isNext(Step step) {
    int last = step.before() == null ? 0 : step.before().version();
    if (step.event().version() != last + 1) {
      return false;
    }
    if (step.is('h', 'c')) {
      return step.before() == null || step.follows('r');
    }
    if (step.is('r', 'g') || step.is('r', 'e')) {
      return step.follows('h') && step.isOfTheSameHold();
    }
    if (step.is('r', 'x')) {
      return step.follows('s') && step.isOfTheSameHold();
    }
    return step.is('s', 'p');
  }

  private boolean endsAsItsRow(Seat seat) {
    List<SeatEvent> versions = versions(history, seat);
    List<SeatRow> rows =
        history.sale().seats().stream()
            .filter(row -> row.seat().equals(seat) && (row.version() > 0 || row.state() != 'f'))
            .toList();
    if (versions.isEmpty() || rows.isEmpty()) {
      return versions.isEmpty() && rows.isEmpty();
    }
    SeatEvent last = versions.getLast();
    char state = last.change().type() == 'r' ? 'f' : last.change().type();
    return rows.stream()
        .allMatch(
            row ->
                row.version() == last.version()
                    && row.state() == state
                    && (state == 'f'
                        || (last.owner().hold().equals(row.hold())
                            && last.owner().buyer().equals(row.buyer()))));
  }

  private boolean isAsTheTablesHaveIt(SeatEvent event) {
    if (event.change().type() == 'h') {
      return history.sale().holds().stream()
          .filter(row -> row.id().equals(event.owner().hold()))
          .allMatch(row -> isOf(row.claimed(), event));
    }
    if (event.change().type() == 's') {
      return history.sale().bookings().stream()
          .filter(row -> row.id().equals(event.owner().booking()))
          .allMatch(row -> isOf(row.claimed(), event) && row.hold().equals(event.owner().hold()));
    }
    return true;
  }

  private static boolean isOf(SmallHistory.Claimed row, SeatEvent event) {
    return row.buyer().equals(event.owner().buyer()) && row.show() == event.seat().show();
  }

  private boolean isInItsState(HoldRow hold) {
    boolean isBooked =
        history.sale().bookings().stream().anyMatch(row -> row.hold().equals(hold.id()));
    if ((hold.state() == 'p') != isBooked) {
      return false;
    }
    boolean hasSeat =
        history.sale().seats().stream()
            .filter(row -> hold.id().equals(row.hold()))
            .anyMatch(row -> wasClaimedBy(row.seat(), hold.id()));
    return hold.state() == 'l' || hold.state() == 'p' || !hasSeat;
  }

  private boolean wasClaimedBy(Seat seat, UUID hold) {
    return versions(history, seat).stream()
        .anyMatch(event -> event.change().reason() == 'c' && event.owner().hold().equals(hold));
  }

  private Set<Seat> soldSeats() {
    return history.sale().seats().stream()
        .filter(row -> row.state() == 's')
        .map(SeatRow::seat)
        .collect(toSet());
  }

  private Set<Seat> bookedSeats() {
    Set<Seat> booked = new HashSet<>();
    for (BookingRow booking : history.sale().bookings()) {
      if (booking.cancelledAt() == null) {
        booking
            .claimed()
            .seats()
            .forEach(number -> booked.add(new Seat(booking.claimed().show(), number)));
      }
    }
    return booked;
  }

  boolean isAllOrNone() {
    for (HoldRow hold : history.sale().holds()) {
      if (!isMovedAtOnce(hold.id(), 'c', hold.claimed().seats())) {
        return false;
      }
    }
    for (BookingRow booking : history.sale().bookings()) {
      if (!isMovedAtOnce(booking.id(), 'p', booking.claimed().seats())
          || (booking.cancelledAt() != null
              && !isMovedAtOnce(booking.id(), 'x', booking.claimed().seats()))) {
        return false;
      }
    }
    return history.sale().events().stream().allMatch(this::isSomebodys)
        && history.calls().stream().allMatch(AnswerRules::isGivenWhatItAskedFor);
  }

  /** The id under which a change was made: that of a booking or of a hold. */
  static @Nullable UUID moved(SeatEvent event) {
    return event.change().type() == 's' || event.change().reason() == 'x'
        ? event.owner().booking()
        : event.owner().hold();
  }

  private boolean isMovedAtOnce(UUID id, char reason, List<Integer> seats) {
    List<SeatEvent> events =
        history.sale().events().stream()
            .filter(event -> event.change().reason() == reason && id.equals(moved(event)))
            .toList();
    return !events.isEmpty()
        && Effect.same(seats, events.stream().map(event -> event.seat().number()).toList())
        && events.stream().map(SeatEvent::at).collect(toSet()).size() == 1;
  }

  private boolean isSomebodys(SeatEvent event) {
    UUID id = moved(event);
    return switch (event.change().reason()) {
      case 'c' -> history.sale().holds().stream().anyMatch(row -> row.id().equals(id));
      case 'p' -> history.sale().bookings().stream().anyMatch(row -> row.id().equals(id));
      case 'x' ->
          history.sale().bookings().stream()
              .anyMatch(row -> row.id().equals(id) && row.cancelledAt() != null);
      default -> true;
    };
  }
}
