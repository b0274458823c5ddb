package dev.stampede.prove.load;

import dev.stampede.prove.load.ClientMemory.Operation;
import dev.stampede.prove.load.ClientMemory.Owned;
import java.util.List;
import java.util.Optional;

/** Claims seats, pays for them in every way there is, gives them back, and cancels. */
final class BuyingSteps {

  private static final int MOST_BOOKINGS = 1;
  private static final double CANCELS_SOON = 0.4;
  private static final int CREATED = 201;
  private static final int ACCEPTED = 202;
  private static final double PAYS = 0.46;
  private static final double PAYS_OUTSIDE = 0.10;
  private static final double PAYS_THROUGH_KAFKA = 0.06;
  private static final double GIVES_BACK = 0.10;
  private static final double USES_A_REFERENCE_AGAIN = 0.15;
  private static final double IS_CANCELLED_BY_THE_OPERATOR = 0.1;
  private static final double ONE_SEAT = 0.55;
  private static final int MOST_SEATS = 4;

  private final CallMaker calls;
  private final ClientMemory memory;
  private String lastReference = "";
  private int references;

  BuyingSteps(CallMaker calls, ClientMemory memory) {
    this.calls = calls;
    this.memory = memory;
  }

  void holdSeats() throws InterruptedException {
    LoadShow show = calls.parts().shows().direct(calls.random());
    holdSeats(calls.buyer(), show, "");
  }

  /** Holds seats and goes on with them; returns the answer to the hold. */
  CallReply holdSeats(String buyer, LoadShow show, String pass) throws InterruptedException {
    List<Integer> seats = show.seats(calls.random(), count());
    ClientCall call = ClientCalls.hold(buyer, show, seats, calls.key()).pass(pass);
    CallReply held = settled(call);
    goOn(buyer, held);
    return held;
  }

  void holdBest() throws InterruptedException {
    LoadShow show = calls.parts().shows().direct(calls.random());
    String buyer = calls.buyer();
    String section = show.section(calls.random());
    goOn(buyer, settled(ClientCalls.best(buyer, show, count(), section, calls.key())));
  }

  void buyNow() throws InterruptedException {
    LoadShow show = calls.parts().shows().direct(calls.random());
    buyNow(calls.buyer(), show, "");
  }

  CallReply buyNow(String buyer, LoadShow show, String pass) throws InterruptedException {
    CallReply reply = settled(oneStep(buyer, show).pass(pass));
    booked(buyer, reply);
    return reply;
  }

  void buyThroughKafka() throws InterruptedException {
    LoadShow show = calls.parts().shows().direct(calls.random());
    String buyer = calls.buyer();
    throughKafka(buyer, oneStep(buyer, show));
  }

  private ClientCall oneStep(String buyer, LoadShow show) {
    return calls.chance(0.75)
        ? ClientCalls.bookNow(buyer, show, show.seats(calls.random(), count()), calls.key())
        : ClientCalls.bookBest(buyer, show, count(), show.section(calls.random()), calls.key());
  }

  private void goOn(String buyer, CallReply held) throws InterruptedException {
    if (!held.isDone()) {
      return;
    }
    double mood = calls.random().nextDouble();
    if (mood < PAYS) {
      pay(buyer, held.subject());
    } else if (mood < PAYS + PAYS_OUTSIDE) {
      payOutside(buyer, held.subject());
    } else if (mood < PAYS + PAYS_OUTSIDE + PAYS_THROUGH_KAFKA) {
      throughKafka(buyer, ClientCalls.book(buyer, held.subject(), calls.key()));
    } else if (mood < PAYS + PAYS_OUTSIDE + PAYS_THROUGH_KAFKA + GIVES_BACK) {
      var _ = settled(ClientCalls.release(buyer, held.subject()));
    } else {
      memory.held(buyer, held.subject());
    }
  }

  private void pay(String buyer, String hold) throws InterruptedException {
    booked(buyer, settled(ClientCalls.book(buyer, hold, calls.key())));
  }

  private void payOutside(String buyer, String hold) throws InterruptedException {
    if (lastReference.isEmpty() || !calls.chance(USES_A_REFERENCE_AGAIN)) {
      references++;
      lastReference = calls.parts().tag() + "-r-" + calls.client() + "-" + references;
    }
    booked(buyer, settled(ClientCalls.bookOutside(buyer, hold, lastReference, calls.key())));
  }

  private void throughKafka(String buyer, ClientCall booking) throws InterruptedException {
    CallReply reply = settled(ClientCalls.async(booking));
    if (reply.status() == ACCEPTED) {
      memory.asked(new Operation(buyer, reply.location(), reply.subject()));
    } else {
      booked(buyer, reply);
    }
  }

  /** Asks for the oldest outcome that is not known; false if there is none left to ask for. */
  boolean askForOutcome() throws InterruptedException {
    Optional<Operation> oldest = memory.oldestOperation();
    if (oldest.isEmpty()) {
      return false;
    }
    Operation operation = oldest.get();
    CallReply reply =
        calls.once(ClientCalls.outcome(operation.buyer(), operation.path(), operation.id()));
    switch (reply.answered().states()) {
      case "done" -> memory.booked(operation.buyer(), reply.subject());
      case "failed" -> {}
      default -> memory.asked(operation);
    }
    return true;
  }

  /** Pays for a hold that was left alone, which may have expired; or gives it back. */
  void payLate() throws InterruptedException {
    Optional<Owned> hold = memory.takeHold();
    if (hold.isPresent()) {
      Owned mine = hold.get();
      if (calls.chance(0.7)) {
        pay(mine.buyer(), mine.id());
      } else {
        var _ = settled(ClientCalls.release(mine.buyer(), mine.id()));
      }
    }
  }

  /** Cancels the oldest booking, if there are any. */
  void cancel() throws InterruptedException {
    Optional<Owned> oldest = memory.oldestBooking();
    if (oldest.isPresent()) {
      Owned mine = oldest.get();
      ClientCall call = ClientCalls.cancel(mine.buyer(), mine.id(), calls.key());
      var _ =
          settled(calls.chance(IS_CANCELLED_BY_THE_OPERATOR) ? call.by(SaleSite.OPERATOR) : call);
    }
  }

  private void booked(String buyer, CallReply reply) throws InterruptedException {
    if (reply.isDone()) {
      memory.booked(buyer, reply.subject());
    }
    while (memory.bookings() > MOST_BOOKINGS
        || (memory.bookings() > 0 && calls.chance(CANCELS_SOON))) {
      cancel();
    }
  }

  CallReply settled(ClientCall call) throws InterruptedException {
    CallReply reply = calls.settled(call);
    if (isStored(call, reply)) {
      memory.done(call);
    }
    return reply;
  }

  /** True if a repeat with the same key gets the same answer. */
  private static boolean isStored(ClientCall call, CallReply reply) {
    return switch (call.kind()) {
      case CANCEL, EXTEND -> reply.isDone();
      default -> reply.status() == CREATED && !call.asked().key().isEmpty();
    };
  }

  private int count() {
    return calls.chance(ONE_SEAT) ? 1 : 2 + calls.random().nextInt(MOST_SEATS - 1);
  }
}
