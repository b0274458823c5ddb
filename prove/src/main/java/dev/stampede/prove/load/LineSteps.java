package dev.stampede.prove.load;

import dev.stampede.prove.load.ClientMemory.Place;
import java.time.Duration;

/**
 * Joins the line of a show, asks for its place, leaves now and then, and claims with the pass; also
 * with one that is spent or over, which must be refused.
 */
final class LineSteps {

  private static final double LEAVES = 0.03;
  private static final double BUYS_IN_ONE_STEP = 0.3;
  private static final double KEEPS_A_USED_PASS = 0.3;
  private static final double SHOWS_ITS_PLACE = 0.8;
  private static final double ASKS_EARLY = 0.1;

  private final CallMaker calls;
  private final ClientMemory memory;
  private final BuyingSteps buying;

  LineSteps(CallMaker calls, ClientMemory memory, BuyingSteps buying) {
    this.calls = calls;
    this.memory = memory;
    this.buying = buying;
  }

  void step() throws InterruptedException {
    LoadShow show = calls.parts().shows().queued(calls.random());
    String buyer = calls.ownBuyer();
    Place place = memory.place(buyer, show);
    if (!place.pass().isEmpty()) {
      enter(buyer, show, place);
    } else if (place.pollAtNanos() == 0) {
      heard(buyer, show, place, calls.once(ClientCalls.join(buyer, show, shown(place))));
    } else if (calls.chance(LEAVES)) {
      leave(buyer, show);
    } else if (place.pollAtNanos() - System.nanoTime() < 0 || calls.chance(ASKS_EARLY)) {
      heard(buyer, show, place, calls.once(ClientCalls.poll(buyer, show, shown(place))));
    }
  }

  private String shown(Place place) {
    return calls.chance(SHOWS_ITS_PLACE) ? place.token() : "";
  }

  private void heard(String buyer, LoadShow show, Place before, CallReply reply) {
    if (reply.isDone()) {
      String token = reply.text("placeToken");
      memory.place(
          buyer,
          show,
          new Place(
              token.isEmpty() ? before.token() : token,
              reply.text("pass"),
              System.nanoTime()
                  + Duration.ofMillis(reply.body().path("pollAfterMillis").asLong(0)).toNanos()));
    } else if (reply.status() == 404) {
      memory.place(buyer, show, new Place(before.token(), "", 0));
    }
  }

  private void leave(String buyer, LoadShow show) throws InterruptedException {
    var _ = calls.once(ClientCalls.leave(buyer, show));
    memory.place(buyer, show, Place.NONE);
  }

  private void enter(String buyer, LoadShow show, Place place) throws InterruptedException {
    if (calls.chance(LEAVES)) {
      leave(buyer, show);
      return;
    }
    CallReply reply =
        calls.chance(BUYS_IN_ONE_STEP)
            ? buying.buyNow(buyer, show, place.pass())
            : buying.holdSeats(buyer, show, place.pass());
    boolean refused = reply.problem().startsWith("pass-");
    if (refused || (reply.isDone() && !calls.chance(KEEPS_A_USED_PASS))) {
      memory.place(buyer, show, Place.NONE);
    }
  }
}
