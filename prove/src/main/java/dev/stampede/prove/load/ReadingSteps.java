package dev.stampede.prove.load;

import dev.stampede.prove.load.ClientMemory.Owned;
import java.util.Optional;

/** Reads seats, holds, bookings and wallets. */
final class ReadingSteps {

  private static final int SEATS = 12;
  private static final double IN_THE_ROOM = 0.2;

  private final CallMaker calls;
  private final ClientMemory memory;

  ReadingSteps(CallMaker calls, ClientMemory memory) {
    this.calls = calls;
    this.memory = memory;
  }

  void seats() throws InterruptedException {
    ShowsOnSale shows = calls.parts().shows();
    LoadShow show =
        calls.chance(IN_THE_ROOM) ? shows.queued(calls.random()) : shows.direct(calls.random());
    var _ =
        calls.once(ClientCalls.readSeats(calls.buyer(), show, show.view(calls.random(), SEATS)));
  }

  void booking() throws InterruptedException {
    Optional<Owned> some = memory.someBooking();
    if (some.isPresent()) {
      var _ = calls.once(ClientCalls.readBooking(some.get().buyer(), some.get().id()));
    }
  }

  void hold() throws InterruptedException {
    Optional<Owned> some = memory.someHold();
    if (some.isPresent()) {
      var _ = calls.once(ClientCalls.readHold(some.get().buyer(), some.get().id()));
    }
  }

  void bookings() throws InterruptedException {
    var _ = calls.once(ClientCalls.listBookings(calls.buyer()));
  }

  void wallet() throws InterruptedException {
    var _ = calls.once(ClientCalls.readWallet(calls.buyer()));
  }
}
