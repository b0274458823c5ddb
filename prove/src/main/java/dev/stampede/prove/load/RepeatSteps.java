package dev.stampede.prove.load;

import dev.stampede.prove.history.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Repeats calls whose answers are stored: as they were, and with another body. */
final class RepeatSteps {

  private final CallMaker calls;
  private final ClientMemory memory;

  RepeatSteps(CallMaker calls, ClientMemory memory) {
    this.calls = calls;
    this.memory = memory;
  }

  /** The answer must be the stored one, however long ago the first was. */
  void repeat() throws InterruptedException {
    Optional<ClientCall> past = memory.somePast();
    if (past.isPresent()) {
      var _ = calls.once(past.get());
    }
  }

  /** The answer must be 422 and nothing may change. */
  void changeBody() throws InterruptedException {
    Optional<ClientCall> changed = memory.somePast().flatMap(this::changed);
    if (changed.isPresent()) {
      var _ = calls.settled(changed.get());
    }
  }

  private Optional<ClientCall> changed(ClientCall call) {
    return switch (call.kind()) {
      case TOP_UP -> {
        long amount = call.asked().amount() + 1;
        yield Optional.of(call.asking(call.asked().amount(amount), "{\"amount\":" + amount + "}"));
      }
      case HOLD -> Optional.of(otherSeats(call, ""));
      case BOOK_NOW ->
          call.seats().isEmpty() ? Optional.empty() : Optional.of(otherSeats(call, "now"));
      case BOOK ->
          memory
              .someHold()
              .filter(hold -> hold.buyer().equals(call.buyer()))
              .map(
                  hold ->
                      call.asking(call.asked().about(hold.id()), ClientCalls.paying(hold.id())));
      default -> Optional.empty();
    };
  }

  private ClientCall otherSeats(ClientCall call, String oneStep) {
    LoadShow show = calls.parts().shows().of(call.asked().show());
    List<Integer> seats = new ArrayList<>(call.seats());
    int other = show.next(seats.getFirst());
    seats.removeIf(seat -> seat == other);
    seats.addFirst(other);
    Asked asked = call.asked().seats(seats);
    String labels = "\"seats\":" + show.labels().json(seats);
    return call.asking(
        asked, oneStep.isEmpty() ? "{" + labels + "}" : ClientCalls.oneStep(show, labels));
  }
}
