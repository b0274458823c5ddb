package dev.stampede.prove.check.judge;

import dev.stampede.prove.check.judge.Effect.What;
import dev.stampede.prove.check.judge.SmallHistory.BookingRow;
import dev.stampede.prove.check.judge.SmallHistory.EntryRow;
import dev.stampede.prove.check.judge.SmallHistory.Seat;
import dev.stampede.prove.check.judge.SmallHistory.SeatEvent;
import dev.stampede.prove.check.judge.SmallHistory.ShowRow;
import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.Meaning;
import dev.stampede.prove.history.RecordedCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The promises about order, by looking at every pair. */
final class TimeRules {

  /** A seat map is no older than that. */
  private static final long MAP_MICROS = 5_000_000;

  private static final int NOT_FOUND = 404;

  private final SmallHistory history;

  TimeRules(SmallHistory history) {
    this.history = history;
  }

  /** The operation that has made a version of a seat; none for an expiry. */
  private Optional<Effect> effect(SeatEvent event) {
    UUID id = SeatRules.moved(event);
    @Nullable What what =
        switch (event.change().reason()) {
          case 'c' -> What.HOLD;
          case 'p' -> What.BOOKING;
          case 'x' -> What.CANCELLATION;
          case 'g' -> What.RELEASE;
          default -> null;
        };
    return id == null || what == null ? Optional.empty() : existing(new Effect(what, id));
  }

  private Optional<Effect> effect(EntryRow entry) {
    return history.ledger().transfers().stream()
        .filter(row -> row.id().equals(entry.transfer()))
        .findFirst()
        .flatMap(
            row -> {
              UUID booking = row.booking();
              if (row.kind() == 't') {
                return existing(new Effect(What.TOP_UP, row.id()));
              }
              What what = row.kind() == 'p' ? What.BOOKING : What.CANCELLATION;
              return booking == null ? Optional.empty() : existing(new Effect(what, booking));
            });
  }

  private Optional<Effect> existing(Effect effect) {
    return Effect.of(history).contains(effect) ? Optional.of(effect) : Optional.empty();
  }

  /** Each history of a seat or a wallet, as the operations that made its versions. */
  private List<List<Optional<Effect>>> chains() {
    List<List<Optional<Effect>>> chains = new ArrayList<>();
    for (Seat seat : seats()) {
      chains.add(SeatRules.versions(history, seat).stream().map(this::effect).toList());
    }
    for (String buyer : buyers()) {
      chains.add(MoneyRules.statement(history, buyer).stream().map(this::effect).toList());
    }
    return chains;
  }

  private Set<Seat> seats() {
    Set<Seat> seats = new HashSet<>();
    history.sale().events().forEach(event -> seats.add(event.seat()));
    return seats;
  }

  private Set<String> buyers() {
    Set<String> buyers = new HashSet<>();
    history.ledger().entries().forEach(entry -> buyers.add(entry.buyer()));
    return buyers;
  }

  /** No operation comes before itself, however long the way. */
  boolean isThereAnOrder() {
    List<Effect> effects = Effect.of(history);
    int count = effects.size();
    boolean[][] before = new boolean[count][count];
    for (List<Optional<Effect>> chain : chains()) {
      for (int i = 0; i < chain.size(); i++) {
        for (int j = i + 1; j < chain.size(); j++) {
          if (chain.get(i).isPresent()
              && chain.get(j).isPresent()
              && !chain.get(i).equals(chain.get(j))) {
            before[effects.indexOf(chain.get(i).orElseThrow())][
                    effects.indexOf(chain.get(j).orElseThrow())] =
                true;
          }
        }
      }
    }
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
        long ended = effects.get(i).ended(history).orElse(Long.MAX_VALUE);
        before[i][j] |= ended < effects.get(j).began(history).orElse(-1);
      }
    }
    for (int way = 0; way < count; way++) {
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
          before[i][j] |= before[i][way] && before[way][j];
        }
      }
    }
    for (int i = 0; i < count; i++) {
      if (before[i][i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Says if a version may have been the current one at some moment from one time to another.
   *
   * @param chain the operations of all versions; version n is at index n - 1, and 0 is before all
   */
  private boolean isPossible(List<Optional<Effect>> chain, int version, long from, long to) {
    return since(chain, version) <= to
        && chain.stream()
            .skip(version)
            .flatMap(Optional::stream)
            .allMatch(later -> later.ended(history).orElse(Long.MAX_VALUE) >= from);
  }

  private long since(List<Optional<Effect>> chain, int version) {
    return chain.stream()
        .limit(version)
        .flatMap(Optional::stream)
        .mapToLong(effect -> effect.began(history).orElse(-1))
        .max()
        .orElse(-1);
  }

  boolean areWalletsReadRight() {
    return calls(CallKind.READ_WALLET).stream().allMatch(this::isBalanceOfItsTime);
  }

  private boolean isBalanceOfItsTime(RecordedCall call) {
    List<EntryRow> statement = MoneyRules.statement(history, call.buyer());
    List<Optional<Effect>> chain = statement.stream().map(this::effect).toList();
    for (int version = 0; version <= statement.size(); version++) {
      long balance = version == 0 ? 0 : statement.get(version - 1).line().balance();
      if (balance == call.answered().balance()
          && isPossible(chain, version, call.invokedMicros(), call.completedMicros())) {
        return true;
      }
    }
    return false;
  }

  boolean areSeatMapsRight() {
    for (RecordedCall call : calls(CallKind.READ_SEATS)) {
      for (int i = 0; i < call.asked().seats().size(); i++) {
        Seat seat = new Seat(call.asked().show(), call.asked().seats().get(i));
        if (!isShownRight(seat, call.answered().states().charAt(i), call)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isShownRight(Seat seat, char letter, RecordedCall call) {
    List<SeatEvent> versions = SeatRules.versions(history, seat);
    List<Optional<Effect>> chain = versions.stream().map(this::effect).toList();
    long from = call.invokedMicros() - MAP_MICROS;
    for (int version = 0; version <= versions.size(); version++) {
      char type = version == 0 ? 'r' : versions.get(version - 1).change().type();
      char state = type == 'r' ? 'f' : type;
      boolean isOver =
          state == 'h'
              && since(chain, version) + show(seat.show()).holdMicros() <= call.completedMicros();
      if ((state == letter || (letter == 'f' && isOver))
          && isPossible(chain, version, from, call.completedMicros())) {
        return true;
      }
    }
    return false;
  }

  private ShowRow show(long id) {
    return history.sale().shows().stream().filter(row -> row.id() == id).findFirst().orElseThrow();
  }

  private List<RecordedCall> calls(CallKind kind) {
    return history.calls().stream()
        .filter(call -> call.kind() == kind && call.meaning() == Meaning.DONE)
        .toList();
  }

  boolean areBookingsReadRight() {
    return history.calls().stream().allMatch(this::isReadRight);
  }

  private boolean isReadRight(RecordedCall call) {
    return switch (call.kind()) {
      case READ_BOOKING -> isBookingReadRight(call);
      case READ_HOLD -> isHoldReadRight(call);
      default -> true;
    };
  }

  private boolean isBookingReadRight(RecordedCall call) {
    UUID id = UUID.fromString(call.asked().subject());
    Optional<Effect> made = existing(new Effect(What.BOOKING, id));
    Optional<Effect> cancelled = existing(new Effect(What.CANCELLATION, id));
    if (call.answered().status() == NOT_FOUND) {
      boolean isTheirs =
          history.sale().bookings().stream()
              .anyMatch(row -> row.id().equals(id) && row.claimed().buyer().equals(call.buyer()));
      return !(isTheirs && isKnownBefore(made, call));
    }
    if (call.meaning() != Meaning.DONE) {
      return true;
    }
    return isBegunBy(made, call)
        && switch (call.answered().states()) {
          case "confirmed" -> !isKnownBefore(cancelled, call);
          case "cancelled" -> isBegunBy(cancelled, call);
          default -> true;
        };
  }

  private boolean isHoldReadRight(RecordedCall call) {
    UUID id = UUID.fromString(call.asked().subject());
    Optional<Effect> made = existing(new Effect(What.HOLD, id));
    if (call.answered().status() == NOT_FOUND) {
      boolean isTheirs =
          history.sale().holds().stream()
              .anyMatch(row -> row.id().equals(id) && row.claimed().buyer().equals(call.buyer()));
      return !(isTheirs && isKnownBefore(made, call));
    }
    Predicate<BookingRow> pays = row -> row.hold().equals(id);
    boolean isPaid =
        history.sale().bookings().stream()
            .filter(pays)
            .anyMatch(row -> isKnownBefore(existing(new Effect(What.BOOKING, row.id())), call));
    return call.meaning() != Meaning.DONE
        || (isBegunBy(made, call)
            && !isKnownBefore(existing(new Effect(What.RELEASE, id)), call)
            && !isPaid);
  }

  private boolean isKnownBefore(Optional<Effect> effect, RecordedCall call) {
    return effect.isPresent()
        && effect.get().ended(history).orElse(Long.MAX_VALUE) < call.invokedMicros();
  }

  private boolean isBegunBy(Optional<Effect> effect, RecordedCall call) {
    return effect.isPresent() && effect.get().began(history).orElse(-1) <= call.completedMicros();
  }
}
